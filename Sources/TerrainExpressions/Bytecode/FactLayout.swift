import TerrainBase

/// Which registers setting a fact fills: only those some instruction reads.
struct FactLayout: Sendable {
  /// The fact's (or field's) type.
  var type: CELType
  /// Of a record's field, its name.
  var field: Text?
  /// The unboxed value; of an optional, the value inside.
  var scalar: Int32 = -1
  /// 1 where an optional is present.
  var flag: Int32 = -1
  /// The whole value.
  var boxed: Int32 = -1
  /// The first 64-bit word of the set of codes, of a list of an enum's values.
  var bits: Int32 = -1

  /// The type inside an optional, else the type.
  var inner: CELType { type.unwrapped }

  var isOptional: Bool {
    if case .optional = type { return true }
    return false
  }

  /// The vocabulary of a list of its members.
  var bitsVocabulary: EnumerationType? {
    if case .list(.enumeration(let vocabulary)) = inner { return vocabulary }
    return nil
  }
}

extension EnumerationType {
  /// The 64-bit words of a set of its values.
  var wordCount: Int { (cases.count + 63) / 64 }
}

/// A decision's code and its result.
struct DecisionLayout: Sendable {
  var slot: Int32
  var entry: Int32
  /// Of a scalar type, else -1.
  var scalar: Int32
  /// Of any other type, else -1.
  var boxed: Int32
  /// Whether it must be computed again for the next candidate.
  var dependsOnCandidate: Bool
  /// The facts it may read, ascending.
  var facts: [Int32]
}
