import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// Writes the jumps from one input's value to what is left for it.
struct BranchWriter {
  private let dispatch: RowDispatch
  private let subject: TypedExpression

  init(_ dispatch: RowDispatch, slots: SlotTable) {
    self.dispatch = dispatch
    subject = TypedExpression(reading: dispatch.slot, slots[dispatch.slot])
  }

  /// Writes the jumps, and at each of their ends what `rest` writes for the rows left there.
  func write(
    _ builder: inout BytecodeBuilder, rest: (_ rows: [PendingRow], inout BytecodeBuilder) -> Void
  ) {
    if dispatch.isOrdered {
      let register: BytecodeBuilder.Register
      if let existing = builder.register(reading: dispatch.slot) {
        register = existing
      } else {
        register = builder.makeRegister(dispatch.type)
        builder.evaluate(subject, into: register)
      }
      let bound = dispatch.type == .int ? register : builder.makeRegister(dispatch.type)
      split(0..<dispatch.groups.count, register, bound, &builder, rest)
      return
    }
    let labels = dispatch.groups.map { _ in builder.makeLabel() }
    if dispatch.type == .bool {
      // Groups are for `false` and `true`, in this order.
      builder.branch(on: subject, ifFalse: labels[0])
      builder.jump(to: labels[1])
    } else {
      var cases: [(value: Value, label: BytecodeBuilder.Label)] = []
      var otherwise = labels[labels.count - 1]
      for (group, label) in zip(dispatch.groups, labels) {
        if group.values.isEmpty { otherwise = label }
        for value in group.values { cases.append((value, label)) }
      }
      builder.branch(on: subject, cases: cases, otherwise: otherwise)
    }
    for (group, label) in zip(dispatch.groups, labels) {
      builder.bind(label)
      rest(group.rows, &builder)
    }
  }

  /// Halves a run of stretches until one is left. Recursion is as deep as the logarithm of their number.
  private func split(
    _ range: Range<Int>, _ register: BytecodeBuilder.Register, _ bound: BytecodeBuilder.Register,
    _ builder: inout BytecodeBuilder, _ rest: (_ rows: [PendingRow], inout BytecodeBuilder) -> Void
  ) {
    let middle = (range.lowerBound + range.upperBound) / 2
    // Every stretch but the last has an upper bound.
    guard range.count > 1, let upper = dispatch.groups[middle - 1].upper else {
      return rest(dispatch.groups[range.lowerBound].rows, &builder)
    }
    let above = builder.makeLabel()
    let comparison: Comparison = upper.isClosed ? .lessOrEqual : .less
    if case .int(let number) = upper.value {
      builder.branch(register, comparison, number, ifFalse: above)
    } else {
      builder.load(upper.value, into: bound)
      builder.branch(register, comparison, bound, ifFalse: above)
    }
    split(range.lowerBound..<middle, register, bound, &builder, rest)
    builder.bind(above)
    split(middle..<range.upperBound, register, bound, &builder, rest)
  }
}

extension TypedExpression {
  /// The name of `slot`, as an expression.
  init(reading slot: Slot, _ entry: SlotTable.Entry) {
    let node = Expression.Node(kind: .identifier(entry.name), range: SourceRange(start: 0, end: 0))
    let variable = Environment.Variable(name: entry.name, type: entry.type, binding: .slot(slot))
    self.init(
      expression: Expression(nodes: [node], root: 0, source: ExpressionSource(text: entry.name)), types: [entry.type],
      references: [.variable(variable)])
  }
}
