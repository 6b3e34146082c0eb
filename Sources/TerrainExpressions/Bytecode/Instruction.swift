import TerrainBase

/// One step of flat bytecode: sixteen bytes, four to a cache line.
///
/// Permanent registers count up from 0, temporary registers down from -1, so that both can be allocated while bytecode is written. Each
/// ``Opcode`` documents the meaning of the fields. `c` is one 64-bit constant or two halves, `c0` and `c1`.
struct Instruction {
  var op: Opcode
  var flags: UInt8
  var a: Int16
  var b: Int32
  var c: Int64

  init(_ op: Opcode, flags: UInt8 = 0, a: Int16 = 0, b: Int32 = 0, c: Int64 = 0) {
    self.op = op
    self.flags = flags
    self.a = a
    self.b = b
    self.c = c
  }

  init(_ op: Opcode, flags: UInt8 = 0, a: Int16 = 0, b: Int32 = 0, _ c0: Int32, _ c1: Int32 = 0) {
    self.init(op, flags: flags, a: a, b: b, c: Int64(c1) << 32 | Int64(UInt32(bitPattern: c0)))
  }

  @inline(__always) var c0: Int { Int(Int32(truncatingIfNeeded: c)) }
  @inline(__always) var c1: Int { Int(c >> 32) }
}

/// The operation of a step. `s[n]` are unboxed registers, `v[n]` boxed registers; `to x` means that execution continues at `x`.
///
/// Steps up to ``Opcode/lastInline`` work on unboxed registers only and are part of the machine's loop; the others are calls.
enum Opcode: UInt8 {
  // MARK: Control

  /// to b.
  case jump
  /// Ends the body of a decision: decision b is computed. Continues after the instruction that needed it, or ends the run.
  case complete
  /// Continues if decision b is computed, else computes it by the body at c0.
  case ensure
  /// to the entry of jump table b for code s[a].
  case switchCode
  /// to the case of switch b whose int is s[a].
  case switchInt

  // MARK: Comparisons of unboxed registers, and where to go

  /// to b if s[a] < c, and the five other comparisons.
  case jumpLessConstant, jumpLessOrEqualConstant, jumpGreaterConstant, jumpGreaterOrEqualConstant
  case jumpEqualConstant, jumpNotEqualConstant
  /// to b if s[a] < s[c0], and the five other comparisons.
  case jumpLess, jumpLessOrEqual, jumpGreater, jumpGreaterOrEqual
  case jumpEqual, jumpNotEqual
  /// to b if s[a], in a set of codes, has (flags 1) or lacks (flags 0) the code c.
  case jumpBit
  /// to b if the set of codes that begins at s[a] has (flags 1) or lacks (flags 0) the code s[c0].
  case jumpBitOfCode
  /// to b if the sets of codes that begin at s[a] and s[c0], of c1 words each, have (flags 1) or lack (flags 0) a common code.
  case jumpMeet
  /// to b if comparing s[a] with s[c0] as doubles (or as uints) has the outcome in flags.
  case jumpCompareDouble, jumpCompareUInt
  /// One of the comparisons above (flags: the comparison; c0: the other register) that records the outcome and s[a].
  case recordCompare
  /// Records the marker b.
  case recordMarker

  // MARK: Unboxed arithmetic

  /// s[a] becomes c.
  case loadConstant
  /// s[a] becomes s[b].
  case move
  /// s[a] becomes s[b] + c; overflow fails.
  case addConstant
  /// s[a] becomes s[b] op s[c0]; overflow and division by zero fail.
  case addInt, subtractInt, multiplyInt, divideInt, remainderInt, negateInt
  case addUInt, subtractUInt, multiplyUInt, divideUInt, remainderUInt
  case addDouble, subtractDouble, multiplyDouble, divideDouble, negateDouble
  /// s[a] becomes s[b] as a double.
  case intToDouble
  /// s[a] becomes the number of common codes of the sets that begin at s[b] and s[c0], of c1 words each.
  case countCommon

