import TerrainBase

extension BytecodeBuilder {
  /// Jumps to the label of the case that equals `subject` (an int, string or enumeration), else to `otherwise`, at the
  /// same cost whichever it is. Of equal cases the first counts.
  package mutating func branch(
    on subject: TypedExpression, cases: [(value: Value, label: Label)], otherwise: Label
  ) {
    _ = statement(subject) { planner in
      let operand = planner.value(subject.expression.root)
      let assembly = planner.assembly
      if case .scalar(let scalar) = operand, scalar.kind == .code, let vocabulary = scalar.vocabulary {
        var targets = [Int32](repeating: otherwise.index, count: vocabulary.cases.count)
        for (value, label) in cases.reversed() {
          if case .string(let text) = value, let code = vocabulary.code(of: text) { targets[code] = label.index }
        }
        assembly.jumpTables.append(targets)
        assembly.emit(.switchCode, a: scalar.register, b: Int32(truncatingIfNeeded: assembly.jumpTables.count - 1))
        return
      }
      let table = Int32(truncatingIfNeeded: assembly.switches.count)
      assembly.switches.append(
        Assembly.Switch(keys: cases.map { $0.value }, targets: cases.map { $0.label.index }, otherwise: otherwise.index)
      )
      if case .scalar(let scalar) = operand, scalar.kind == .int {
        assembly.emit(.switchInt, a: scalar.register, b: table)
      } else {
        assembly.emit(.switchValue, a: planner.boxed(operand), b: table)
      }
    }
  }
}
