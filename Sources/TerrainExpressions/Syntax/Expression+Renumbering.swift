extension Expression.Kind {
  /// The kind with every node in it called by its new number.
  package func renumbered(_ new: (Expression.ID) -> Expression.ID) -> Expression.Kind {
    switch self {
    case .literal, .identifier: return self
    case .select(let operand, let field, let testOnly, let optional):
      return .select(operand: new(operand), field: field, testOnly: testOnly, optional: optional)
    case .call(let function, let target, let arguments):
      return .call(function: function, target: target.map(new), arguments: arguments.map(new))
    case .list(let elements, let optionals): return .list(elements: elements.map(new), optionals: optionals)
    case .map(let entries):
      return .map(
        entries: entries.map {
          Expression.MapEntry(key: new($0.key), value: new($0.value), optional: $0.optional)
        })
    case .message(let type, let fields):
      return .message(
        type: type,
        fields: fields.map {
          Expression.MessageField(name: $0.name, value: new($0.value), optional: $0.optional)
        })
    case .comprehension(var loop):
      loop.range = new(loop.range)
      loop.initial = new(loop.initial)
      loop.condition = new(loop.condition)
      loop.step = new(loop.step)
      loop.result = new(loop.result)
      return .comprehension(loop)
    }
  }
}
