import TerrainDocuments

/// A schema as flat arrays that never change: one for each kind of part, which name each other by number.
final class SchemaBytecode: @unchecked Sendable {
  /// The arrays, for reading.
  let tables: SchemaTables
  let dynamicReferences: [DynamicReference]
  /// Values that are no strings, of `enum` and `const`.
  let constants: [Node]
  /// The schema each block was made from.
  let origins: [Node]
  /// The block that checks a whole document.
  let root: UInt32

  /// Whom the tables borrow from.
  private let patterns: [Pattern]
  /// Whoever owns the memory of the arrays.
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

  /// The block an instruction belongs to.
  func block(ofInstruction index: UInt32) -> UInt32? {
    // Blocks are in the order of their instructions; empty ones begin where the next one does.
    var low = 0
    var high = origins.count
    while low < high {
      let middle = (low + high) / 2
      if tables.blocks[middle].end <= index { low = middle + 1 } else { high = middle }
    }
    return low < origins.count ? UInt32(truncatingIfNeeded: low) : nil
  }

  /// The schema an instruction was made from.
  func origin(ofInstruction index: UInt32) -> Node? {
    block(ofInstruction: index).map { origins[Int($0)] }
  }

  /// The text of `run` in the bytecode's names.
  func text(_ run: ByteRun) -> String {
    String(decoding: UnsafeBufferPointer(start: tables.names + Int(run.offset), count: Int(run.count)), as: UTF8.self)
  }
}

/// Where the arrays of bytecode are. Held by whoever runs it, so that no owner is asked for them while it runs: asking
/// would count references, and many threads counting the same ones wait for each other.
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

/// The parts of bytecode while it is made.
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

  /// Puts bytes among the names.
  mutating func add(name: some Sequence<UInt8>) -> ByteRun {
    let offset = names.count
    names += name
    return ByteRun(
      offset: UInt32(truncatingIfNeeded: offset), count: UInt32(truncatingIfNeeded: names.count - offset))
  }

  /// Adds an element to one of the arrays and gives its number.
  static func add<Element>(_ element: Element, to array: inout [Element]) -> UInt32 {
    array.append(element)
    return UInt32(truncatingIfNeeded: array.count - 1)
  }
}