  // MARK: Calls

  /// Fails with failure b.
  case fail
  /// Throws the error saved at b again if s[a] is 1.
  case rethrow
  /// to the case of switch b whose string (or other value) is v[a].
  case switchValue
  /// v[a] becomes s[b] as a value; flags: its kind, c0: the enumeration of a code.
  case box
  /// s[a] becomes the scalar in v[b]; flags: its kind, c0: the enumeration of a code. Another kind of value fails.
  case unbox
  /// v[a] becomes v[b].
  case moveValue
  /// v[a] becomes function b of v[c0].
  case callUnary
  /// v[a] becomes function b of v[c0] and v[c1].
  case callBinary
  /// v[a] becomes function b of the operands from c0 on.
  case callMany
  /// v[a] becomes the result of a function in the set b, chosen by the values of the operands from c0 on.
  case callDynamic
  /// v[a] becomes the list (or map) of the operands from b on, c0 of them; c1: the set of optional operands, or -1. flags: for a list, the
  /// minimum number of elements to reserve room for; for a map, 1 if its keys are distinct texts.
  case makeList, makeMap
  /// v[a] becomes the operands from c0 on, c1 of them, joined to one text. Function b handles operands that are not texts.
  case concatenate
  /// The set that begins at s[c0] becomes the codes of the list v[b], which are values of the enumeration c1. s[a] becomes the relation of
  /// the set to the list (``SetContent``).
  case collectCodes
  /// s[a] becomes the number of elements of the list v[b].
  case countElements
  /// v[a] becomes v[b] as an optional that is present.
  case makeOptional
  /// v[a] becomes the value in the optional v[b].
  case unwrapOptional
  /// to b if the optional v[a] is present (flags 1) or absent (flags 0).
  case jumpPresent
  /// v[a] becomes the field c0 of v[b]; flags: tested only, optional.
  case select
  /// v[a] becomes v[b][v[c0]]; flags: optional.
  case index
  /// to b if v[a] is true (flags 1) or false (flags 0); fails for other values.
  case jumpValue
  /// to b if v[a] == v[c0] has the outcome in flags.
  case jumpEqualValue
  /// to b if comparing v[a] with v[c0] has the outcome in flags; fails for values that cannot be compared.
  case jumpCompareValue
  /// to b if v[c0] has (or, by flags, lacks) an element or key equal to v[a].
  case jumpContains
  /// to b if v[a] is (or, by flags, is not) a string with the bytes of v[c0].
  case jumpEqualText
  /// to b if the list v[a] has (or, by flags, lacks) the string v[c0] as an element.
  case jumpContainsText
  /// Prepares v[a], a list or map, for iteration: s[b] becomes 0, s[b + 1] the number of elements, s[b + 2] their address.
  case beginLoop
  /// v[a] (or s[a], by flags) becomes the next element of the list v[c0]; to b at the end of the list. c1: the counter.
  case loopNext
  /// v[a] becomes the second variable of a loop: the value of the key v[b] (or at the index s[c1]) in the list or map v[c0].
  case loopSecond
  /// v[b] is appended to the list v[a].
  case append
  /// Puts the entry v[b]: v[c0] (flags 0), or every entry of the map v[b] (flags 1), into the map v[a]. An existing key fails.
  case insert
  /// v[a] becomes v[a] + v[b] (flags 0), or the lesser (1) or the greater (2) of both.
  case accumulateValue
  /// Records the condition at b with the outcome s[a] and, if c0 is 1, the value v[c1], or, if c0 is 2, the scalar s[c1].
  case recordAtom
}

/// The encoding of a comparison in an instruction's flags.
enum CompareFlags {
  static let sense: UInt8 = 8
  static let constant: UInt8 = 16

  static func make(_ comparison: Comparison, sense: Bool) -> UInt8 { comparison.rawValue | (sense ? self.sense : 0) }

