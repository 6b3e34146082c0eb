import TerrainBase

/// One step of flat bytecode: sixteen bytes, four to a cache line.
///
/// Registers that keep their value count up from 0, temporary ones down from -1: so both can be handed out while a
/// bytecode is written. Each ``Opcode`` documents what the fields mean. `c` is one 64-bit constant or two halves, `c0`
/// and `c1`.
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

/// What a step does. `s[n]` are unboxed registers, `v[n]` boxed ones; `to x` means that execution continues at `x`.
///
/// Steps up to ``Opcode/lastInline`` work on unboxed registers only and are in the machine's loop; the others are
/// calls.
enum Opcode: UInt8 {
  // MARK: Control

  /// to b.
  case jump
  /// The body of a decision ends: decision b is computed; to where it was needed, or the end of the run.
  case complete
  /// Decision b is computed, or computed now by the body at c0.
  case ensure
  /// to the entry of jump table b for code s[a].
  case switchCode
  /// to the case of switch b whose int is s[a].
  case switchInt

  // MARK: Comparisons of unboxed registers, and where to go

  /// to b where s[a] < c, and its five kin.
  case jumpLessConstant, jumpLessOrEqualConstant, jumpGreaterConstant, jumpGreaterOrEqualConstant
  case jumpEqualConstant, jumpNotEqualConstant
  /// to b where s[a] < s[c0], and its five kin.
  case jumpLess, jumpLessOrEqual, jumpGreater, jumpGreaterOrEqual
  case jumpEqual, jumpNotEqual
  /// to b where s[a], in a set of codes, has (flags 1) or has not (flags 0) the code c.
  case jumpBit
  /// to b where the set of codes that begins at s[a] has (flags 1) or has not (flags 0) the code s[c0].
  case jumpBitOfCode
  /// to b where the sets of codes that begin at s[a] and s[c0], of c1 words each, have (flags 1) or have not (flags 0) a code in
  /// common.
  case jumpMeet
  /// to b where comparing s[a] with s[c0] as doubles (or as uints) has the outcome in flags.
  case jumpCompareDouble, jumpCompareUInt
  /// Any of the comparisons above (flags: how; c0: the other register), with the outcome and s[a] recorded.
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
  /// s[a] becomes the number of codes that the sets that begin at s[b] and s[c0], of c1 words each, have in common.
  case countCommon

  // MARK: Calls

  /// Fails with failure b.
  case fail
  /// Throws the error saved at b again, where s[a] is 1.
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
  /// v[a] becomes what the one of the functions b that takes the values of the operands from c0 on yields.
  case callDynamic
  /// v[a] becomes the list (or map) of the operands from b on, c0 of them; c1: which of them are optional, or -1.
  /// flags: of a list, at least so many elements there is room for; of a map, 1 where its keys are texts that differ.
  case makeList, makeMap
  /// v[a] becomes the operands from c0 on, c1 of them, as one text; what they are if they are no texts, function b knows.
  case concatenate
  /// The set that begins at s[c0] becomes the codes of the list v[b], values of the enumeration c1; s[a], how far it is all of
  /// the list (``SetContent``).
  case collectCodes
  /// s[a] becomes the number of elements of the list v[b].
  case countElements
  /// v[a] becomes v[b] as an optional that is present.
  case makeOptional
  /// v[a] becomes the value in the optional v[b].
  case unwrapOptional
  /// to b where the optional v[a] is present (flags 1) or absent (flags 0).
  case jumpPresent
  /// v[a] becomes the field c0 of v[b]; flags: tested only, optional.
  case select
  /// v[a] becomes v[b][v[c0]]; flags: optional.
  case index
  /// to b where v[a] is true (flags 1) or false (flags 0); what is not a truth value fails.
  case jumpValue
  /// to b where v[a] == v[c0] is the outcome in flags.
  case jumpEqualValue
  /// to b where comparing v[a] with v[c0] has the outcome in flags; what cannot be compared fails.
  case jumpCompareValue
  /// to b where v[c0] has an element or key equal to v[a], or has not, by flags.
  case jumpContains
  /// to b where v[a] is a string with the bytes of v[c0], or is not, by flags.
  case jumpEqualText
  /// to b where the list v[a] has the string v[c0] as an element, or has not, by flags.
  case jumpContainsText
  /// v[a], a list or map, is prepared for iteration: s[b] becomes 0, s[b + 1] the number of elements,
  /// s[b + 2] their address.
  case beginLoop
  /// The next element of the list v[c0] goes to v[a] (or s[a], by flags); to b when there is none. c1: the counter.
  case loopNext
  /// v[a] becomes the value under the key v[b] (or at the index s[c1]) of what v[c0] goes through: the second variable.
  case loopSecond
  /// v[b] is appended to the list v[a].
  case append
  /// The entry v[b]: v[c0] is put into the map v[a] (flags 0), or every entry of the map v[b] (flags 1). An existing
  /// key fails.
  case insert
  /// v[a] becomes v[a] + v[b] (flags 0), or the lesser (1) or greater (2).
  case accumulateValue
  /// Records the condition at b with the outcome s[a] and, c0 being 1, the value v[c1]; 2, the scalar s[c1].
  case recordAtom
}

