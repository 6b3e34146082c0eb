import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// A rule set with one small change, which a test should notice.
package struct Mutant: Sendable {
  /// The kind of change.
  package enum Kind: String, Sendable, CaseIterable {
    /// A number in a condition, or the value of a parameter.
    case threshold
    /// A comparison operator, or the values that `in` lists.
    case comparison
    /// A row is removed.
    case removed
    /// A row and the next row are swapped.
    case swapped
    /// The result of a row, `otherwise`, or `value`, or a score.
    case result
  }

  /// The kind of change.
  package let kind: Kind
  /// The module in which it is changed.
  package let module: Text
  /// The decision that is changed, or the parameter, by its full name.
  package let name: Text
  /// The row that is changed; nil for `otherwise`, `value`, and parameters.
  package let row: Text?
  /// The location of the change.
  package let place: Place
  /// The original text.
  package let was: String
  /// The new text.
  package let became: String
  /// The rule set with the change.
  package let variant: RuleSetVariant
}

/// The fate of a mutant.
package enum MutantFate: Sendable {
  /// A rule test fails: its file and name.
  case killed(by: String)
  /// No rule test fails, and a scenario does: its file and name.
  case killedByScenario(String)
  /// The mutant is proved to decide as before for all facts.
  case equal
  /// Nothing fails. `undecided`: why it was not proved to be equal; nil if it is proved to differ.
  case survived(undecided: String?)
  /// The time was over.
  case untried
}

