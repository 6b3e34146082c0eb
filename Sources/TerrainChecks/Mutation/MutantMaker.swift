import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

/// Makes all mutants of a rule set, in the order of modules and of what is written in them.
package struct MutantMaker {
  private let ruleSet: RuleSet
  private var mutants: [Mutant] = []

  private init(_ ruleSet: RuleSet) { self.ruleSet = ruleSet }

  /// The mutants of the modules of `ruleSet` that `isWanted`.
  package static func mutants(of ruleSet: RuleSet, where isWanted: (Text) -> Bool = { _ in true }) -> [Mutant] {
    var maker = MutantMaker(ruleSet)
    for module in ruleSet.manifest.modules.map(\.module) where isWanted(module) {
      maker.mutateParameters(of: module)
      let own = ruleSet.linkedDecisions.indices.filter { ruleSet.linkedDecisions[$0].typed.module == module }
      func start(_ index: Int) -> UInt32 { ruleSet.linkedDecisions[index].typed.place.range.start }
      for index in own.ordered(by: { start($0) < start($1) }) { maker.mutate(index) }
    }
    return maker.mutants
  }

  // MARK: Parameters

  private mutating func mutateParameters(of module: Text) {
    for (index, parameter) in ruleSet.parameters.enumerated() where parameter.module == module {
      for value in Self.others(than: parameter) {
        var variant = RuleSetVariant()
        variant.parameters[index] = value
        for (number, linked) in ruleSet.linkedDecisions.enumerated() {
          if let changed = replacing(index, by: value, in: linked.typed) { variant.decisions[number] = changed }
        }
        guard !variant.decisions.isEmpty else { continue }
        mutants.append(
          Mutant(
            kind: .threshold, module: module, name: parameter.fullName, row: nil, place: parameter.declaration.place,
            was: parameter.value.asShortlyWritten, became: value.asShortlyWritten, variant: variant))
      }
    }
  }

  /// Values beside that of `parameter`, within its bounds.
  private static func others(than parameter: LinkedParameter) -> [Value] {
    if case .bool(let truth) = parameter.value { return [.bool(!truth)] }
    let bounds = FactBounds(minimum: parameter.declaration.minimum, maximum: parameter.declaration.maximum)
    return [true, false].compactMap { ValueMutation.stepped(parameter.value, up: $0) }.filter(bounds.contains)
  }

  /// `decision` with `value` wherever it reads the parameter at `index`; nil where it does not.
  private func replacing(_ index: Int, by value: Value, in decision: TypedDecision) -> TypedDecision? {
    var reads = false
    let changed = decision.mappingExpressions { typed in
      var references = typed.references
      for position in references.indices {
        guard case .variable(var variable) = references[position], case .constant = variable.binding,
          parameter(variable.name, readIn: decision.module) == index
        else { continue }
        reads = true
        variable.binding = .constant(value)
        references[position] = .variable(variable)
      }
      return TypedExpression(expression: typed.expression, types: typed.types, references: references)
    }
    return reads ? changed : nil
  }

  /// The parameter that `module` calls `name`: its own, or else one of a module that it uses.
  private func parameter(_ name: Text, readIn module: Text) -> Int? {
    let own = Text("\(module).\(name)")
    let parameters = ruleSet.parameters
    if let index = parameters.firstIndex(where: { $0.fullName == own }) { return index }
    let uses = ruleSet.modules.first { $0.name == module }?.uses ?? []
    return parameters.firstIndex { parameter in
      uses.contains(parameter.module)
        && (parameter.fullName == name || parameter.declaration.name == name
          || parameter.fullName.string.hasSuffix(".\(name)"))
    }
  }

  // MARK: Decisions

  private mutating func mutate(_ index: Int) {
    let decision = ruleSet.linkedDecisions[index].typed
    switch decision.body {
    case .value(let value):
      for change in ResultMutations.all(of: value, type: decision.type, others: []) {
        add(change.kind, index, nil, change.place, change.was, change.became) { $0.body = .value(change.result) }
      }
    case .rows(let table):
      for row in table.rows.indices { mutate(index, table, row) }
      guard let otherwise = table.otherwise else { return }
      for change in ResultMutations.all(of: otherwise, type: decision.type, others: table.rows.compactMap(\.then)) {
        var table = table
        table.otherwise = change.result
        add(change.kind, index, nil, change.place, change.was, change.became) { $0.body = .rows(table) }
      }
    }
  }

  private mutating func mutate(_ index: Int, _ table: TypedTable, _ row: Int) {
    let type = ruleSet.linkedDecisions[index].typed.type
    let written = table.rows[row]
    func add(_ maker: inout MutantMaker, _ change: ResultMutations.Change, _ set: (inout TypedRow) -> Void) {
      var table = table
      set(&table.rows[row])
      maker.add(change.kind, index, written.id, change.place, change.was, change.became) { $0.body = .rows(table) }
    }
    for (number, condition) in written.conditions.enumerated() {
      for change in ExpressionMutations.all(of: condition.expression, .condition) {
        var table = table
        table.rows[row].conditions[number].expression = change.expression
        self.add(change.kind, index, written.id, change.place, change.was, change.became) { $0.body = .rows(table) }
      }
    }
    if let then = written.then {
      let element = table.hit == .collect ? type.mutatedElement : type
      var others = table.rows.compactMap(\.then)
      others.remove(at: min(row, others.count - 1))
      for change in ResultMutations.all(of: then, type: element, others: others) {
        add(&self, change) { $0.then = change.result }
      }
    }
    if let score = written.score {
      for change in ResultMutations.all(of: score, type: table.scoreType ?? .dyn, others: []) {
        add(&self, change) { $0.score = change.result }
      }
    }
    var without = table
    without.rows.remove(at: row)
    self.add(.removed, index, written.id, written.place, "row `\(written.id)`", "nothing") {
      $0.body = .rows(without)
    }
    if row + 1 < table.rows.count, orderMatters(table, row) {
      let next = table.rows[row + 1].id
      var swapped = table
      swapped.rows.swapAt(row, row + 1)
      self.add(
        .swapped, index, written.id, written.place, "row `\(written.id)` before row `\(next)`", "after it"
      ) { $0.body = .rows(swapped) }
    }
  }

  /// Whether it may matter which of the row `row` and the one after it comes first.
  private func orderMatters(_ table: TypedTable, _ row: Int) -> Bool {
    switch table.hit.selection {
    case .earliest: return true
    case .highestScore:
      guard case .constant(let score, _)? = table.rows[row].score,
        case .constant(let other, _)? = table.rows[row + 1].score
      else { return true }
      return score.isEqual(to: other)
    case .only: return false
    case .all: return table.hit.isList
    }
  }

  private mutating func add(
    _ kind: Mutant.Kind, _ index: Int, _ row: Text?, _ place: Place, _ was: String, _ became: String,
    _ change: (inout TypedDecision) -> Void
  ) {
    var decision = ruleSet.linkedDecisions[index].typed
    change(&decision)
    var variant = RuleSetVariant()
    variant.decisions[index] = decision
    mutants.append(
      Mutant(
        kind: kind, module: decision.module, name: decision.fullName, row: row, place: place, was: was, became: became,
        variant: variant))
  }
}

