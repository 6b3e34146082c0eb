import TerrainDocuments

/// A compiled schema as immutable flat arrays: one array for each kind of part. Parts refer to each other by number.
final class SchemaBytecode: @unchecked Sendable {
  /// The arrays, for reading.
  let tables: SchemaTables
  let dynamicReferences: [DynamicReference]
  /// The values of `enum` and `const` that are not strings.
  let constants: [Node]
  /// The schema from which each block was made.
  let origins: [Node]
  /// The block that checks a whole document.
  let root: UInt32

  /// The patterns to which the tables refer.
  private let patterns: [Pattern]
  /// The owners of the memory of the arrays.
  private let owners: [AnyObject]

  init(_ parts: SchemaParts, root: UInt32) {
    var owners: [AnyObject] = []
    func keep<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
      var growing = GrowingMemory<Element>(capacity: elements.count)
      elements.withUnsafeBufferPointer { growing.append($0) }
      let memory = growing.freeze()
      owners.append(memory)
      return memory.base
    }
    patterns = parts.patterns
    tables = SchemaTables(
      instructions: keep(parts.instructions),
      blocks: keep(parts.blocks),
      blockLists: keep(parts.blockLists),
      checks: keep(parts.checks),
      mapShapes: keep(parts.mapShapes),
      propertySlots: keep(parts.propertySlots),
      patternEntries: keep(parts.patternEntries),
      keys: keep(parts.keys),
      listShapes: keep(parts.listShapes),
      enumerations: keep(parts.enumerations),
      stringSlots: keep(parts.stringSlots),
      numbers: keep(parts.numbers),
      names: keep(parts.names),
      patterns: keep(parts.patterns.map(BorrowedPattern.init)))
    self.owners = owners
    dynamicReferences = parts.dynamicReferences
    constants = parts.constants
    origins = parts.origins
    self.root = root
  }

  /// The block that contains an instruction.
  func block(ofInstruction index: UInt32) -> UInt32? {
    // Blocks are in the order of their instructions. An empty block begins where the next block does.
    var low = 0
    var high = origins.count
    while low < high {
      let middle = (low + high) / 2
      if tables.blocks[middle].end <= index { low = middle + 1 } else { high = middle }
    }
    return low < origins.count ? UInt32(truncatingIfNeeded: low) : nil
  }

  /// The schema from which an instruction was made.
  func origin(ofInstruction index: UInt32) -> Node? {
    block(ofInstruction: index).map { origins[Int($0)] }
  }

  /// The text of `run` in the bytecode's names.
  func text(_ run: ByteRun) -> String {
    String(decoding: UnsafeBufferPointer(start: tables.names + Int(run.offset), count: Int(run.count)), as: UTF8.self)
  }
}

/// The addresses of the bytecode's arrays. A run holds them, so that it need not ask their owner: that would count references, and threads
/// that count the same references wait for each other.
struct SchemaTables {
  let instructions: UnsafePointer<Instruction>
  let blocks: UnsafePointer<Block>
  let blockLists: UnsafePointer<UInt32>
  let checks: UnsafePointer<Check>
  let mapShapes: UnsafePointer<MapShape>
  let propertySlots: UnsafePointer<PropertySlot>
  let patternEntries: UnsafePointer<PatternEntry>
  let keys: UnsafePointer<KeyEntry>
  let listShapes: UnsafePointer<ListShape>
  let enumerations: UnsafePointer<Enumeration>
  let stringSlots: UnsafePointer<StringSlot>
  let numbers: UnsafePointer<NumberLimit>
  let names: UnsafePointer<UInt8>
  let patterns: UnsafePointer<BorrowedPattern>
}

/// The parts of bytecode during compilation.
struct SchemaParts {
  var instructions: [Instruction] = []
  var blocks: [Block] = []
  var blockLists: [UInt32] = []
  var checks: [Check] = []
  var mapShapes: [MapShape] = []
  var propertySlots: [PropertySlot] = []
  var patternEntries: [PatternEntry] = []
  var keys: [KeyEntry] = []
  var listShapes: [ListShape] = []
  var enumerations: [Enumeration] = []
  var stringSlots: [StringSlot] = []
  var numbers: [NumberLimit] = []
  var names: [UInt8] = []
  var patterns: [Pattern] = []
  var dynamicReferences: [DynamicReference] = []
  var constants: [Node] = []
  var origins: [Node] = []

  /// Appends bytes to the names.
  mutating func add(name: some Sequence<UInt8>) -> ByteRun {
    let offset = names.count
    names += name
    return ByteRun(
      offset: UInt32(truncatingIfNeeded: offset), count: UInt32(truncatingIfNeeded: names.count - offset))
  }

  /// Appends an element to one of the arrays and returns its number.
  static func add<Element>(_ element: Element, to array: inout [Element]) -> UInt32 {
    array.append(element)
    return UInt32(truncatingIfNeeded: array.count - 1)
  }
}

