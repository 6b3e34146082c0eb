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

/// Hands out registers.
///
/// Lasting ones (facts, constants, decisions' results) count up from 0 and are never given twice. Temporary ones count
/// down from -1 and are free again once the statement that used them is planned; what one decision uses is never used
/// by another, since computing one may begin in the middle of the other.
struct Registers {
  private(set) var lastingScalars: Int32 = 0
  private(set) var lastingBoxed: Int32 = 0
  /// How many temporary registers there are in all.
  private(set) var temporaryScalars: Int32 = 0
  private(set) var temporaryBoxed: Int32 = 0
  private var scalarLevel: Int32 = 0
  private var boxedLevel: Int32 = 0
  /// True once an instruction named a register that does not fit one.
  private(set) var isExhausted = false

  /// What is in use, to go back to.
  struct Level {
    fileprivate var scalars: Int32
    fileprivate var boxed: Int32
  }

  var level: Level { Level(scalars: scalarLevel, boxed: boxedLevel) }

  mutating func free(downTo level: Level) {
    scalarLevel = level.scalars
    boxedLevel = level.boxed
  }

  /// Everything used so far stays in use: another decision begins.
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

  /// `register` as an instruction's first field holds it.
  mutating func checked(_ register: Int32) -> Int16 {
    if let short = Int16(exactly: register) { return short }
    isExhausted = true
    return 0
  }
}