// MARK: - Every expression of a decision

extension TypedDecision {
  /// The decision with each of its expressions as `change` makes it.
  fileprivate func mappingExpressions(_ change: (TypedExpression) -> TypedExpression) -> TypedDecision {
    var decision = self
    switch body {
    case .value(let value): decision.body = .value(value.mappingExpressions(change))
    case .rows(var table):
      for row in table.rows.indices {
        for condition in table.rows[row].conditions.indices {
          let typed = table.rows[row].conditions[condition].expression
          table.rows[row].conditions[condition].expression = change(typed)
        }
        table.rows[row].then = table.rows[row].then?.mappingExpressions(change)
        table.rows[row].score = table.rows[row].score?.mappingExpressions(change)
      }
      table.otherwise = table.otherwise?.mappingExpressions(change)
      decision.body = .rows(table)
    }
    return decision
  }
}

extension TypedResult {
  fileprivate func mappingExpressions(_ change: (TypedExpression) -> TypedExpression) -> TypedResult {
    switch self {
    case .constant: self
    case .expression(let typed): .expression(change(typed))
    case .list(let items, let place): .list(items.map { $0.mappingExpressions(change) }, place)
    case .object(let fields, let place):
      .object(fields.map { ($0.name, $0.value.mappingExpressions(change)) }, place)
    }
  }
}
