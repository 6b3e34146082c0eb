import TerrainDocuments

/// A decision model as a module of rules.
///
/// Input data are facts, structures among them a fact for each component; decisions are decisions. A decision whose logic has no
/// counterpart becomes a fact, so that those which need it are carried over; each is reported with its location.
package struct DMNImport {
  /// How many rows tables have in all at most (`dmnRows`).
  package static let rowLimit = 100_000
  /// How many bytes a model has at most (`dmnSize`).
  package static let sizeLimit = 8 << 20

  /// A decision in the rule language: its keys with their values in YAML, and its rows.
  struct Decision {
    let name: String
    var members: [(key: String, yaml: String)] = []
    var rows: [String]?
  }

  let model: DMNModel
  var names = DMNNames()
  var facts: [(name: String, yaml: String)] = []
  /// Parameters, which only an export has.
  var parameters: [(name: String, yaml: String)] = []
  var decisions: [Decision] = []
  var rowCount = 0
  /// What is not carried over, or differently, in the order of the model.
  package internal(set) var diagnostics: [Diagnostic] = []
  /// What every decision may use.
  var scope: FEELScope

  /// Translates `source`.
  ///
  /// - Throws: `xml/…`, `dmn/not-a-model`, `dmn/too-large`.
  package init(_ source: SourceText) throws(DiagnosticError) {
    guard source.bytes.count <= Self.sizeLimit else { throw DiagnosticError(.modelTooLarge(source)) }
    model = try DMNModel(source)
    scope = FEELScope(model.budget)
    for other in model.others {
      diagnostics.append(.notCarried("`\(other.name)`", "it has no counterpart", other.place))
    }
    scope.functions = model.functions
    let hints = Self.hints(model)
    for input in model.inputs { declare(input, hints) }
    var named: [(element: XMLElement, name: String)] = []
    for decision in model.decisions {
      if let parameter = decision.extras.first(where: { $0.key == "parameter" })?.yaml {
        let name = decision.attribute("name") ?? ""
        parameters.append((name, parameter))
        scope.declare(name, FEELValue(name, .any))
        continue
      }
      let name = FEELScope.normal(decision.attribute("name") ?? "")
      let own = names.identifier(name)
      named.append((decision, own))
      scope.declare(name, binding(own, type(of: decision), decision.child("decisionTable")))
    }
    for (decision, name) in named {
      try add(decision, name)
    }
  }

  // MARK: Input data

  /// By variable, the type that a table declares for it, and the values.
  private static func hints(_ model: DMNModel) -> [String: DMNType] {
    var hints: [String: DMNType] = [:]
    let tables = model.decisions.compactMap { $0.child("decisionTable") }
    for input in tables.flatMap({ $0.children.filter { $0.name == "input" } }) {
      guard let expression = input.child("inputExpression"), let text = expression.child("text")?.text else { continue }
      let name = FEELScope.normal(text)
      guard var type = model.type(expression.attribute("typeRef")) else { continue }
      if let allowed = input.child("inputValues")?.child("text")?.text { type.restrict(to: allowed) }
      if var known = hints[name] {
        known.values += type.values.filter { !known.values.contains($0) }
        // More are no enum.
        if known.values.count > 1000 { (known.type, known.values) = (.string, []) }
        // Where one table has any text, so has the fact.
        if known.type != type.type { (known.type, known.values) = (.string, []) }
        hints[name] = known
      } else {
        hints[name] = type
      }
    }
    return hints
  }

  private mutating func declare(_ input: XMLElement, _ hints: [String: DMNType]) {
    let name = FEELScope.normal(input.attribute("name") ?? "")
    if let yaml = input.extras.first(where: { $0.key == "fact" })?.yaml {
      let own = names.identifier(name)
      facts.append((own, yaml))
      return scope.declare(name, FEELValue(own, .any))
    }
    var type = model.type(input.child("variable")?.attribute("typeRef")) ?? hints[name] ?? DMNType(type: .any)
    if let hint = hints[name], type.values.isEmpty, type.type == .string || type.type == .any, !model.isOwn {
      if hint.type == .enumeration || type.type == .any { type = hint }
    }
    if model.isOwn, !input.extras.isEmpty { return scope.declare(name, FEELValue(name, type.type)) }
    scope.declare(name, declare(name, names.identifier(name), type, input))
  }

  /// Declares the fact `own`, or those of its components.
  private mutating func declare(
    _ name: String, _ own: String, _ type: DMNType, _ input: XMLElement
  ) -> FEELValue {
    if type.type == .context {
      var components: [String: FEELValue] = [:]
      for component in type.components {
        let full = "\(own)_\(DMNNames.plain(component.name))"
        components[component.name] = declare(
          "\(name).\(component.name)", names.identifier(full), component.type, input)
      }
      return FEELValue(components: components)
    }
    if type.name == nil {
      var word = "list of structures"
      if case .unsupported(let name) = type.type { word = name }
      diagnostics.append(.notCarried("`\(name)`", "the type `\(word)` has no counterpart", input.place))
      return FEELValue(own, .unsupported(word))
    }
    facts.append((own, type.fact(name == own ? nil : name)))
    return FEELValue(own, type.type)
  }

  // MARK: Decisions

  /// The type of a decision, where it is known.
  func type(of decision: XMLElement) -> DMNType? {
    if let type = model.type(decision.child("variable")?.attribute("typeRef")), type.type != .any { return type }
    guard let table = decision.child("decisionTable") else { return nil }
    let outputs = table.children.filter { $0.name == "output" }
    guard outputs.count == 1 else { return nil }
    return model.type(outputs[0].attribute("typeRef") ?? table.attribute("typeRef"))
  }

  /// What expressions use a decision as.
  private func binding(_ name: String, _ type: DMNType?, _ table: XMLElement?) -> FEELValue {
    guard let type, type.type == .context else {
      // Which of the values rows yield is seen only later.
      return FEELValue(name, type?.type == .enumeration ? .string : type?.type ?? .any)
    }
    var components: [String: FEELValue] = [:]
    for component in type.components {
      components[component.name] = FEELValue("\(name).\(DMNNames.plain(component.name))", component.type.type)
    }
    return FEELValue(components: components)
  }

  private mutating func add(_ decision: XMLElement, _ name: String) throws(DiagnosticError) {
    let shown = FEELScope.normal(decision.attribute("name") ?? "")
    let (count, rows) = (decisions.count, rowCount)
    var type = type(of: decision)
    do throws(DMNFailure) {
      guard let expression = decision.expression else {
        throw DMNFailure("it has no logic", decision.place)
      }
      var head = decision.extras
      if !model.isOwn, shown != name { head.append(("doc", YAMLText.quoted(shown))) }
      let value = try value(expression, scope, into: (name, head, type), path: name, depth: 0)
      if decisions.count == count || decisions.last?.name != name {
        var own = Decision(name: name, members: head)
        if !model.isOwn, value.literal != nil, let typeName = type?.name, type?.type != .enumeration, type?.type != .any
        {
          own.members.append(("type", YAMLText.text(typeName)))
        }
        own.members.append(
          ("value", try DMNTable.result(value, isNumber: model.isOwn || type?.type == .number, at: expression.place)))
        decisions.append(own)
      }
    } catch {
      decisions.removeSubrange(count...)
      rowCount = rows
      if error.isTooLarge { throw DiagnosticError(.tooManyRows(error.place)) }
      if type?.type == nil || type?.type == .any { type = DMNType(type: .string) }
      let isFact = type?.name != nil
      diagnostics.append(
        .notCarried(
          "the decision `\(shown)`", error.reason + (isFact ? "; it is a fact" : ""), error.place))
      if isFact, let type { facts.append((name, type.fact(shown == name ? nil : shown))) }
    }
  }
}

