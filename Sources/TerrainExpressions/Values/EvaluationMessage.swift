import TerrainBase
import TerrainDocuments

/// The messages of failed evaluations that several operations share; others are declared at their use.
package enum EvaluationMessage {
  static let absentValue = "a value that is absent was asked for"
  static let overflow = "the result is too large or too small for its type"
  static let divisionByZero = "division by zero"
  static let remainderByZero = "the remainder of a division by zero"
  static func wrongType(actual: Text, expected: String) -> String {
    "`\(expected)` is wanted here; this is `\(actual)`"
  }
  static func noSuchOverload(_ function: Text, _ types: [Text]) -> String {
    let listed = types.quoted
    return
      "`\(BinaryOperator(function: function)?.sign ?? function.string)` does not take \(listed.isEmpty ? "nothing" : listed)"
  }
  static func stepLimit(_ limit: Int) -> String { "this takes more than \(limit) steps; the limit is `steps`" }
  static func requestStepLimit(_ limit: Int) -> String {
    "the whole request takes more than \(limit) steps; the limit is `request-steps`"
  }
  static func sizeLimit(_ limit: Int) -> String {
    "this makes values of more than \(limit) bytes; the limit is `bytes`"
  }
  static let declaredOnly = "this function is declared, but nothing runs when it is called"
}