  /// Doubles and uints have their own comparisons; all other kinds are compared as ints.
  static func kind(_ kind: ScalarKind) -> UInt8 {
    switch kind {
    case .double: 32
    case .uint: 64
    default: 0
    }
  }

  static func comparison(_ flags: UInt8) -> Comparison { Comparison(rawValue: flags & 7) ?? .equal }
}

/// The variants of ``Opcode/select`` and ``Opcode/index``.
enum SelectFlags {
  static let test: UInt8 = 1
  static let optional: UInt8 = 2
}

/// The kinds of events that ``Opcode/recordMarker`` records.
enum MarkerKind {
  static let marker: UInt8 = 0
  static let began: UInt8 = 1
  static let ended: UInt8 = 2
}

/// The operation by which ``Opcode/accumulateValue`` combines values.
package enum Accumulation: UInt8, Sendable { case sum, min, max }

/// The representation of a value in an unboxed register.
enum ScalarKind: UInt8, Sendable {
  /// 0 or 1.
  case bool
  case int
  /// Its bit pattern.
  case uint
  /// Its bit pattern.
  case double
  /// The code of a vocabulary's member; other strings have none.
  case code

  /// CEL's name of the type; for a code, the name of the type of its text.
  var name: String {
    switch self {
    case .bool: "bool"
    case .int: "int"
    case .uint: "uint"
    case .double: "double"
    case .code: "string"
    }
  }
}

/// An unboxed register and the meaning of its bits.
struct Scalar: Sendable {
  var kind: ScalarKind
  var register: Int32
  /// The enumeration, for a code.
  var vocabulary: EnumerationType?
}

/// The location of a node's value in bytecode.
enum Operand {
  case constant(Value)
  case scalar(Scalar)
  case boxed(Int32)
  /// An optional scalar fact, which is present if `flag` is 1. `boxed` holds it as CEL's optional.
  case optional(flag: Int32, Scalar, slot: FactKey)
}

/// A fact, or one field of a fact that is a record.
struct FactKey: Hashable, Sendable {
  var slot: Int32
  /// The index of the field, or -1 for the fact itself.
  var field: Int32 = -1
}

extension CELType {
  /// The unboxed representation of this type, or nil for types that are always boxed.
  var scalarKind: ScalarKind? {
    switch self {
    case .bool: .bool
    case .int: .int
    case .uint: .uint
    case .double: .double
    case .enumeration: .code
    default: nil
    }
  }
}

extension Value {
  /// The bits of a scalar constant of `kind`, or nil if the value is of another kind or not a member of `vocabulary`.
  func bits(_ kind: ScalarKind, _ vocabulary: EnumerationType?) -> Int64? {
    switch (kind, self) {
    case (.bool, .bool(let bool)): bool ? 1 : 0
    case (.int, .int(let int)): int
    case (.uint, .uint(let uint)): Int64(bitPattern: uint)
    case (.double, .double(let double)): Int64(bitPattern: double.bitPattern)
    case (.code, .string(let text)): vocabulary?.code(of: text).map { Int64($0) }
    default: nil
    }
  }

  /// The value that the bits represent.
  init(bits: Int64, _ kind: ScalarKind, _ vocabulary: EnumerationType?) {
    switch kind {
    case .bool: self = .bool(bits != 0)
    case .int: self = .int(bits)
    case .uint: self = .uint(UInt64(bitPattern: bits))
    case .double: self = .double(Double(bitPattern: UInt64(bitPattern: bits)))
    case .code:
      let cases = vocabulary?.cases ?? []
      self = cases.indices.contains(Int(bits)) ? .string(cases[Int(bits)]) : .null
    }
  }
}

extension CELType {
  /// The vocabulary, for a member of it.
  var scalarVocabulary: EnumerationType? {
    if case .enumeration(let vocabulary) = self { return vocabulary }
    return nil
  }
}