/// Makes all mutants of a rule set, in the order of modules and of their text.
package struct MutantMaker {
  private let ruleSet: RuleSet
  private var mutants: [Mutant] = []

  private init(_ ruleSet: RuleSet) { self.ruleSet = ruleSet }

  /// The mutants of the modules of `ruleSet` that `isWanted`.
  package static func mutants(of ruleSet: RuleSet, where isWanted: (Text) -> Bool = { _ in true }) -> [Mutant] {
    var maker = MutantMaker(ruleSet)
    for module in ruleSet.manifest.modules.map(\.module) where isWanted(module) {
      maker.mutateParameters(of: module)
      let own = ruleSet.decisions.indices.filter { ruleSet.decisions[$0].typed.module == module }
      func start(_ index: Int) -> UInt32 { ruleSet.decisions[index].place.range.start }
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
        for (number, decision) in ruleSet.decisions.enumerated() {
          if let changed = replacing(index, by: value, in: decision.typed) { variant.decisions[number] = changed }
        }
        guard !variant.decisions.isEmpty else { continue }
        mutants.append(
          Mutant(
            kind: .threshold, module: module, name: parameter.fullName, row: nil, place: parameter.declaration.place,
            was: parameter.value.asShortlyWritten, became: value.asShortlyWritten, variant: variant))
      }
    }
  }

  /// Other values of `parameter`, within its bounds.
  private static func others(than parameter: LinkedParameter) -> [Value] {
    if case .bool(let truth) = parameter.value { return [.bool(!truth)] }
    let bounds = FactBounds(minimum: parameter.declaration.minimum, maximum: parameter.declaration.maximum)
    return [true, false].compactMap { ValueMutation.stepped(parameter.value, up: $0) }.filter(bounds.contains)
  }

  /// `decision` with `value` wherever it reads the parameter at `index`; nil if it does not.
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

  /// The parameter that `module` calls `name`: its own parameter, or else a parameter of a module that it uses.
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
    let decision = ruleSet.decisions[index].typed
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
    let type = ruleSet.decisions[index].type
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

  /// Returns true if the order of the row `row` and the next row may matter.
  private func orderMatters(_ table: TypedTable, _ row: Int) -> Bool {
    switch table.hit.selection {
    case .earliest: return true
    case .highestScore:
      guard let score = table.rows[row].score?.constantValue, let other = table.rows[row + 1].score?.constantValue
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
    var decision = ruleSet.decisions[index].typed
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
  /// The decision with each of its expressions transformed by `change`.
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

/// The results that differ from one in a value, or in an expression.
enum ResultMutations {
  /// A mutation of a result.
  struct Change {
    let result: TypedResult
    let kind: Mutant.Kind
    let place: Place
    let was: String
    let became: String
  }

  /// All changes of `result`, which is of type `type`, in the order they are written.
  ///
  /// - Parameter others: the results of other rows in the same position.
  static func all(of result: TypedResult, type: CELType, others: [TypedResult]) -> [Change] {
    switch result {
    case .constant(let value, let place):
      let values = others.compactMap(\.constantValue)
      guard let other = ValueMutation.other(than: value, of: type, among: values) else { return [] }
      if case .list(let elements) = value, let last = elements.last {
        return [
          Change(
            result: .constant(other, place), kind: .result, place: place, was: last.asShortlyWritten, became: "nothing")
        ]
      }
      return [
        Change(
          result: .constant(other, place), kind: .result, place: place, was: value.asShortlyWritten,
          became: other.asShortlyWritten)
      ]
    case .expression(let typed):
      return ExpressionMutations.all(of: typed, .result).map {
        Change(result: .expression($0.expression), kind: $0.kind, place: $0.place, was: $0.was, became: $0.became)
      }
    case .list(let items, let place):
      return items.enumerated().flatMap { index, item in
        all(of: item, type: type.mutatedElement, others: []).map { change in
          var items = items
          items[index] = change.result
          return change.inside(.list(items, place))
        }
      }
    case .object(let fields, let place):
      return fields.enumerated().flatMap { index, field in
        let same = others.compactMap { other -> TypedResult? in
          guard case .object(let theirs, _) = other else { return nil }
          return theirs.first { $0.name == field.name }?.value
        }
        return all(of: field.value, type: type.mutatedField(field.name), others: same).map { change in
          var fields = fields
          fields[index].value = change.result
          return change.inside(.object(fields, place))
        }
      }
    }
  }
}

extension ResultMutations.Change {
  /// The change as one of the whole that contains it.
  fileprivate func inside(_ whole: TypedResult) -> Self {
    Self(result: whole, kind: kind, place: place, was: was, became: became)
  }
}

extension Value {
  /// ``asBrieflyWritten``, on a line.
  var asShortlyWritten: String {
    let text = asBrieflyWritten
    return text.utf8.count > 60 ? "\(text.prefix(57))…" : text
  }
}

/// The expressions that differ from one in a number, a comparison or a value that `in` lists.
struct ExpressionMutations {
  /// A mutation of an expression.
  struct Change {
    let kind: Mutant.Kind
    let expression: TypedExpression
    let place: Place
    let was: String
    let became: String
  }

  /// The use of an expression, which determines its mutations.
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

  /// Visits the expression under `root`. In a macro it visits the arguments, not the expanded loop.
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

  /// The replacement of each comparison: an ordering includes or excludes its bound, an equality is negated.
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

  /// The function and the right operand, if `id` is a comparison.
  private func comparison(_ id: Expression.ID) -> (function: String, right: Expression.ID)? {
    guard case .call(let function, nil, let arguments) = typed.expression.kind(of: id), arguments.count == 2,
      Self.opposites[function.string] != nil
    else { return nil }
    return (function.string, arguments[1])
  }

  /// Returns true if the changed whole number is equivalent to another operator, which is a mutant already: `x < 4` equals `x <= 3`.
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

/// Values that differ as little as can be.
enum ValueMutation {
  /// The value one step above or below `value`: a unit of its last digit, or a second; nil for values without steps.
  static func stepped(_ value: Value, up: Bool) -> Value? {
    switch value {
    case .int(let number):
      let (next, overflow) = number.addingReportingOverflow(up ? 1 : -1)
      return overflow ? nil : .int(next)
    case .uint(let number):
      let (next, overflow) = up ? number.addingReportingOverflow(1) : number.subtractingReportingOverflow(1)
      return overflow ? nil : .uint(next)
    case .double(let number): return stepped(number, up: up).map { .double($0) }
    case .decimal(let number):
      let places = min(number.exponent, 0)
      guard let whole = coefficient(number, exponent: places) else { return nil }
      return (try? ExactDecimal(coefficient: whole + (up ? 1 : -1), exponent: places)).map { .decimal($0) }
    case .duration(let duration):
      let seconds = duration.seconds + (up ? 1 : -1)
      return (try? ExactDuration(seconds: seconds, nanoseconds: Int64(duration.nanoseconds))).map { .duration($0) }
    case .timestamp(let instant):
      let seconds = instant.seconds + (up ? 1 : -1)
      return (try? Timestamp(seconds: seconds, nanoseconds: Int64(instant.nanoseconds))).map { .timestamp($0) }
    default: return nil
    }
  }

  private static func stepped(_ number: Double, up: Bool) -> Double? {
    let text = "\(number)"
    guard number.isFinite, !text.contains("e") else { return nil }
    let digits = text.split(separator: ".").last.map { $0 == "0" ? 0 : $0.count } ?? 0
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let next = ((number * scale).rounded() + (up ? 1 : -1)) / scale
    return next == number ? nil : next
  }

  /// The coefficient of `number` with the exponent `exponent`, which must not exceed the number's own exponent.
  private static func coefficient(_ number: ExactDecimal, exponent: Int32) -> Int128? {
    var whole = number.coefficient
    for _ in 0..<min(40, max(0, number.exponent - exponent)) {
      let (next, overflow) = whole.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      whole = next
    }
    return whole
  }

  /// Another value of `type` that a result may have instead of `value`; nil if none suggests itself.
  ///
  /// - Parameter others: the results of other rows, which are more likely mistakes than any other value.
  static func other(than value: Value, of type: CELType, among others: [Value]) -> Value? {
    if case .optional(let inner) = type, case .optional(let held?) = value {
      return other(than: held, of: inner, among: others).map { .optional($0) }
    }
    switch value {
    case .bool(let truth): return .bool(!truth)
    case .string(let text):
      if let other = others.first(where: { $0.isString && !$0.isIdentical(to: value) }) { return other }
      guard case .enumeration(let vocabulary) = type.withoutOptional else { return .string("\(text)_") }
      guard vocabulary.cases.count > 1, let code = vocabulary.code(of: text) else { return nil }
      return .string(vocabulary.cases[(code + 1) % vocabulary.cases.count])
    case .list(let elements): return elements.isEmpty ? nil : .list(Array(elements.dropLast()))
    default: return stepped(value, up: true)
    }
  }
}

extension CELType {
  /// The type without an optional around it.
  fileprivate var withoutOptional: CELType {
    if case .optional(let inner) = self { return inner }
    return self
  }

  /// The type of the field `name` of a record or map of this type.
  func mutatedField(_ name: Text) -> CELType {
    switch withoutOptional {
    case .record(let record): record.index(of: name).map { record.fields[$0].type } ?? .dyn
    case .map(_, let value): value
    default: .dyn
    }
  }

  /// The type of the elements of a list of this type.
  var mutatedElement: CELType {
    if case .list(let element) = withoutOptional { return element }
    return .dyn
  }
}

extension Value {
  fileprivate var isString: Bool {
    if case .string = self { return true }
    return false
  }
}
