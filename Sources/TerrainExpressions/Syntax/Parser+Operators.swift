import TerrainDocuments
import TerrainBase

extension Parser {
  // MARK: Nodes

  /// Adds a node over children at most `height` high.
  mutating func add(
    _ kind: Expression.Kind, _ start: Int, _ end: Int, above height: Int32 = 0
  ) throws(SyntaxFailure) -> Expression.ID {
    guard nodes.count < limits.nodes else {
      throw SyntaxFailure(.tooManyNodes(limit: limits.nodes, at: lexer.place(of: previous)))
    }
    guard height < limits.depth else {
      throw SyntaxFailure(.tooDeep(limit: limits.depth, at: lexer.place(of: previous)))
    }
    nodes.append(
      Expression.Node(kind: kind, range: SourceRange(start: UInt32(start), end: UInt32(end))))
    heights.append(height + 1)
    return Expression.ID(nodes.count - 1)
  }

  /// Adds a node and puts it on the stack of values.
  @inline(__always)
  mutating func push(
    _ kind: Expression.Kind, _ start: Int, _ end: Int, above height: Int32 = 0
  ) throws(SyntaxFailure) {
    operands.append(Operand(id: try add(kind, start, end, above: height), start: start, end: end))
  }

  mutating func addCall(
    _ function: Text, _ arguments: [Expression.ID], _ start: Int, _ end: Int
  ) throws(SyntaxFailure) -> Expression.ID {
    try add(
      .call(function: function, target: nil, arguments: arguments), start, end, above: highest(arguments))
  }

  mutating func pushCall(
    _ function: Text, _ arguments: [Expression.ID], _ start: Int, _ end: Int
  ) throws(SyntaxFailure) {
    operands.append(
      Operand(id: try addCall(function, arguments, start, end), start: start, end: end))
  }

  // MARK: Reducing

  /// Applies every operator on top of the stack that binds at least as tightly as `precedence`.
  mutating func reduce(to precedence: Int) throws(SyntaxFailure) {
    while let top = pending.last {
      switch top.kind {
      case .binary:
        guard top.binary.precedence >= precedence else { return }
        if top.binary == .and || top.binary == .or {
          try reduceChain(of: top.binary)
        } else {
          pending.removeLast()
          let right = operands.removeLast()
          let left = operands.removeLast()
          try pushCall(top.binary.function, [left.id, right.id], left.start, right.end)
        }
      case .not, .negate:
        pending.removeLast()
        let operand = operands.removeLast()
        try pushCall(top.kind == .not ? "!_" : "-_", [operand.id], top.token.start, operand.end)
      case .conditionalElse:
        guard precedence == Precedence.conditional else { return }
        pending.removeLast()
        let otherwise = operands.removeLast()
        let then = operands.removeLast()
        let condition = operands.removeLast()
        try pushCall("_?_:_", [condition.id, then.id, otherwise.id], condition.start, otherwise.end)
      default:
        return
      }
    }
  }

  /// Makes a balanced tree of `a && b && c && …`, so that a long chain is not a deep one.
  private mutating func reduceChain(of binary: BinaryOperator) throws(SyntaxFailure) {
    var first = pending.count - 1
    while first > 0, pending[first - 1].kind == .binary, pending[first - 1].binary == binary { first -= 1 }
    let terms = Array(operands[(operands.count - 1 - (pending.count - first))...])
    pending.removeSubrange(first...)
    operands.removeLast(terms.count)
    operands.append(try balanced(binary.function, terms[...]))
  }

  private mutating func balanced(
    _ function: Text, _ terms: ArraySlice<Operand>
  ) throws(SyntaxFailure) -> Operand {
    guard terms.count > 1, let first = terms.first, let last = terms.last else {
      return terms[terms.startIndex]
    }
    let middle = terms.startIndex + BalancedChain.left(of: terms.count)
    let left = try balanced(function, terms[..<middle])
    let right = try balanced(function, terms[middle...])
    let id = try addCall(function, [left.id, right.id], first.start, last.end)
    return Operand(id: id, start: first.start, end: last.end)
  }
}

/// How a chain of `&&` or `||` is made a tree: the parser builds by it and the printer knows by it which parentheses
/// are not needed.
enum BalancedChain {
  /// How many of `count` terms are in the left half.
  static func left(of count: Int) -> Int { (count + 1) / 2 }
}

extension Diagnostic {
  static func tooManyNodes(limit: Int, at place: Place) -> Diagnostic {
    expression(
      "expressions/too-many-nodes", "this expression has more than \(limit) parts; the limit is `expression-nodes`",
      place,
      fix: "split it into several decisions")
  }

  static func tooDeep(limit: Int, at place: Place) -> Diagnostic {
    expression(
      "expressions/too-deep",
      "this expression has more than \(limit) operations one upon another; the limit is `expression-depth`",
      place,
      fix: "split it into several decisions, or add up a list: `[a, b, c].sum()`")
  }
}