/// One check of a value, 16 bytes. The meaning of its operands depends on the operation.
struct Instruction: BitwiseCopyable {
  enum Operation: UInt8 {
    /// `a`: a ``TypeMask``.
    case type
    /// Rejects every value.
    case never
    /// `a`: an enumeration; `c` is 1 for a `const`.
    case oneOfValues
    /// `a`: a number.
    case minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
    /// `a` to `b` characters.
    case length
    /// `a`: a pattern.
    case pattern
    /// `a`: a ``Format``.
    case format
    /// `a`: a list shape.
    case list
    /// `a`: a map shape.
    case map
    /// `a`: a block.
    case call
    /// `a`: a dynamic reference.
    case dynamicCall
    /// `b` blocks from `a` of the bytecode's block lists; `c` is 1 if the members and elements that they evaluate are recorded.
    case anyOf, oneOf
    /// `a`: a block.
    case not
    /// `a`, `b`, `c`: blocks for `if`, `then` and `else`.
    case condition
    /// `b` keys with blocks from `a` of the bytecode's key lists.
    case dependents
    /// `a`: a check; `b` is 1 if no value passes it.
    case unevaluatedItems, unevaluatedProperties
  }

  var operation: Operation
  var a: UInt32 = 0
  var b: UInt32 = 0
  var c: UInt32 = 0
}

/// The kinds of values that a schema allows: a bit for each kind of node, and a bit for whole numbers.
struct TypeMask: BitwiseCopyable, Hashable {
  var bits: UInt32

  static let any = TypeMask(bits: 0xFF)
  static let wholeNumberBit: UInt32 = 1 << 7

  /// The mask of a type by its name in schemas.
  init?(name: String) {
    switch name {
    case "null": bits = 1 << NodeTag.null
    case "boolean": bits = 1 << NodeTag.bool
    case "number": bits = 1 << NodeTag.number | TypeMask.wholeNumberBit
    case "integer": bits = TypeMask.wholeNumberBit
    case "string": bits = 1 << NodeTag.string
    case "array": bits = 1 << NodeTag.list
    case "object": bits = 1 << NodeTag.map
    default: return nil
    }
  }

  init(bits: UInt32) { self.bits = bits }

  func has(tag: UInt32) -> Bool { bits >> tag & 1 == 1 }
  var hasWholeNumber: Bool { bits & TypeMask.wholeNumberBit != 0 }
}

/// The check of a child value.
struct Check: BitwiseCopyable {
  /// The block, or ``none``.
  var block: UInt32
  /// The kinds of values that its block allows, checked before the block is run.
  var types: TypeMask
  /// True if only the kind of the value matters.
  var isTypeOnly: Bool

  /// No block: every value passes.
  static let none = UInt32.max
  static let pass = Check(block: none)

  /// A check that the value passes the block. The other properties are filled in after all blocks are compiled.
  init(block: UInt32) {
    self.block = block
    types = .any
    isTypeOnly = block == Check.none
  }
}

/// A range of instructions that all must hold: one schema.
struct Block: BitwiseCopyable {
  var start: UInt32
  var end: UInt32
  /// The resource of its schema.
  var resource: UInt32
  /// True if an instruction depends on the members or elements that others have evaluated, so that these must be recorded.
  var hasUnevaluated: Bool
  /// True if a surrounding block requires that, too.
  var keepsMarks: Bool
}

/// All keywords of a schema about the members of a map, checked in one pass over them.
struct MapShape: BitwiseCopyable {
  /// The table of properties: `slotMask` + 1 slots from `slots`.
  var slots: UInt32 = 0
  var slotMask: UInt32 = 0
  /// The patterns of `patternProperties` with their checks.
  var patterns: UInt32 = 0
  var patternCount: UInt32 = 0
  /// The check of members that neither `properties` nor `patternProperties` covers.
  var additional = Check.pass
  /// The check of keys.
  var names = Check.pass
  /// A bit for each required key; the table of properties contains the bit of each key.
  var required: UInt64 = 0
  /// The required keys after the 64th: a range of the key lists.
  var moreRequired: UInt32 = 0
  var moreRequiredCount: UInt32 = 0
  /// Pairs of keys of which the first requires the second: a range of the key lists, two entries each.
  var dependents: UInt32 = 0
  var dependentCount: UInt32 = 0
  var minimumCount: UInt32 = 0
  var maximumCount = UInt32.max
  /// True if unknown keys are an error.
  var forbidsAdditional = false
  /// True if the schema has `additionalProperties`, whatever its value: all members count as evaluated.
  var hasAdditional = false
  /// True if evaluated members must be recorded.
  var marks = false
  /// True if all members must be visited.
  var needsMembers = false
}

