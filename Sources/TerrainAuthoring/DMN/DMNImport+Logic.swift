import TerrainDocuments

/// What expressions of a model become: values, and tables that are decisions of their own.
extension DMNImport {
  /// The value of `expression`; a table becomes a decision, called `target` where it is the whole of it.
  mutating func value(
    _ expression: XMLElement, _ scope: FEELScope, into target: DMNTable.Target?, path: String, depth: Int
  ) throws(DMNFailure) -> FEELValue {
    guard scope.budget.spend() else {
      throw DMNFailure(
        "functions are called more often than the limit `dmnCalls` of \(FEELBudget.limit)", expression.place)
    }
    guard depth < 16 else { throw DMNFailure("it calls functions in functions more than 16 deep", expression.place) }
    switch expression.name {
    case "literalExpression":
      let value = try literal(expression, scope)
      return value.cases.isEmpty
        ? value : try cases(value, target ?? (names.identifier(path), [], nil), expression.place)
    case "decisionTable":
      let target = target ?? (names.identifier(path), [], nil)
      let table = try DMNTable(expression, scope, target, model)
      rowCount += table.rowCount
      guard rowCount <= Self.rowLimit else { throw DMNFailure(tooLargeAt: expression.place) }
      decisions.append(table.decision)
      diagnostics += table.diagnostics
      return FEELValue(target.name, table.type)
    case "invocation": return try invocation(expression, scope, into: target, path: path, depth: depth)
    case "context": return try context(expression, scope, into: target, path: path, depth: depth)
    default: throw DMNFailure("`\(expression.name)` is not translated", expression.place)
    }
  }

  private func literal(_ expression: XMLElement, _ scope: FEELScope) throws(DMNFailure) -> FEELValue {
    let text = expression.child("text")?.text ?? ""
    if expression.attribute("expressionLanguage") == DMNModel.cellLanguage {
      return FEELValue("\u{0}\(text)", .any)
    }
    return try DMNFailure.at(expression.child("text")?.place ?? expression.place) { () throws(FEELError) in
      try FEELReader.expression(text, scope)
    }
  }

  /// A decision of what is `null` in other cases than those of `value`: no row holds then.
  private mutating func cases(
    _ value: FEELValue, _ target: DMNTable.Target, _ place: Place
  ) throws(DMNFailure) -> FEELValue {
    var decision = Decision(name: target.name, members: target.head, rows: [])
    if value.type == .number { decision.members.append(("type", "decimal")) }
    decision.members.append(("hit", "first"))
    for (number, each) in value.cases.enumerated() {
      let result = try DMNTable.result(each.value, isNumber: true, at: place)
      decision.rows?.append("{ id: row_\(number + 1), when: \(YAMLText.quoted(each.condition)), then: \(result) }")
    }
    decisions.append(decision)
    return FEELValue(target.name, value.type)
  }

  private mutating func invocation(
    _ expression: XMLElement, _ scope: FEELScope, into target: DMNTable.Target?, path: String, depth: Int
  ) throws(DMNFailure) -> FEELValue {
    let called = FEELScope.normal(expression.child("literalExpression")?.child("text")?.text ?? "")
    guard let knowledge = model.knowledge[called]?.child("encapsulatedLogic"), let body = knowledge.expression else {
      throw DMNFailure("`\(called)` is not a function of this model", expression.place)
    }
    var own = FEELScope(model.budget)
    own.functions = model.functions
    for binding in expression.children where binding.name == "binding" {
      guard let name = binding.child("parameter")?.attribute("name"), let given = binding.expression else { continue }
      if given.name == "literalExpression", let text = given.child("text")?.text,
        let structure = scope[FEELScope.normal(text)], structure.type == .context
      {
        own.declare(name, structure)
        continue
      }
      own.declare(
        name, try value(given, scope, into: nil, path: "\(path)_\(DMNNames.plain(name))", depth: depth + 1))
    }
    return try value(body, own, into: target, path: path, depth: depth + 1)
  }

  private mutating func context(
    _ expression: XMLElement, _ scope: FEELScope, into target: DMNTable.Target?, path: String, depth: Int
  ) throws(DMNFailure) -> FEELValue {
    var own = scope
    for entry in expression.children where entry.name == "contextEntry" {
      guard let inner = entry.expression else { throw DMNFailure("an entry has no expression", entry.place) }
      guard let name = entry.child("variable")?.attribute("name") else {
        return try value(inner, own, into: target, path: path, depth: depth + 1)
      }
      own.declare(name, try value(inner, own, into: nil, path: "\(path)_\(DMNNames.plain(name))", depth: depth + 1))
    }
    throw DMNFailure("a context without a result is not translated", expression.place)
  }
}
