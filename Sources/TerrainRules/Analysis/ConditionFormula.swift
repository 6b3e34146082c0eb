import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// A condition divided into tests of single inputs, as far as possible.
typealias ConditionFormula = BooleanFormula<InputTest>

/// A test of one input against constants.
struct InputTest: Sendable {
  /// The test that is applied to the input.
  enum Predicate: Sendable {
    /// True if an optional fact is absent.
    case isAbsent
    case isTrue
    case compares(CellComparison, Value)
    case equals(Value)
    case isOneOf([Value])
  }

  var input: ConditionInput
  var predicate: Predicate
  var place: Place?
  /// True if the test fails with an error for an absent optional input (`n.value() > 3`).
  var needsValue = false
}

/// The input of a test.
indirect enum ConditionInput: Hashable, Sendable {
  case slot(Slot)
  /// A field of a record fact.
  case field(Slot, Text)
  /// True if a list has an element equal to a constant, which is given by its description.
  case membership(ConditionInput, element: String)
  /// Any other expression: its text, the module whose names it uses, and the version of the rules if that matters.
  case expression(String, module: Text, version: String?)
}

/// Divides conditions into tests.
struct ConditionReader {
  let typed: TypedExpression
  private let module: Text
  private let names: VersionSlots?
  /// The types and places of inputs that are not slots, from which columns are made.
  private(set) var inputs: [ConditionInput: Described] = [:]

  /// The type and the location of an input that is not a slot; for a membership, also the element.
  typealias Described = (type: CELType, place: Place, element: Value?)

  /// A reader of `typed`, an expression of type `bool` written in `module`.
  ///
  /// - Parameter names: The names of its slots if two versions of the rules are compared.
  init(_ typed: TypedExpression, module: Text, names: VersionSlots? = nil) {
    self.typed = typed
    self.module = module
    self.names = names
  }

  /// The whole condition.
  mutating func read() -> ConditionFormula { formula(typed.expression.root) }

  // MARK: Connectives

  // Recursion is bounded by the parser's limit on an expression's depth.
  private mutating func formula(_ id: Expression.ID) -> ConditionFormula {
    if case .bool(let truth)? = constant(id) { return .constant(truth) }
    if case .comprehension(let loop) = typed.expression.kind(of: id) { return quantified(id, loop) ?? whole(id) }
    guard case .call(let function, let target, let arguments) = typed.expression.kind(of: id) else { return whole(id) }
    switch (function.string, arguments.count) {
    case ("_&&_", 2): return .all([formula(arguments[0]), formula(arguments[1])])
    case ("_||_", 2): return .any([formula(arguments[0]), formula(arguments[1])])
    case ("!_", 1): return .not(formula(arguments[0]))
    case ("_?_:_", 3):
      let condition = formula(arguments[0])
      return .any([
        .all([condition, formula(arguments[1])]), .all([.not(condition), formula(arguments[2])]),
      ])
    case ("hasValue", 0):
      guard let target, let source = source(target) else { return whole(id) }
      return .not(.atom(InputTest(input: source, predicate: .isAbsent, place: place(id))))
    case ("@in", 2): return membership(id, arguments[0], arguments[1])
    case ("_==_", 2), ("_!=_", 2), ("_<_", 2), ("_<=_", 2), ("_>_", 2), ("_>=_", 2):
      return comparison(id, function.string, arguments[0], arguments[1])
    default: return whole(id)
    }
  }

  /// A condition that is itself an input: a `bool` fact or decision, or any other expression.
  private mutating func whole(_ id: Expression.ID) -> ConditionFormula {
    .atom(InputTest(input: input(id), predicate: .isTrue, place: place(id)))
  }

  // MARK: Comparisons

  private mutating func comparison(
    _ id: Expression.ID, _ function: String, _ left: Expression.ID, _ right: Expression.ID
  ) -> ConditionFormula {
    if let value = constant(right) { return test(left, function, value, id) }
    if let value = constant(left) { return test(right, Self.mirrored(function), value, id) }
    return members(id, function, left, right) ?? whole(id)
  }

  /// A comparison of two members of an ordered vocabulary: for each value of the left side, the matching values of the right side.
  private mutating func members(
    _ id: Expression.ID, _ function: String, _ left: Expression.ID, _ right: Expression.ID
  ) -> ConditionFormula? {
    guard case .enumeration(let vocabulary) = typed.types[Int(left)], vocabulary.isOrdered,
      typed.types[Int(right)] == .enumeration(vocabulary), vocabulary.cases.count <= Self.mostMembers,
      function != "_==_", function != "_!=_"
    else { return nil }
    // A member that matches no other member is left out; authors do not write such comparisons.
    return .any(
      vocabulary.cases.compactMap { member in
        let value = Value.string(member)
        let others = vocabulary.members(Self.mirrored(function), value) ?? []
        let mine = onValue(of: left, .equals(value), place(id))
        if others.count == vocabulary.cases.count { return mine }
        return others.isEmpty ? nil : .all([mine, onValue(of: right, .isOneOf(others), place(id))])
      })
  }