/// One key of a property table.
struct PropertySlot: BitwiseCopyable {
  /// The key's hash, or ``empty``.
  var hash: UInt32
  /// Its bytes in the bytecode's names.
  var name: ByteRun
  var check: Check
  /// Its bit in ``MapShape/required``.
  var requiredBit: UInt64
  /// False for a key that is required but not declared.
  var isDeclared: Bool

  static let emptyHash = UInt32.max
  static let empty = PropertySlot(
    hash: emptyHash, name: ByteRun(offset: 0, count: 0), check: .pass, requiredBit: 0, isDeclared: false)
}

/// A range of bytes of the bytecode's names.
struct ByteRun: BitwiseCopyable {
  var offset: UInt32
  var count: UInt32
}

/// A key outside of property tables: a required key after the 64th, or a key with dependents.
struct KeyEntry: BitwiseCopyable {
  var hash: UInt32
  var name: ByteRun
  /// The block for the map that has the key, for `dependentSchemas`.
  var block: UInt32
}

/// A pattern of `patternProperties` and its check.
struct PatternEntry: BitwiseCopyable {
  var pattern: UInt32
  var check: Check
}

/// All keywords of a schema about the elements of a list.
struct ListShape: BitwiseCopyable {
  /// The checks of the first elements.
  var prefix: UInt32 = 0
  var prefixCount: UInt32 = 0
  /// The check of the other elements.
  var items = Check.pass
  var minimumCount: UInt32 = 0
  var maximumCount = UInt32.max
  /// The check of `contains`.
  var contains = Check.pass
  var minimumContained: UInt32 = 1
  var maximumContained = UInt32.max
  var hasContains = false
  var isUnique = false
  /// True if no elements are allowed after the first ones.
  var forbidsMore = false
  /// True if the schema has `items`: all elements count as evaluated.
  var hasItems = false
  var marks = false
  /// True if elements that pass `contains` count as evaluated, as since 2020-12.
  var marksContained = false
}

/// The values of `enum` or `const`.
struct Enumeration: BitwiseCopyable {
  /// The table of strings: `slotMask` + 1 slots from `slots`.
  var slots: UInt32
  var slotMask: UInt32
  /// The values that are not strings: a range of the bytecode's constants.
  var others: UInt32
  var otherCount: UInt32
}

/// A string of an enumeration's table.
struct StringSlot: BitwiseCopyable {
  var hash: UInt32
  var name: ByteRun

  static let empty = StringSlot(hash: PropertySlot.emptyHash, name: ByteRun(offset: 0, count: 0))
}

/// A number in a schema.
struct NumberLimit: BitwiseCopyable {
  /// The value as an integer, if it is whole and fits.
  var whole: Int64
  var isWhole: Bool
  /// The number as written, in the bytecode's names, because it may have any length.
  var text: ByteRun
}

/// The possible targets of a `$dynamicRef`.
struct DynamicReference: Sendable {
  /// The target block for each resource of the dynamic scope, by the resource's number.
  var targets: [UInt32: UInt32]
  /// The target if no resource of the scope has the anchor.
  var fallback: UInt32
}

/// The limits of schemas and of validation.
package struct SchemaLimits: Hashable, Sendable {
  /// The maximum number of schemas that one schema may reach, including nested and referenced schemas.
  package var schemas: Int
  /// The maximum depth of schemas during the evaluation of one value: the depth of nested lists and maps, times the references, `allOf`,
  /// and `anyOf` between them.
  package var depth: Int
  /// The maximum number of steps of a validation. Each evaluation of a schema takes a step, and so do each eight bytes of text and each
  /// value that are compared or matched. References that double at each level would otherwise take exponential time.
  ///
  /// A document gets at least ``stepsPerValue`` for each of its values.
  package var steps: Int
  /// The maximum number of reported findings; the others are only counted.
  package var findings: Int

  /// Limits with these values.
  package init(schemas: Int = 100_000, depth: Int = 1500, steps: Int = 5_000_000, findings: Int = 10_000) {
    self.schemas = schemas
    self.depth = depth
    self.steps = steps
    self.findings = findings
  }

  /// The minimum number of steps for each value of a document, so that long documents are not rejected for their length.
  static let stepsPerValue = 64

  /// The limits for a document of `values` values.
  func allowing(values: Int) -> SchemaLimits {
    var limits = self
    let (needed, overflow) = values.multipliedReportingOverflow(by: SchemaLimits.stepsPerValue)
    limits.steps = overflow ? .max : max(steps, needed)
    return limits
  }

  /// The default limits.
  package static let standard = SchemaLimits()
}

/// The condition under which `format` is an assertion and not only an annotation.
package enum FormatAssertion: Sendable {
  /// A text that is not of its format is an error.
  case always
  /// Only if the schema's metaschema switches on the vocabulary `format-assertion`, as JSON Schema 2020-12 requires.
  case whereDeclared
}
