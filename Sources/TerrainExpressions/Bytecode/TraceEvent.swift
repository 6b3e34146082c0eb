import TerrainBase

/// Something a traced run passed, in the order it happened.
package enum TraceEvent: Sendable {
  /// ``BytecodeBuilder/record(_:)``: what the number means is its maker's business (a row begun, a row that holds).
  case marker(Int32)
  /// A condition that was evaluated: the smallest part of `&&`, `||`, `!` and `?:` that is `bool` by itself.
  /// `expression` is what ``BytecodeBuilder/branch(on:ifFalse:)`` returned, `node` the condition in it; `seen` its left
  /// operand (the input of a comparison), nil where there is none.
  case atom(expression: Int32, node: Expression.ID, holds: Bool, seen: Value?)
  /// A decision was computed (its events are those since its `decisionBegan`).
  case decisionBegan(Slot)
  case decisionEnded(Slot)
}