  /// The maximum size of a vocabulary for which a comparison of two members is expanded.
  private static let mostMembers = 32

  private static func mirrored(_ function: String) -> String {
    switch function {
    case "_<_": "_>_"
    case "_<=_": "_>=_"
    case "_>_": "_<_"
    case "_>=_": "_<=_"
    default: function
    }
  }

  private mutating func test(
    _ subject: Expression.ID, _ function: String, _ value: Value, _ whole: Expression.ID
  ) -> ConditionFormula {
    if case .enumeration(let vocabulary) = typed.types[Int(subject)], vocabulary.isOrdered,
      let members = vocabulary.members(function, value)
    {
      return onValue(of: subject, .isOneOf(members), place(whole))
    }
    // Only numbers, instants, and durations are divided into ranges; other types are only compared with constants.
    guard typed.types[Int(subject)].isOrdered || function == "_==_" || function == "_!=_" else {
      return self.whole(whole)
    }
    let predicate: InputTest.Predicate
    var isNegated = false
    switch function {
    case "_==_": predicate = .equals(value)
    case "_!=_":
      predicate = .equals(value)
      isNegated = true
    case "_<_": predicate = .compares(.less, value)
    case "_<=_": predicate = .compares(.lessOrEqual, value)
    case "_>_": predicate = .compares(.greater, value)
    default: predicate = .compares(.greaterOrEqual, value)
    }
    // `true == fact` is the fact itself, `false == fact` its negation.
    if case .equals(.bool(let truth)) = predicate, typed.types[Int(subject)] == .bool {
      let inner = formula(subject)
      return truth != isNegated ? inner : .not(inner)
    }
    let formula = onValue(of: subject, predicate, place(whole))
    return isNegated ? .not(formula) : formula
  }

  /// `predicate` applied to `subject`: to a slot, to the value of an optional slot, or to such a value or its replacement.
  private mutating func onValue(
    of subject: Expression.ID, _ predicate: InputTest.Predicate, _ place: Place
  ) -> ConditionFormula {
    if case .call("orValue", let target?, let arguments) = typed.expression.kind(of: subject),
      let source = source(target), arguments.count == 1, let replacement = constant(arguments[0])
    {
      let test = InputTest(input: source, predicate: predicate, place: place)
      guard predicate.holds(for: replacement) else { return .atom(test) }
      return .any([.atom(InputTest(input: source, predicate: .isAbsent, place: place)), .atom(test)])
    }
    if case .call("value", let target?, _) = typed.expression.kind(of: subject), let source = source(target) {
      return .atom(InputTest(input: source, predicate: predicate, place: place, needsValue: true))
    }
    return .atom(InputTest(input: input(subject), predicate: predicate, place: place))
  }

  private mutating func membership(
    _ id: Expression.ID, _ element: Expression.ID, _ list: Expression.ID
  ) -> ConditionFormula {
    if case .list(let values)? = constant(list) {
      return onValue(of: element, .isOneOf(values), place(id))
    }
    return constant(element).flatMap { member($0, of: list, id) } ?? whole(id)
  }

  /// The condition that the list at `list` has the element `value`, as written in `test`. Nil if the list is not a fact.
  mutating func member(_ value: Value, of list: Expression.ID, _ test: Expression.ID) -> ConditionFormula? {
    guard let source = source(list), case .list = typed.types[Int(list)] else { return nil }
    let input = ConditionInput.membership(source, element: value.description)
    inputs[input] = (.bool, place(test), value)
    return .atom(InputTest(input: input, predicate: .isTrue, place: place(test)))
  }

  // MARK: Leaves

  private func place(_ id: Expression.ID) -> Place { typed.expression.place(of: id) }

  /// The slot that the node names, or the field of a record in a slot, if the node is a name.
  private mutating func source(_ id: Expression.ID) -> ConditionInput? {
    if case .variable(let variable) = typed.references[Int(id)] {
      if case .slot(let slot) = variable.binding { return .slot(names?.slot(slot) ?? slot) }
      return nil
    }
    guard case .select(let operand, let field, testOnly: false, optional: false) = typed.expression.kind(of: id),
      case .record = typed.types[Int(operand)], case .slot(let slot)? = source(operand)
    else { return nil }
    let input = ConditionInput.field(slot, field)
    inputs[input] = (typed.types[Int(id)], place(id), nil)
    return input
  }

