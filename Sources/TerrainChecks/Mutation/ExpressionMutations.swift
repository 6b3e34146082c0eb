import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// The expressions that differ from one in a number, a comparison or a value that `in` lists.
struct ExpressionMutations {
  /// One of them.
  struct Change {
    let kind: Mutant.Kind
    let expression: TypedExpression
    let place: Place
    let was: String
    let became: String
  }

  /// What may be changed.
  enum Use {
    /// A condition: numbers go both ways.
    case condition
    /// A result: numbers go up.
    case result
  }

  private let typed: TypedExpression
  private let use: Use
  private let environment: Environment
  private var changes: [Change] = []

  private init(_ typed: TypedExpression, _ use: Use) {
    self.typed = typed
    self.use = use
    var environment = Environment()
    for case .variable(let variable) in typed.references {
      environment.declare(variable.name, variable.type, variable.binding)
    }
    self.environment = environment
  }

  /// All changes of `typed`, in the order they are written.
  static func all(of typed: TypedExpression, _ use: Use) -> [Change] {
    var mutations = ExpressionMutations(typed, use)
    mutations.look(at: typed.expression.root)
    return mutations.changes
  }

  /// Looks at what is written under `root`: of a macro at what it was given, not at the loop that it became.
  private mutating func look(at root: Expression.ID) {
    let expression = typed.expression
    var waiting: [(id: Expression.ID, parent: Expression.ID?)] = [(root, nil)]
    while let (id, parent) = waiting.popLast() {
      if let macro = expression.macroCalls[id] {
        for part in macro.arguments.reversed() { waiting.append((part, nil)) }
        if let target = macro.target { waiting.append((target, nil)) }
        continue
      }
      switch expression.kind(of: id) {
      case .literal(let value): changeLiteral(value, id, parent)
      case .call(let function, nil, let arguments) where arguments.count == 2:
        if let other = Self.opposites[function.string] {
          add(.comparison, id, shown: id, .call(function: Text(other), target: nil, arguments: arguments))
        } else if function == "@in" {
          changeList(arguments[1], of: id)
        }
      default: break
      }
      var children: [Expression.ID] = []
      expression.forEachChild(of: id) { children.append($0) }
      for child in children.reversed() { waiting.append((child, id)) }
    }
  }

  /// What each comparison becomes: an ordering includes its bound or excludes it, an equality is turned around.
  private static let opposites = [
    "_<_": "_<=_", "_<=_": "_<_", "_>_": "_>=_", "_>=_": "_>_", "_==_": "_!=_", "_!=_": "_==_",
  ]

  private mutating func changeLiteral(_ value: Value, _ id: Expression.ID, _ parent: Expression.ID?) {
    let comparison = parent.flatMap { self.comparison($0) }
    if case .bool(let truth) = value {
      // Compared with `==`, the comparison is turned around already.
      if comparison == nil, use == .result { add(.result, id, shown: id, .literal(.bool(!truth))) }
      return
    }
    // Each value that `in` lists is left out anyway.
    if let parent, use == .condition, case .list(let elements, _) = typed.expression.kind(of: parent),
      elements.count > 1
    {
      return
    }
    for up in use == .condition ? [true, false] : [true] {
      guard let next = ValueMutation.stepped(value, up: up), !isKnown(up, value, id, comparison) else { continue }
      let shown = comparison == nil ? id : parent ?? id
      add(use == .condition || comparison != nil ? .threshold : .result, id, shown: shown, .literal(next))
    }
  }

  /// The function and the right operand, where `id` compares.
  private func comparison(_ id: Expression.ID) -> (function: String, right: Expression.ID)? {
    guard case .call(let function, nil, let arguments) = typed.expression.kind(of: id), arguments.count == 2,
      Self.opposites[function.string] != nil
    else { return nil }
    return (function.string, arguments[1])
  }

  /// Whether the step of a whole number does what the other operator does: `x < 3` and `x <= 3` are `x < 4` and `x < 3`.
  private func isKnown(
    _ up: Bool, _ value: Value, _ id: Expression.ID, _ comparison: (function: String, right: Expression.ID)?
  ) -> Bool {
    guard case .int = value, let comparison, comparison.right == id else { return false }
    switch comparison.function {
    case "_<_", "_>=_": return up
    case "_<=_", "_>_": return !up
    default: return false
    }
  }

  private mutating func changeList(_ list: Expression.ID, of membership: Expression.ID) {
    guard case .list(let elements, let optionals) = typed.expression.kind(of: list), elements.count > 1,
      optionals.isEmpty
    else { return }
    for index in elements.indices {
      var rest = elements
      rest.remove(at: index)
      add(.comparison, list, shown: membership, .list(elements: rest, optionals: []))
    }
  }

  /// Adds the expression in which the node `id` is `kind`, unless it does not type-check.
  private mutating func add(_ what: Mutant.Kind, _ id: Expression.ID, shown: Expression.ID, _ kind: Expression.Kind) {
    var changed = typed.expression
    changed.nodes[Int(id)].kind = kind
    let (checked, diagnostics) = TypeChecker.check(changed, environment, expecting: typed.type)
    guard let checked, !diagnostics.hasErrors else { return }
    changes.append(
      Change(
        kind: what, expression: checked, place: typed.expression.place(of: shown),
        was: typed.expression.printed(shown).string, became: changed.printed(shown).string))
  }
}
