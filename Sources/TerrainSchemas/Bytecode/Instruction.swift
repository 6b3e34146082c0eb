import TerrainDocuments

/// One check of a value, 16 bytes. What its operands mean depends on the operation.
struct Instruction: BitwiseCopyable {
  enum Operation: UInt8 {
    /// `a`: a ``TypeMask``.
    case type
    /// Nothing is allowed.
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
    /// `b` blocks from `a` of the bytecode's block lists; `c` is 1 where what they look at is noted.
    case anyOf, oneOf
    /// `a`: a block.
    case not
    /// `a`, `b`, `c`: blocks for `if`, `then` and `else`.
    case condition
    /// `b` keys with blocks from `a` of the bytecode's key lists.
    case dependents
    /// `a`: a check; `b` is 1 where it lets nothing pass.
    case unevaluatedItems, unevaluatedProperties
  }

  var operation: Operation
  var a: UInt32 = 0
  var b: UInt32 = 0
  var c: UInt32 = 0
}

/// The kinds of values a schema allows: a bit for each kind of node, and one for whole numbers.
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

/// What a child value must pass.
struct Check: BitwiseCopyable {
  /// The block, or ``none``.
  var block: UInt32
  /// The kinds of values its block allows, checked before it is entered.
  var types: TypeMask
  /// True when nothing but the kind of value matters.
  var isTypeOnly: Bool

  /// No block: anything passes.
  static let none = UInt32.max
  static let pass = Check(block: none)

  /// A check that the block be passed; its properties are filled in when all blocks are there.
  init(block: UInt32) {
    self.block = block
    types = .any
    isTypeOnly = block == Check.none
  }
}

/// A run of instructions that all must hold: one schema.
struct Block: BitwiseCopyable {
  var start: UInt32
  var end: UInt32
  /// The resource its schema belongs to.
  var resource: UInt32
  /// True when an instruction depends on what others have evaluated, so that it must be noted.
  var hasUnevaluated: Bool
  /// True when a block around it asks that too.
  var keepsMarks: Bool
}
