import TerrainDocuments
import TerrainBase

extension TypeCheckPass {
  mutating func call(
    _ id: Expression.ID, _ function: Text, _ target: Expression.ID?, _ arguments: [Expression.ID]
  ) -> CELType {
    var group: FunctionGroup?
    var isMember = target != nil
    var operands = arguments
    if case .function(let set, _) = references[Int(id)] {
      group = set.group
      isMember = false
    } else {
      if mode == .checking, let namespace = target.flatMap({ namespace($0) }) {
        reportUnknownFunction(id, function, isMember: true, namespace: namespace)
        return .error
      }
      if let target { operands.insert(target, at: 0) }
      if let special = logic(id, function, isMember, operands) { return special }
      for candidate in environment.candidates(for: function) {
        group = environment.group(candidate)
        if group != nil { break }
      }
    }
    guard let group else {
      if mode == .resolving { return .dyn }
      reportUnknownFunction(id, function, isMember: isMember, namespace: nil)
      return .error
    }
    let namespaced = target != nil && !isMember
    if mode == .resolving {
      resolveByCount(id, group, operands.count, isMember: isMember, namespaced: namespaced)
      return .dyn
    }
    return choose(id, group, operands, isMember: isMember, namespaced: namespaced)
  }

  // MARK: Logic

  /// `&&`, `||`, `!` and `?:` take conditions and nothing else; the diagnostic about another operand names that.
  private mutating func logic(
    _ id: Expression.ID, _ function: Text, _ isMember: Bool, _ operands: [Expression.ID]
  ) -> CELType? {
    guard !isMember, LogicOperator(function: function) != nil else { return nil }
    guard mode == .checking else { return .dyn }
    if function == "_?_:_", operands.count == 3 {
      condition(operands[0])
      let (a, b) = (resolvedType(operands[1]), resolvedType(operands[2]))
      if a == .error || b == .error { return .error }
      if let joined = inference.join(a, b) { return joined }
      report(
        .choiceTypes(a, b, fix: literalFix(operands[2], a) ?? literalFix(operands[1], b), at: focus(id)))
      return .error
    }
    for operand in operands { condition(operand) }
    return .bool
  }

  private mutating func condition(_ id: Expression.ID) {
    let actual = resolvedType(id)
    if case .bool = actual { return }
    if case .optional(.bool) = actual { return report(.bareOptional(written(id), wrapped: .bool, at: place(id))) }
    if !inference.assign(actual, to: .bool) { report(.notACondition(actual, at: place(id))) }
  }

  // MARK: Overloads

  /// All overloads of the right form: which one is meant shows when it runs.
  private mutating func resolveByCount(
    _ id: Expression.ID, _ group: FunctionGroup, _ count: Int, isMember: Bool, namespaced: Bool
  ) {
    let fitting = group.overloads.indices.filter {
      group.overloads[$0].isMember == isMember && group.overloads[$0].parameters.count == count
    }
    guard let first = fitting.first else {
      references[Int(id)] = .none
      return
    }
    references[Int(id)] = .function(
      OverloadSet(group, first: first, others: Array(fitting.dropFirst())), namespaced: namespaced)
  }

  private mutating func choose(
    _ id: Expression.ID, _ group: FunctionGroup, _ operands: [Expression.ID], isMember: Bool, namespaced: Bool
  ) -> CELType {
    if let index = plainMatch(group, operands, isMember: isMember) {
      references[Int(id)] = .function(OverloadSet(group, first: index), namespaced: namespaced)
      return group.overloads[index].result
    }
    let argumentTypes = operands.map { resolvedType($0) }
    if argumentTypes.contains(.error) { return .error }
    let isUnknown = argumentTypes.contains(where: { $0.isUnknown })
    var first: Int?
    var others: [Int] = []
    var result: CELType = .dyn
    for (index, overload) in group.overloads.enumerated()
    where overload.isMember == isMember && overload.parameters.count == operands.count {
      var variables: [(name: Text, variable: CELType)] = []
      var parameters: [CELType] = []
      for parameter in overload.parameters { parameters.append(inference.instantiate(parameter, &variables)) }
      guard inference.assign(argumentTypes, to: parameters) else { continue }
      let instantiated = inference.instantiate(overload.result, &variables)
      let type = inference.resolve(instantiated)
      if first == nil {
        first = index
        result = type
      } else {
        others.append(index)
        if result != .dyn, result != type { result = isUnknown ? .error : .dyn }
      }
    }
    guard let first else {
      reportNoOverload(id, group, operands, argumentTypes, isMember: isMember)
      return .error
    }
    references[Int(id)] = .function(OverloadSet(group, first: first, others: others), namespaced: namespaced)
    checkVocabularies(id, group.name, operands)
    checkOrder(id, group.name, operands)
    return result
  }

