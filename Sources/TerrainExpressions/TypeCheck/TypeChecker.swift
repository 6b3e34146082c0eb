import TerrainDocuments
import TerrainBase

/// Gives every node of an expression its type, and finds every mistake that types can show.
package enum TypeChecker {
  /// The limit `comprehension-depth`: how many loops (`exists`, `all`, `map`, …) may be nested.
  package static let maximumLoopDepth = 8

  /// Checks `expression` against `environment`.
  ///
  /// - Returns: the typed expression, nil when a diagnostic is an error; and all diagnostics.
  package static func check(
    _ expression: Expression, _ environment: Environment
  ) -> (typed: TypedExpression?, diagnostics: [Diagnostic]) {
    var pass = TypeCheckPass(expression, environment, mode: .checking)
    pass.run()
    return pass.finish()
  }

  /// Checks `expression` and that its type fits `expected`: `bool` for a condition; an enumeration, whose members may
  /// be written as literals.
  package static func check(
    _ expression: Expression, _ environment: Environment, expecting expected: CELType
  ) -> (typed: TypedExpression?, diagnostics: [Diagnostic]) {
    var pass = TypeCheckPass(expression, environment, mode: .checking)
    pass.run()
    pass.expect(expected, of: expression.root)
    return pass.finish()
  }

  /// Resolves names and nothing else: every type is `dyn`, every mistake is left to the run.
  package static func resolve(
    _ expression: Expression, _ environment: Environment
  ) -> (typed: TypedExpression?, diagnostics: [Diagnostic]) {
    var pass = TypeCheckPass(expression, environment, mode: .resolving)
    pass.run()
    return pass.finish()
  }
}
