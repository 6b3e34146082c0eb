import TerrainDocuments
import TerrainValues

/// Gives every node of an expression its type, and finds every mistake that types can show.
public enum Checker {
  /// Checks `expression` against `environment`.
  ///
  /// - Returns: the typed expression, nil when a diagnostic is an error; and all diagnostics.
  public static func check(
    _ expression: Expression, _ environment: Environment
  ) -> (typed: TypedExpression?, diagnostics: [Diagnostic]) {
    (nil, [])
  }

  /// Checks `expression` and that its type fits `expected` (a condition is `bool`).
  public static func check(
    _ expression: Expression, _ environment: Environment, expecting expected: CELType
  ) -> (typed: TypedExpression?, diagnostics: [Diagnostic]) {
    (nil, [])
  }

  /// Resolves names and nothing else: every type is `dyn`, every mistake is left to be found when it runs.
  public static func resolve(
    _ expression: Expression, _ environment: Environment
  ) -> (typed: TypedExpression?, diagnostics: [Diagnostic]) {
    (nil, [])
  }
}
