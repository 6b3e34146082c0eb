import TerrainBase

/// The registers that setting a fact fills: only those that instructions read.
struct FactLayout: Sendable {
  /// The type of the fact or field.
  var type: CELType
  /// The name, for a field of a record.
  var field: Text?
  /// The register of the unboxed value; for an optional, of the value inside.
  var scalar: Int32 = -1
  /// A register that is 1 if an optional fact is present.
  var flag: Int32 = -1
  /// The register of the whole value.
  var boxed: Int32 = -1
  /// For a list of an enum's values, the register of the first 64-bit word of the set of codes.
  var bits: Int32 = -1

  /// The type inside an optional, else the type.
  var inner: CELType { type.unwrapped }

  var isOptional: Bool {
    if case .optional = type { return true }
    return false
  }

  /// The vocabulary, for a list of its members.
  var bitsVocabulary: EnumerationType? {
    if case .list(.enumeration(let vocabulary)) = inner { return vocabulary }
    return nil
  }
}

extension EnumerationType {
  /// The number of 64-bit words of a set of its values.
  var wordCount: Int { (cases.count + 63) / 64 }
}

/// A decision's code and its result.
struct DecisionLayout: Sendable {
  var slot: Int32
  var entry: Int32
  /// The result register for scalar types, else -1.
  var scalar: Int32
  /// The result register for all other types, else -1.
  var boxed: Int32
  /// True if it must be computed again for the next candidate.
  var dependsOnCandidate: Bool
  /// The facts that it may read, ascending.
  var facts: [Int32]
}

/// Allocates registers.
///
/// Permanent registers (facts, constants, results of decisions) count up from 0 and are never reused. Temporary registers count down from
/// -1 and are free again after the statement that uses them. Decisions do not share temporary registers, because the computation of one
/// decision may begin in the middle of another.
struct Registers {
  private(set) var lastingScalars: Int32 = 0
  private(set) var lastingBoxed: Int32 = 0
  /// The number of temporary registers.
  private(set) var temporaryScalars: Int32 = 0
  private(set) var temporaryBoxed: Int32 = 0
  private var scalarLevel: Int32 = 0
  private var boxedLevel: Int32 = 0
  /// True after an instruction has named a register whose number does not fit its field.
  private(set) var isExhausted = false

  /// The number of temporary registers in use, to which the allocation can return.
  struct Level {
    fileprivate var scalars: Int32
    fileprivate var boxed: Int32
  }

  var level: Level { Level(scalars: scalarLevel, boxed: boxedLevel) }

  mutating func free(downTo level: Level) {
    scalarLevel = level.scalars
    boxedLevel = level.boxed
  }

  /// Keeps all registers used until now in use, because another decision begins.
  mutating func keepAll() {
    scalarLevel = temporaryScalars
    boxedLevel = temporaryBoxed
  }

  mutating func temporaryScalar(count: Int32 = 1) -> Int32 {
    scalarLevel += count
    temporaryScalars = max(temporaryScalars, scalarLevel)
    return -scalarLevel
  }

  mutating func temporaryBoxed(count: Int32 = 1) -> Int32 {
    boxedLevel += count
    temporaryBoxed = max(temporaryBoxed, boxedLevel)
    return -boxedLevel
  }

  mutating func lastingScalar(count: Int = 1) -> Int32 {
    lastingScalars += Int32(truncatingIfNeeded: count)
    return lastingScalars - Int32(truncatingIfNeeded: count)
  }

  mutating func lastingBoxedRegister() -> Int32 {
    lastingBoxed += 1
    return lastingBoxed - 1
  }

  /// `register` in the width of an instruction's first field.
  mutating func checked(_ register: Int32) -> Int16 {
    if let short = Int16(exactly: register) { return short }
    isExhausted = true
    return 0
  }
}
