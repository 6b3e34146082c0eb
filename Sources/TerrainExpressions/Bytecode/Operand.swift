import TerrainBase

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
