import TerrainDocuments
import TerrainExpressions
import TerrainBase

extension FunctionFailure.Code {
  /// No row of a decision holds, and it has no `otherwise`.
  package static let noRow = FunctionFailure.Code("no-row")
  /// Two rows hold where only one may.
  package static let twoRows = FunctionFailure.Code("two-rows")
  /// A fact is outside the range its module declares.
  package static let factRange = FunctionFailure.Code("fact-range")
}

/// Messages about decisions without a result. Values are not in the messages: they may be private, and are in
/// ``EvaluationError/seen``.
enum RuleFailure {
  static func noRow(_ decision: Text) -> String { "no row of `\(decision)` holds, and it has no `otherwise`" }

  /// The session names both rows.
  static let twoRows = "two rows hold where only one may"

  static func twoRows(_ decision: Text, _ first: Text, _ second: Text) -> String {
    "the rows `\(first)` and `\(second)` of `\(decision)` both hold, and only one may (`hit: unique`)"
  }

  static func missingFacts(_ names: [Text], _ decision: Text) -> String {
    names.count == 1
      ? "`\(decision)` needs the fact \(names.allQuoted), which is not given"
      : "`\(decision)` needs the facts \(names.allQuoted), which are not given"
  }

  static func factRange(_ fact: FactDeclaration) -> String {
    "`\(fact.name)` must be \(rangeWords(fact.minimum, fact.maximum))"
  }

  static func factSize(_ fact: FactDeclaration, _ limit: Int) -> String {
    "`\(fact.name)` may have at most \(limit) \(fact.type.erased == .string ? "characters" : "elements") (`max_size`)"
  }
}
