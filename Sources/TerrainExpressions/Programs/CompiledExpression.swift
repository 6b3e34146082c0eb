import TerrainDocuments
import TerrainValues

/// One expression, ready to run: for trying things out, and for tests. Rules use ``ProgramBuilder``.
public struct CompiledExpression {
  /// The type of its value.
  public let type: CELType

  /// Checks (unless told not to) and plans `expression`. Variables bound to no slot get their values from
  /// ``evaluate(_:limits:)``.
  public static func compile(
    _ expression: Expression, _ environment: Environment, checked: Bool = true
  ) -> (compiled: CompiledExpression?, diagnostics: [Diagnostic]) { (nil, []) }

  /// The value, with `values` for the environment's variables.
  public func evaluate(
    _ values: [Text: Value] = [:], limits: EvaluationLimits = .standard
  ) throws(EvaluationError) -> Value { .null }
}
