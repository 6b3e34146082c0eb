import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// A condition taken apart into tests of single inputs, as far as that goes.
indirect enum ConditionFormula: Sendable {
  case constant(Bool)
  case test(InputTest)
  case not(ConditionFormula)
  case all([ConditionFormula])
  case any([ConditionFormula])
}

/// A test of one input against constants.
struct InputTest: Sendable {
  /// What is tested of the input.
  enum Predicate: Sendable {
    /// Of an optional fact: it is not there.
    case isAbsent
    case isTrue
    case compares(CellComparison, Value)
    case equals(Value)
    case isOneOf([Value])
  }

  var input: ConditionInput
  var predicate: Predicate
  var place: Place?
  /// Whether it fails of an optional input that is absent (`n.value() > 3`).
  var needsValue = false
}

/// What a test looks at.
indirect enum ConditionInput: Hashable, Sendable {
  case slot(Slot)
  /// A field of a record fact.
  case field(Slot, Text)
  /// Whether a list has an element equal to a constant; the constant by its description.
  case membership(ConditionInput, element: String)
  /// Any other expression, by its text, the module whose names it uses, and the version of the rules where that matters.
  case expression(String, module: Text, version: String?)
}

/// Takes conditions apart.
struct ConditionReader {
  let typed: TypedExpression
  private let module: Text
  private let names: VersionSlots?
  /// The types and places of inputs that are no slots, by input; for those who make columns of them.
  private(set) var inputs: [ConditionInput: Described] = [:]

  /// The type and the location of an input that is no slot; of a membership, the element.
  typealias Described = (type: CELType, place: Place, element: Value?)

  /// A reader of `typed`, an expression of type `bool` written in `module`; `names` is what its slots are called beside
  /// those of another version of the rules.
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
      return .not(.test(InputTest(input: source, predicate: .isAbsent, place: place(id))))
    case ("@in", 2): return membership(id, arguments[0], arguments[1])
    case ("_==_", 2), ("_!=_", 2), ("_<_", 2), ("_<=_", 2), ("_>_", 2), ("_>=_", 2):
      return comparison(id, function.string, arguments[0], arguments[1])
    default: return whole(id)
    }
  }

  /// A condition that is an input itself: a `bool` fact or decision, or any other expression.
  private mutating func whole(_ id: Expression.ID) -> ConditionFormula {
    .test(InputTest(input: input(id), predicate: .isTrue, place: place(id)))
  }

  // MARK: Comparisons

  private mutating func comparison(
    _ id: Expression.ID, _ function: String, _ left: Expression.ID, _ right: Expression.ID
  ) -> ConditionFormula {
    if let value = constant(right) { return test(left, function, value, id) }
    if let value = constant(left) { return test(right, Self.mirrored(function), value, id) }
    return members(id, function, left, right) ?? whole(id)
  }

  /// Two members of an ordered vocabulary compared: for each value of the one, those of the other.
  private mutating func members(
    _ id: Expression.ID, _ function: String, _ left: Expression.ID, _ right: Expression.ID
  ) -> ConditionFormula? {
    guard case .enumeration(let vocabulary) = typed.types[Int(left)], vocabulary.isOrdered,
      typed.types[Int(right)] == .enumeration(vocabulary), vocabulary.cases.count <= Self.mostMembers,
      function != "_==_", function != "_!=_"
    else { return nil }
    // A member for which none of the others will do is left out: a comparison with none is no author's.
    return .any(
      vocabulary.cases.compactMap { member in
        let value = Value.string(member)
        let others = vocabulary.members(Self.mirrored(function), value) ?? []
        let mine = onValue(of: left, .equals(value), place(id))
        if others.count == vocabulary.cases.count { return mine }
        return others.isEmpty ? nil : .all([mine, onValue(of: right, .isOneOf(others), place(id))])
      })
  }

  /// The largest vocabulary whose members are written out for a comparison of two of them.
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
    // Only numbers are cut into ranges; other types are compared with constants only.
    let isOrdered = [.int, .uint, .double, .decimal].contains(typed.types[Int(subject)])
    guard isOrdered || function == "_==_" || function == "_!=_" else { return self.whole(whole) }
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
    // `true == fact` is the fact itself, `false == fact` its opposite.
    if case .equals(.bool(let truth)) = predicate, typed.types[Int(subject)] == .bool {
      let inner = formula(subject)
      return truth != isNegated ? inner : .not(inner)
    }
    let formula = onValue(of: subject, predicate, place(whole))
    return isNegated ? .not(formula) : formula
  }

  /// `predicate` tested on `subject`: of a slot, of the value of an optional one, or of such a value or its
  /// replacement.
  private mutating func onValue(
    of subject: Expression.ID, _ predicate: InputTest.Predicate, _ place: Place
  ) -> ConditionFormula {
    if case .call("orValue", let target?, let arguments) = typed.expression.kind(of: subject),
      let source = source(target), arguments.count == 1, let replacement = constant(arguments[0])
    {
      let test = InputTest(input: source, predicate: predicate, place: place)
      guard predicate.holds(for: replacement) else { return .test(test) }
      return .any([.test(InputTest(input: source, predicate: .isAbsent, place: place)), .test(test)])
    }
    if case .call("value", let target?, _) = typed.expression.kind(of: subject), let source = source(target) {
      return .test(InputTest(input: source, predicate: predicate, place: place, needsValue: true))
    }
    return .test(InputTest(input: input(subject), predicate: predicate, place: place))
  }

  private mutating func membership(
    _ id: Expression.ID, _ element: Expression.ID, _ list: Expression.ID
  ) -> ConditionFormula {
    if case .list(let values)? = constant(list) {
      return onValue(of: element, .isOneOf(values), place(id))
    }
    return constant(element).flatMap { member($0, of: list, id) } ?? whole(id)
  }

  /// That the list at `list` has the element `value`, as `test` asks; nil where it is no fact's.
  mutating func member(_ value: Value, of list: Expression.ID, _ test: Expression.ID) -> ConditionFormula? {
    guard let source = source(list), case .list = typed.types[Int(list)] else { return nil }
    let input = ConditionInput.membership(source, element: value.description)
    inputs[input] = (.bool, place(test), value)
    return .test(InputTest(input: input, predicate: .isTrue, place: place(test)))
  }

  // MARK: Leaves

  private func place(_ id: Expression.ID) -> Place { typed.expression.place(of: id) }

  /// The slot, or field of a record in one, that the node names, if it is a name.
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
  /// Whether it holds for a value that is there.
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