  /// The overload whose parameters are exactly these plain types: no other can be meant, and nothing is to be inferred.
  private func plainMatch(_ group: FunctionGroup, _ operands: [Expression.ID], isMember: Bool) -> Int? {
    for operand in operands where !types[Int(operand)].isPlain { return nil }
    for (index, overload) in group.overloads.enumerated()
    where group.isPlain[index] && overload.isMember == isMember && overload.parameters.count == operands.count {
      var matches = true
      for (parameter, operand) in zip(overload.parameters, operands)
      where !parameter.isSamePlain(as: types[Int(operand)]) {
        matches = false
        break
      }
      if matches { return index }
    }
    return nil
  }

  // MARK: Vocabularies

  /// What is compared with a member of a closed vocabulary must be able to be one.
  private mutating func checkVocabularies(_ id: Expression.ID, _ function: Text, _ operands: [Expression.ID]) {
    guard operands.count == 2 else { return }
    let (a, b) = (type(operands[0]), type(operands[1]))
    guard a.vocabulary != nil || b.vocabulary != nil || b.keyVocabulary != nil else { return }
    let compares = function == "_==_" || function == "_!=_"
    guard compares || function == "@in" || function.string.hasPrefix("sets.") else { return }
    switch (a.vocabulary, b.vocabulary ?? b.keyVocabulary) {
    case (.some, .some): break
    case (let x?, nil): coerceLiterals(operands[1], to: x)
    case (nil, let y?): coerceLiterals(operands[0], to: y)
    case (nil, nil): break
    }
  }

  private mutating func coerceLiterals(_ id: Expression.ID, to vocabulary: EnumerationType) {
    switch node(id).kind {
    case .literal(.string): coerce(id, to: vocabulary)
    case .list(let elements, let optionals) where optionals.isEmpty:
      let literals = elements.filter {
        if case .literal(.string) = node($0).kind { return true }
        return false
      }
      for literal in literals { coerce(literal, to: vocabulary) }
      if literals.count == elements.count, !elements.isEmpty { types[Int(id)] = .list(.enumeration(vocabulary)) }
    default: break
    }
  }
}

/// The operators that look at conditions, and do not always look at all of them.
enum LogicOperator {
  case and, or, not, choice, notStrictlyFalse

  init?(function: Text) {
    switch function.string {
    case "_&&_": self = .and
    case "_||_": self = .or
    case "!_": self = .not
    case "_?_:_": self = .choice
    case "@not_strictly_false": self = .notStrictlyFalse
    default: return nil
    }
  }
}

extension CELType {
  fileprivate var keyVocabulary: EnumerationType? {
    if case .map(.enumeration(let type), _) = self { return type }
    return nil
  }

  /// Equality of two plain types.
  fileprivate func isSamePlain(as other: CELType) -> Bool {
    switch (self, other) {
    case (.bool, .bool), (.int, .int), (.uint, .uint), (.double, .double), (.decimal, .decimal), (.string, .string),
      (.bytes, .bytes):
      true
    default: false
    }
  }
}

extension Diagnostic {
  static func choiceTypes(_ a: CELType, _ b: CELType, fix: String?, at place: Place) -> Diagnostic {
    expression(
      "expressions/choice-types", "both answers of `?:` must have one type; these are `\(a)` and `\(b)`", place,
      fix: fix)
  }
}
