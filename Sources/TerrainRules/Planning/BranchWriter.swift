import TerrainDocuments
import TerrainExpressions
import TerrainValues

/// Writes the jumps from one input's value to what is left for it.
struct BranchWriter {
  private let dispatch: RowDispatch
  private let subject: TypedExpression

  init(_ dispatch: RowDispatch, slots: SlotTable, _ builder: inout ProgramBuilder) {
    self.dispatch = dispatch
    subject = TypedExpression(reading: dispatch.slot, slots[dispatch.slot])
  }

  /// Writes the jumps; returns what is to be written at each label. Neighbouring stretches for which the same is left
  /// share one.
  mutating func write(_ builder: inout ProgramBuilder) -> [(rows: [PendingRow], label: ProgramBuilder.Label)] {
    let labels = dispatch.groups.map { _ in builder.makeLabel() }
    if dispatch.isOrdered {
      let register = builder.makeRegister(dispatch.type)
      builder.evaluate(subject, into: register)
      let bound = builder.makeRegister(dispatch.type)
      split(0..<dispatch.groups.count, labels, register, bound, &builder)
    } else {
      var cases: [(value: Value, label: ProgramBuilder.Label)] = []
      var otherwise = labels[labels.count - 1]
      for (group, label) in zip(dispatch.groups, labels) {
        if group.values.isEmpty { otherwise = label }
        for value in group.values { cases.append((value, label)) }
      }
      if dispatch.type == .bool {
        // Groups are for `false` and `true`, in this order.
        builder.branch(on: subject, ifFalse: labels[0])
        builder.jump(to: labels[1])
      } else {
        builder.branch(on: subject, cases: cases, otherwise: otherwise)
      }
    }
    return zip(dispatch.groups, labels).map { ($0.rows, $1) }
  }

  /// Halves a run of stretches until one is left. Recursion is as deep as the logarithm of their number.
  private func split(
    _ range: Range<Int>, _ labels: [ProgramBuilder.Label], _ register: ProgramBuilder.Register,
    _ bound: ProgramBuilder.Register, _ builder: inout ProgramBuilder
  ) {
    guard range.count > 1 else {
      builder.jump(to: labels[range.lowerBound])
      return
    }
    let middle = (range.lowerBound + range.upperBound) / 2
    let above = builder.makeLabel()
    // Every stretch but the last has an upper bound.
    if let upper = dispatch.groups[middle - 1].upper {
      let comparison: ProgramBuilder.Comparison = upper.isClosed ? .lessOrEqual : .less
      if case .int(let number) = upper.value {
        builder.branch(register, comparison, number, ifFalse: above)
      } else {
        builder.load(upper.value, into: bound)
        builder.branch(register, comparison, bound, ifFalse: above)
      }
    }
    split(range.lowerBound..<middle, labels, register, bound, &builder)
    builder.bind(above)
    split(middle..<range.upperBound, labels, register, bound, &builder)
  }
}

extension TypedExpression {
  /// The name of `slot`, as an expression.
  fileprivate init(reading slot: Slot, _ entry: SlotTable.Entry) {
    let node = Expression.Node(kind: .identifier(entry.name), range: SourceRange(start: 0, end: 0))
    let variable = Environment.Variable(name: entry.name, type: entry.type, binding: .slot(slot))
    self.init(
      expression: Expression(nodes: [node], root: 0, source: ExpressionSource(text: entry.name)), types: [entry.type],
      references: [.variable(variable)])
  }
}