  private mutating func input(_ id: Expression.ID) -> ConditionInput {
    if let source = source(id) { return source }
    let text = typed.expression.printed(id).string
    let input = ConditionInput.expression(text, module: module, version: names?.title(of: text))
    if inputs[input] == nil { inputs[input] = (typed.types[Int(id)], place(id), nil) }
    return input
  }

  func constant(_ id: Expression.ID) -> Value? { typed.constant(id) }
}

extension InputTest.Predicate {
  /// True if the test holds for a present value.
  func holds(for value: Value) -> Bool {
    switch self {
    case .isAbsent: return false
    case .isTrue:
      if case .bool(true) = value { return true }
      return false
    case .equals(let other): return value.isEqual(to: other)
    case .isOneOf(let others): return others.contains { value.isEqual(to: $0) }
    case .compares(let comparison, let other):
      guard let order = value.compare(to: other) else { return false }
      switch comparison {
      case .less: return order == .less
      case .lessOrEqual: return order != .greater
      case .greater: return order == .greater
      case .greaterOrEqual: return order != .less
      case .notEqual: return order != .equal
      }
    }
  }
}

/// Loops over the elements of a list: `['a', 'b'].exists(x, x in tags)` is `'a' in tags || 'b' in tags`.
extension ConditionReader {
  /// The loop `id` if it is `exists` or `all` over members, or nil for any other loop.
  mutating func quantified(_ id: Expression.ID, _ loop: Expression.Comprehension) -> ConditionFormula? {
    guard loop.variable2 == nil, loop.macro == "exists" || loop.macro == "all",
      case .call(_, nil, let step) = typed.expression.kind(of: loop.step), step.count == 2
    else { return nil }
    // `all` holds if the condition fails for no element.
    guard loop.macro == "all" else { return some(of: loop.range, id, meets: step[1], true) }
    return some(of: loop.range, id, meets: step[1], false).map { .not($0) }
  }

  /// The condition that `condition` is `truth` for some element of `range`, in the loop `id`.
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

  /// The condition that the list at `list` has one of `elements`.
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

/// A decision with its conditions divided into tests.
struct ConditionReading: Sendable {
  /// The tests that a decision applies to one input.
  struct Tested: Sendable {
    let first: InputTest
    /// The type, the location, and the element of an input that is not a slot.
    let described: ConditionReader.Described?
    fileprivate(set) var predicates: [InputTest.Predicate]
  }

  private(set) var rows: [ConditionFormula] = []
  /// The results of rows that are conditions.
  private(set) var results: [ConditionFormula?] = []
  /// The result of `otherwise` or `value`, if it is a condition.
  private(set) var rest: ConditionFormula?
  /// The tested inputs, in the order in which they first occur.
  private(set) var tested: [Tested] = []
  /// The positions of inputs in ``tested``.
  private var positions: [ConditionInput: Int] = [:]

  /// The conditions of `decision`, with the slots of `version`.
  init(_ decision: TypedDecision, _ version: VersionSlots) {
    switch decision.body {
    case .value(let value): rest = condition(value, of: decision, version)
    case .rows(let table):
      for row in table.rows {
        let parts = row.conditions.map { add($0.expression, of: decision, version) }
        rows.append(parts.isEmpty ? .constant(true) : parts.count == 1 ? parts[0] : .all(parts))
        results.append(row.then.flatMap { condition($0, of: decision, version) })
      }
      rest = table.otherwise.flatMap { condition($0, of: decision, version) }
    }
  }

  /// The condition of a result that is an expression of type `bool`.
  private mutating func condition(
    _ result: TypedResult, of decision: TypedDecision, _ version: VersionSlots
  ) -> ConditionFormula? {
    guard case .expression(let typed) = result, typed.type == .bool else { return nil }
    return add(typed, of: decision, version)
  }

  private mutating func add(
    _ typed: TypedExpression, of decision: TypedDecision, _ version: VersionSlots
  ) -> ConditionFormula {
    var reader = ConditionReader(typed, module: decision.module, names: version)
    let formula = reader.read()
    formula.forEachAtom { test in
      if let position = positions[test.input] {
        tested[position].predicates.append(test.predicate)
      } else {
        positions[test.input] = tested.count
        tested.append(Tested(first: test, described: reader.inputs[test.input], predicates: [test.predicate]))
      }
    }
    return formula
  }
}
