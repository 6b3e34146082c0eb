import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// Puts an expression together from literals, operators and expressions that were written apart: what a cell requires
/// of its input becomes one CEL expression, so that there is one checker and one evaluator.
struct ExpressionComposer {
  private var nodes: [Expression.Node] = []
  private var macroCalls: [Expression.ID: Expression.MacroCall] = [:]
  private let source: ExpressionSource
  /// The range of what is nowhere written by itself.
  private let range: SourceRange

  /// A composer for an expression written in `node`.
  init(node: Node) {
    let text = node.text ?? ""
    source = ExpressionSource(text: text, node: node)
    range = SourceRange(start: 0, end: UInt32(clamping: text.utf8.count))
  }

  mutating func add(_ kind: Expression.Kind) -> Expression.ID {
    nodes.append(Expression.Node(kind: kind, range: range))
    return Expression.ID(truncatingIfNeeded: nodes.count - 1)
  }

  mutating func literal(_ value: Value) -> Expression.ID { add(.literal(value)) }

  mutating func call(_ function: Text, _ arguments: Expression.ID..., on target: Expression.ID? = nil) -> Expression.ID
  {
    add(.call(function: function, target: target, arguments: arguments))
  }

  /// A copy of `part`. `offset` is where its text begins in this one's; nil when it is written elsewhere.
  mutating func embed(_ part: Expression, at offset: Int?) -> Expression.ID {
    embed(part, at: offset, replacingInput: { _ in nil })
  }

  /// A copy of `part` in which each `it` has become what `input` makes.
  mutating func embed(
    _ part: Expression, at offset: Int?, replacingInput input: (inout ExpressionComposer) -> Expression.ID?
  ) -> Expression.ID {
    var moved: [Expression.ID] = []
    moved.reserveCapacity(part.nodes.count)
    func new(_ id: Expression.ID) -> Expression.ID { moved[Int(id)] }
    for node in part.nodes {
      if case .identifier("it") = node.kind, let replacement = input(&self) {
        moved.append(replacement)
        continue
      }
      var copy = node
      copy.kind = node.kind.renumbered(new)
      if let offset {
        let shift = UInt32(clamping: offset)
        copy.range = SourceRange(start: node.range.start &+ shift, end: node.range.end &+ shift)
      } else {
        copy.range = range
      }
      nodes.append(copy)
      moved.append(Expression.ID(truncatingIfNeeded: nodes.count - 1))
    }
    for (id, call) in part.macroCalls {
      macroCalls[new(id)] = Expression.MacroCall(
        name: call.name, target: call.target.map(new), arguments: call.arguments.map(new))
    }
    return new(part.root)
  }

  /// The expression whose top is `root`.
  func finish(_ root: Expression.ID) -> Expression {
    Expression(nodes: nodes, root: root, source: source, macroCalls: macroCalls)
  }
}