/// Why a part of a model has no counterpart, and where.
struct DMNFailure: Error {
  let reason: String
  let place: Place
  var isTooLarge = false

  init(_ reason: String, _ place: Place) {
    self.reason = reason
    self.place = place
  }

  init(tooLargeAt place: Place) {
    self.init("", place)
    isTooLarge = true
  }

  /// What `body` gives; what it throws is at `place`.
  static func at<R>(_ place: Place, _ body: () throws(FEELError) -> R) throws(DMNFailure) -> R {
    do throws(FEELError) { return try body() } catch { throw DMNFailure(error.reason, place) }
  }
}

extension Diagnostic {
  fileprivate static func notCarried(_ what: String, _ reason: String, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "dmn/not-carried", severity: .warning, message: "\(what) is not carried over: \(reason)", place: place)
  }

  fileprivate static func modelTooLarge(_ source: SourceText) -> Diagnostic {
    Diagnostic(
      code: "dmn/too-large",
      message: "the model has \(source.bytes.count) bytes, more than the limit `dmnSize` of \(DMNImport.sizeLimit)",
      place: Place(source: source, range: SourceRange(start: 0, end: 0)))
  }

  fileprivate static func tooManyRows(_ place: Place) -> Diagnostic {
    Diagnostic(
      code: "dmn/too-large",
      message: "the tables have more rows than the limit `dmnRows` of \(DMNImport.rowLimit), those of functions once"
        + " for each call", place: place)
  }
}
