import TerrainExpressions
import TerrainBase

/// Loops that ask which elements a list has: `['a', 'b'].exists(x, x in tags)` is `'a' in tags || 'b' in tags`.
extension ConditionReader {
  /// The loop `id`, where it is `exists` or `all` over members; nil of any other.
  mutating func quantified(_ id: Expression.ID, _ loop: Expression.Comprehension) -> ConditionFormula? {
    guard loop.variable2 == nil, loop.macro == "exists" || loop.macro == "all",
      case .call(_, nil, let step) = typed.expression.kind(of: loop.step), step.count == 2
    else { return nil }
    // All are so where none is not.
    guard loop.macro == "all" else { return some(of: loop.range, id, meets: step[1], true) }
    return some(of: loop.range, id, meets: step[1], false).map { .not($0) }
  }

  /// That for some element of `range`, the loop `id`'s, `condition` is `truth`.
  private mutating func some(
    of range: Expression.ID, _ id: Expression.ID, meets condition: Expression.ID, _ truth: Bool
  ) -> ConditionFormula? {
    guard case .call(let function, nil, let parts) = typed.expression.kind(of: condition) else { return nil }
    switch (function.string, parts.count) {
    case ("!_", 1): return some(of: range, id, meets: parts[0], !truth)
    case ("@in", 2):
      guard isElement(parts[0], of: id) else { return nil }
      if case .list(let elements)? = constant(range) {
        let members = elements.map { member($0, of: parts[1], condition) }
        guard !members.contains(where: { $0 == nil }) else { return nil }
        return any(members.compactMap { $0 }.map { truth ? $0 : .not($0) })
      }
      guard truth, case .list(let elements)? = constant(parts[1]) else { return nil }
      return some(elements, of: range, condition)
    case ("_==_", 2), ("_!=_", 2):
      guard truth == (function == "_==_") else { return nil }
      let sides = isElement(parts[0], of: id) ? (parts[0], parts[1]) : (parts[1], parts[0])
      guard isElement(sides.0, of: id), let element = constant(sides.1) else { return nil }
      return some([element], of: range, condition)
    default: return nil
    }
  }

  /// That the list at `list` has one of `elements`.
  private mutating func some(
    _ elements: [Value], of list: Expression.ID, _ test: Expression.ID
  ) -> ConditionFormula? {
    let members = elements.map { member($0, of: list, test) }
    return members.contains { $0 == nil } ? nil : any(members.compactMap { $0 })
  }

  private func any(_ formulas: [ConditionFormula]) -> ConditionFormula {
    formulas.isEmpty ? .constant(false) : formulas.count == 1 ? formulas[0] : .any(formulas)
  }

  private func isElement(_ node: Expression.ID, of loop: Expression.ID) -> Bool {
    if case .local(loop, .first) = typed.references[Int(node)] { return true }
    return false
  }
}
