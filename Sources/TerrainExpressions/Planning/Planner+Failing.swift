import TerrainBase

extension Planner {
  /// For each node, whether evaluating it may fail. What cannot fail needs no care in `&&` and `||`.
  static func findFailing(_ typed: TypedExpression, _ slots: SlotTable) -> [Bool] {
    var result = [Bool](repeating: false, count: typed.expression.nodes.count)
    for index in typed.expression.nodes.indices {
      let id = ID(index)
      var fails = mayFailItself(id, typed, slots)
      if !fails { typed.expression.forEachChild(of: id) { fails = fails || result[Int($0)] } }
      result[index] = fails
    }
    return result
  }

  private static func mayFailItself(_ id: ID, _ typed: TypedExpression, _ slots: SlotTable) -> Bool {
    switch typed.references[Int(id)] {
    case .variable(let variable):
      switch variable.binding {
      case .slot(let slot): return slots[slot].role == .decision
      case .constant: return false
      case .unbound: return true
      }
    case .constant, .local: return false
    case .none, .function: break
    }
    switch typed.expression.nodes[Int(id)].kind {
    case .literal: return false
    case .identifier, .select, .message, .map: return true
    case .comprehension(let loop):
      // What a fact's declaration requires of its elements was checked when it was set.
      guard loop.macro == "exists" || loop.macro == "all", case .variable = typed.references[Int(loop.range)] else {
        return true
      }
      switch typed.types[Int(loop.range)] {
      case .list, .map: return false
      default: return true
      }
    case .list(_, let optionals): return !optionals.isEmpty
    case .call(let function, _, let arguments): return callMayFail(function, arguments, typed)
    }
  }

  private static func callMayFail(_ function: Text, _ arguments: [ID], _ typed: TypedExpression) -> Bool {
    switch function.string {
    case "_==_", "_!=_", "hasValue", "orValue": return false
    case "_&&_", "_||_", "!_", "_?_:_":
      return arguments.contains { typed.types[Int($0)].isDynamic }
    case "_<_", "_<=_", "_>_", "_>=_", "@in":
      return arguments.contains { typed.types[Int($0)].isDynamic }
    default: return true
    }
  }
}