/// How a comparison is written into an instruction's flags.
enum CompareFlags {
  static let sense: UInt8 = 8
  static let constant: UInt8 = 16

  static func make(_ comparison: Comparison, sense: Bool) -> UInt8 { comparison.rawValue | (sense ? self.sense : 0) }

  /// Doubles and uints are compared in their own ways, everything else as ints.
  static func kind(_ kind: ScalarKind) -> UInt8 {
    switch kind {
    case .double: 32
    case .uint: 64
    default: 0
    }
  }

  static func comparison(_ flags: UInt8) -> Comparison { Comparison(rawValue: flags & 7) ?? .equal }
}

/// What ``Opcode/select`` and ``Opcode/index`` do beside looking.
enum SelectFlags {
  static let test: UInt8 = 1
  static let optional: UInt8 = 2
}

/// What ``Opcode/recordMarker`` records.
enum MarkerKind {
  static let marker: UInt8 = 0
  static let began: UInt8 = 1
  static let ended: UInt8 = 2
}

/// How ``Opcode/accumulateValue`` joins values.
package enum Accumulation: UInt8, Sendable { case sum, min, max }

/// How a value looks in an unboxed register.
enum ScalarKind: UInt8, Sendable {
  /// 0 or 1.
  case bool
  case int
  /// Its bit pattern.
  case uint
  /// Its bit pattern.
  case double
  /// The code of a vocabulary's member; never of another string.
  case code

  /// The type as CEL names it; of a code, that of its text.
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

/// An unboxed register and what its bits mean.
struct Scalar: Sendable {
  var kind: ScalarKind
  var register: Int32
  /// Of a code.
  var vocabulary: EnumerationType?
}

/// Where the planner finds the value of a node.
enum Operand {
  case constant(Value)
  case scalar(Scalar)
  case boxed(Int32)
  /// An optional scalar fact: present where `flag` is 1. `boxed` holds it as CEL's optional.
  case optional(flag: Int32, Scalar, slot: FactKey)
}

/// A fact, or one field of a fact that is a record.
struct FactKey: Hashable, Sendable {
  var slot: Int32
  /// Index of the field; -1 for the fact itself.
  var field: Int32 = -1
}

extension CELType {
  /// How this type looks unboxed; nil of types that are kept boxed.
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
  /// The bits of a scalar constant of `kind`; nil where the value is of another kind, or no member of `vocabulary`.
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

  /// The value of a scalar's bits.
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
  /// The vocabulary of a member.
  var scalarVocabulary: EnumerationType? {
    if case .enumeration(let vocabulary) = self { return vocabulary }
    return nil
  }
}
