import TerrainDocuments
import TerrainExpressions
import TerrainValues

extension RuleSet {
  /// The rule set as finite tables.
  package func tableView() -> TableView {
    var maker = TableViewMaker(JointSlots(self))
    return maker.make()
  }
}

extension TableView {
  /// Two versions of a rule set, between which there is `difference`, over the same inputs: the tables of `old`, in the order of its
  /// decisions, then those of `new`.
  package init(_ old: RuleSet, and new: RuleSet, _ difference: RuleSetDifference) {
    var maker = TableViewMaker(JointSlots(old, new, difference))
    self = maker.make()
  }
}

/// Makes finite tables of a rule set: first it collects what every condition tests, then it cuts every input into
/// classes, then it writes the conditions down as sets of classes.
private struct TableViewMaker {
  /// An input of some condition.
  private struct Input {
    var key: ConditionInput
    var type: CELType
    var isOptional: Bool
    var minimum: Value?
    var maximum: Value?
    var name: String
    var origin: TableView.Origin
    var place: Place?
    var predicates: [InputTest.Predicate] = []
  }

  /// A decision with its conditions taken apart.
  private struct Reading {
    var rows: [ConditionFormula] = []
    /// Conditions that results are, by row; the last is `otherwise` or `value`.
    var results: [ConditionFormula?] = []
    var rest: ConditionFormula?
  }

  private let slots: JointSlots
  private var inputs: [Input] = []
  private var indices: [ConditionInput: Int] = [:]
  private var classes: [InputClasses] = []

  init(_ slots: JointSlots) { self.slots = slots }

  mutating func make() -> TableView {
    let decisions = zip(slots.rules, slots.versions).flatMap { rules, version in
      rules.linkedDecisions.map { (linked: $0, version: version) }
    }
    let readings = decisions.map { read($0.linked.typed, $0.version) }
    // Decisions that decisions name are columns even where no condition compares them with a constant.
    classes = inputs.map { input in
      InputClasses(
        input.type, minimum: input.minimum, maximum: input.maximum, mayBeAbsent: input.isOptional,
        predicates: input.predicates)
    }
    let columns = zip(inputs, classes).map { input, classes in
      TableView.Column(name: input.name, origin: input.origin, classes: classes.classes, place: input.place)
    }
    var tables: [TableView.Table] = []
    for (decision, reading) in zip(decisions, readings) {
      tables.append(table(decision.linked.typed, reading, indices[.slot(decision.version.slot(decision.linked.slot))]))
    }
    return TableView(columns: columns, tables: tables, names: names())
  }

  // MARK: What conditions test

  private mutating func read(_ decision: TypedDecision, _ version: VersionSlots) -> Reading {
    var reading = Reading()
    switch decision.body {
    case .value(let value): reading.rest = condition(value, in: decision, version)
    case .rows(let table):
      for row in table.rows {
        reading.rows.append(.all(row.conditions.map { formula($0.expression, in: decision, version) }))
        reading.results.append(row.then.flatMap { condition($0, in: decision, version) })
      }
      reading.rest = table.otherwise.flatMap { condition($0, in: decision, version) }
    }
    return reading
  }

  /// A result that is a condition: an expression of type `bool`.
  private mutating func condition(
    _ result: TypedResult, in decision: TypedDecision, _ version: VersionSlots
  ) -> ConditionFormula? {
    guard case .expression(let typed) = result, typed.type == .bool else { return nil }
    return formula(typed, in: decision, version)
  }

  private mutating func formula(
    _ typed: TypedExpression, in decision: TypedDecision, _ version: VersionSlots
  ) -> ConditionFormula {
    var reader = ConditionReader(typed, module: decision.module, names: version)
    let formula = reader.read()
    note(formula, reader)
    return formula
  }

  private mutating func note(_ formula: ConditionFormula, _ reader: ConditionReader) {
    switch formula {
    case .constant: break
    case .not(let inner): note(inner, reader)
    case .all(let parts), .any(let parts): for part in parts { note(part, reader) }
    case .test(let test):
      let index = index(of: test, reader)
      inputs[index].predicates.append(test.predicate)
    }
  }

  private mutating func index(of test: InputTest, _ reader: ConditionReader) -> Int {
    if let index = indices[test.input] { return index }
    indices[test.input] = inputs.count
    inputs.append(input(test, reader))
    return inputs.count - 1
  }

