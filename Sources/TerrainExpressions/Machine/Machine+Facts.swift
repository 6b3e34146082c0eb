import TerrainBase

extension Machine {
  /// Gives a fact its value: of the slot's type, or of `T` (or null, for absent) where the type is `optional<T>`.
  ///
  /// - Parameter isValidated: the value was read as one of the slot's type, within its bounds: what is inside it is not
  ///   checked again.
  /// - Throws: `fact-type` when the value is not of the slot's type, `fact-range` when it is out of its bounds.
  package func set(_ slot: Slot, _ value: Value, isValidated: Bool = false) throws(EvaluationError) {
    takeBack(slot)
    guard let wrong = facts.set(Int(slot.index), value, isValidated: isValidated, s, v) else { return }
    guard Int(slot.index) < bytecode.slots.entries.count else {
      throw EvaluationError(.factType, EvaluationMessage.notAFact)
    }
    let entry = bytecode.slots[slot]
    if wrong.isOutOfBounds {
      throw EvaluationError(
        .outOfBounds, EvaluationMessage.factOutOfBounds(entry.name), seen: [.init(name: entry.name, value: value)])
    }
    throw EvaluationError(
      .factType,
      EvaluationMessage.factType(
        wrong.field.map { "\(entry.name).\($0)" } ?? entry.name.string, wrong.field == nil ? entry.type : wrong.expected
      ))
  }

  /// Gives an `int` fact its value; false when the slot is of another type, or the value out of its bounds.
  @discardableResult
  package func set(_ slot: Slot, int: Int64) -> Bool {
    facts.setPlain(Int(slot.index), int: int, s) || setOther(slot, int: int)
  }

  @inline(never) private func setOther(_ slot: Slot, int: Int64) -> Bool {
    facts.isInt(Int(slot.index)) && facts.set(Int(slot.index), .int(int), s, v) == nil
  }
}

extension FunctionFailure.Code {
  /// More steps than ``EvaluationLimits/steps``.
  package static let stepLimit = FunctionFailure.Code("step-limit")
  /// Nobody wants the result any more (``EvaluationLimits/isInterrupted``).
  package static let interrupted = FunctionFailure.Code("interrupted")
  /// More to record than ``EvaluationLimits/traceEvents``.
  package static let traceLimit = FunctionFailure.Code("trace-limit")
  /// A name that means nothing here, or has no value.
  package static let unknownName = FunctionFailure.Code("unknown-name")
  /// A fact that a decision needs has no value.
  package static let missingFact = FunctionFailure.Code("missing-fact")
  /// A fact's value is not of its type.
  package static let factType = FunctionFailure.Code("fact-type")
  /// A fact's value is out of the bounds declared for it.
  static let outOfBounds = FunctionFailure.Code("fact-range")
  /// A value is of another type than its declaration.
  package static let wrongType = FunctionFailure.Code("wrong-type")
  /// A decision that needs its own outcome.
  package static let cycle = FunctionFailure.Code("cycle")
}

extension EvaluationMessage {
  static let notAFact = "this is no fact of the bytecode"

  static func factOutOfBounds(_ name: Text) -> String { "the fact `\(name)` is out of its bounds" }

  static func factType(_ name: String, _ expected: CELType) -> String {
    "the fact `\(name)` must be of type `\(expected)`"
  }
}
