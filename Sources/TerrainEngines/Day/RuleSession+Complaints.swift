import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainValues

extension RuleSession {
  /// The value of `decision`; what its rules run into is a complaint about their file.
  func decided(_ decision: Decision) throws(DiagnosticError) -> Value {
    do throws(EvaluationError) {
      return try value(decision)
    } catch {
      throw DiagnosticError(Diagnostic(error))
    }
  }

  /// Gives a fact its value.
  func give(_ fact: Fact, _ value: Value) throws(DiagnosticError) {
    do throws(EvaluationError) {
      try set(fact, value)
    } catch {
      throw DiagnosticError(Diagnostic(error))
    }
  }
}