  private func input(_ test: InputTest, _ reader: ConditionReader) -> Input {
    switch test.input {
    case .slot(let joint):
      let (version, slot) = slots.owner(of: joint)
      let ruleSet = slots.rules[version]
      if let fact = ruleSet.facts.first(where: { $0.slot == slot })?.declaration {
        return Input(
          key: test.input, type: fact.type, isOptional: fact.isOptional, minimum: fact.minimum, maximum: fact.maximum,
          name: fact.name.string, origin: .fact(fact.name.string), place: fact.place)
      }
      guard let index = ruleSet.decisionIndex(at: slot) else { break }
      let decision = ruleSet.linkedDecisions[index].typed
      var type = decision.type
      var isOptional = false
      if case .optional(let wrapped) = type {
        type = wrapped
        isOptional = true
      }
      return Input(
        key: test.input, type: type, isOptional: isOptional, name: decision.fullName.string,
        origin: .decision(table: version == 0 ? index : slots.rules[0].linkedDecisions.count + index),
        place: decision.place)
    case .field(let joint, let field):
      if let input = reader.inputs[test.input] {
        let (version, slot) = slots.owner(of: joint)
        let ruleSet = slots.rules[version]
        let name = "\(ruleSet.slots[slot].name).\(field)"
        var type = input.type
        if case .optional(let wrapped) = type { type = wrapped }
        // Of a decision's record, it depends on the row which fields go together.
        let isFact = ruleSet.facts.contains { $0.slot == slot }
        return Input(
          key: test.input, type: type, isOptional: type != input.type, name: name,
          origin: isFact ? .fact(name) : .expression, place: input.place)
      }
    case .membership(let source, _):
      if let input = reader.inputs[test.input], let element = input.element {
        let list = listName(source)
        return Input(
          key: test.input, type: .bool, isOptional: false, name: "\(element) in \(list)",
          origin: .membership(list: list, element: element), place: input.place)
      }
    case .expression(let text, _, let version):
      if let input = reader.inputs[test.input] {
        return Input(
          key: test.input, type: input.type, isOptional: false, name: version.map { "\(text) (\($0))" } ?? text,
          origin: .expression, place: input.place)
      }
    }
    // Every input a reader names is one of the above; this one would be undecided like any expression.
    return Input(key: test.input, type: .bool, isOptional: false, name: "?", origin: .expression, place: test.place)
  }

  private func listName(_ input: ConditionInput) -> String {
    switch input {
    case .slot(let slot): name(of: slot)
    case .field(let slot, let field): "\(name(of: slot)).\(field)"
    case .membership(let source, _): listName(source)
    case .expression(let text, _, _): text
    }
  }

  private func name(of joint: Slot) -> String {
    let (version, slot) = slots.owner(of: joint)
    return slots.rules[version].slots[slot].name.string
  }

  // MARK: Tables

  private func table(_ decision: TypedDecision, _ reading: Reading, _ column: Int?) -> TableView.Table {
    var used: [Int] = []
    func formula(_ formula: ConditionFormula) -> TableView.Formula { self.formula(formula, &used) }
    var made = TableView.Table(
      name: decision.fullName.string, place: decision.place, hit: .first, rows: [], otherwise: nil, value: nil,
      inputs: [])
    switch decision.body {
    case .value(let value): made.value = outcome(value, reading.rest.map(formula), column)
    case .rows(let table):
      made.hit = table.hit
      for (index, row) in table.rows.enumerated() {
        let when = formula(reading.rows[index])
        let result = reading.results[index].map(formula)
        made.rows.append(
          TableView.Row(
            id: row.id.string, place: row.place, whenPlace: row.conditions.first?.place, when: when,
            outcome: row.then.map { outcome($0, result, column) } ?? .computed))
      }
      made.otherwise = table.otherwise.map { outcome($0, reading.rest.map(formula), column) }
    }
    made.inputs = used
    return made
  }

  private func outcome(
    _ result: TypedResult, _ condition: TableView.Formula?, _ column: Int?
  ) -> TableView.Outcome {
    if let condition { return .condition(condition) }
    guard case .constant(let value, _) = result else { return .computed }
    guard let column else { return .constant(value, columnClass: nil) }
    return .constant(value, columnClass: classes[column].index(of: value))
  }

  private func formula(_ formula: ConditionFormula, _ used: inout [Int]) -> TableView.Formula {
    switch formula {
    case .constant(let truth): return .constant(truth)
    case .not(let inner): return .not(self.formula(inner, &used))
    case .all(let parts):
      if parts.count == 1 { return self.formula(parts[0], &used) }
      return parts.isEmpty ? .constant(true) : .all(parts.map { self.formula($0, &used) })
    case .any(let parts): return .any(parts.map { self.formula($0, &used) })
    case .test(let test):
      guard let column = indices[test.input] else { return .undecided(test.place) }
      if !used.contains(column) { used.append(column) }
      return .atom(
        TableView.Atom(
          column: column, classes: classes[column].matching(test.predicate), place: test.place,
          needsValue: test.needsValue))
    }
  }

  // MARK: Names

  private func names() -> [TableView.NameUse] { slots.rules.flatMap { names(of: $0) } }

  private func names(of ruleSet: RuleSet) -> [TableView.NameUse] {
    ruleSet.linkedFacts.map {
      TableView.NameUse(
        kind: .fact, name: "\($0.module).\($0.declaration.name)", place: $0.declaration.place, isUsed: $0.isUsed)
    }
      + ruleSet.parameters.map {
        TableView.NameUse(kind: .parameter, name: $0.fullName.string, place: $0.declaration.place, isUsed: $0.isUsed)
      }
      + ruleSet.linkedDecisions.map {
        TableView.NameUse(kind: .decision, name: $0.typed.fullName.string, place: $0.typed.place, isUsed: $0.isUsed)
      }
  }
}
