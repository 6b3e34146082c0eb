import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Returns the value of `body`. An evaluation error that it throws becomes the diagnostic of the rule that caused it.
@inline(__always)
package func diagnosing<Result>(
  _ body: @autoclosure () throws(EvaluationError) -> Result
) throws(DiagnosticError) -> Result {
  do throws(EvaluationError) {
    return try body()
  } catch {
    throw DiagnosticError(Diagnostic(error))
  }
}

extension RuleSession {
  /// Returns the value of `decision`.
  func decided(_ decision: Decision) throws(DiagnosticError) -> Value { try diagnosing(try value(decision)) }

  /// Gives `fact` its value.
  func give(_ fact: Fact, _ value: Value) throws(DiagnosticError) { try diagnosing(try set(fact, value)) }
}
