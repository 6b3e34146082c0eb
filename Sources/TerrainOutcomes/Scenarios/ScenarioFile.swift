import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainRules

/// Scenarios of operations, written as data next to the rules.
package struct ScenarioFile: Sendable {
  /// One run of an operation, with its expectations.
  struct Step: Sendable {
    /// The operation's name.
    let operation: Node
    /// The request: a map, or the name of one.
    let request: Node?
    /// The expectations at paths of the result.
    let expectations: [(path: Node, value: Node)]
    /// Conditions over the request and the result.
    let conditions: [Node]
    /// The codes of the errors for which it is refused.
    let errors: [Node]
    /// The codes of warnings about the request.
    let warnings: [Node]

    var expectsNothing: Bool { expectations.isEmpty && conditions.isEmpty && errors.isEmpty && warnings.isEmpty }
  }

  /// One scenario.
  package struct Scenario: Sendable {
    /// The name, which describes its purpose.
    package let name: Text
    /// Its name in the file.
    package let place: Place
    /// Fields of each step's result that the next step's request contains.
    let carried: [Node]
    /// The steps, in order.
    let steps: [Step]
  }

  /// The file's root.
  package let root: Node
  /// Requests that scenarios name.
  let requests: [Text: Node]
  /// The scenarios, in file order.
  package let scenarios: [Scenario]

  /// The folder of scenario files in the folder of a rule set.
  package static let folder = "scenarios"

  /// True of a document that is a file of scenarios.
  package static func isScenarios(_ node: Node) -> Bool { node.kind == .map && node["scenarios" as Text] != nil }

  /// The scenarios in `node`; nil, with diagnostics, if it has errors.
  package static func read(_ node: Node) -> (file: ScenarioFile?, diagnostics: [Diagnostic]) {
    let diagnostics = DiagnosticCollector(.file)
    var fields = FieldReader(node, what: "a file of scenarios", into: diagnostics)
    let requests = fields.map("requests")
    var reader = ScenarioReader(diagnostics: diagnostics)
    let scenarios = fields.list("scenarios", required: true).compactMap { reader.scenario($0) }
    fields.finish(alsoKnown: ["doc", "$schema"])
    let named = Dictionary(
      requests.compactMap { key, value in key.text.map { ($0, value) } }, uniquingKeysWith: { first, _ in first })
    let file = ScenarioFile(root: node, requests: named, scenarios: scenarios)
    return (diagnostics.hasErrors ? nil : file, diagnostics.diagnostics)
  }
}

/// Reads scenarios, and reports errors in their form.
private struct ScenarioReader {
  let diagnostics: DiagnosticCollector
  private var names: [Text: Place] = [:]

  init(diagnostics: DiagnosticCollector) { self.diagnostics = diagnostics }

  mutating func scenario(_ node: Node) -> ScenarioFile.Scenario? {
    var fields = FieldReader(node, what: "a scenario", into: diagnostics)
    let name = fields.text("name")
    let carried = fields.texts("carry").map(\.node)
    var steps: [ScenarioFile.Step] = []
    if node.kind == .map, node["steps"] != nil {
      steps = fields.list("steps").compactMap { element in
        var fields = FieldReader(element, what: "a step", into: diagnostics)
        let step = step(&fields)
        fields.finish(alsoKnown: ["doc"])
        return step
      }
    } else {
      steps = [step(&fields)].compactMap { $0 }
    }
    fields.finish(alsoKnown: ["doc"])
    guard let name else { return nil }
    if let first = names[name.text] {
      diagnostics.report(.scenarioNamedTwice(name.text, first: first, name.node.place))
    }
    names[name.text] = names[name.text] ?? name.node.place
    if !diagnostics.hasErrors, steps.allSatisfy(\.expectsNothing) {
      diagnostics.report(.scenarioExpectsNothing(name.text, name.node.place))
    }
    return ScenarioFile.Scenario(name: name.text, place: name.node.place, carried: carried, steps: steps)
  }

  private func step(_ fields: inout FieldReader) -> ScenarioFile.Step? {
    let operation = fields.text("for")
    let request = fields.optional("request")
    let expectations = fields.map("expect")
    let conditions = fields.list("holds")
    let errors = fields.texts("errors").map(\.node)
    let warnings = fields.texts("warnings").map(\.node)
    guard let operation else { return nil }
    return ScenarioFile.Step(
      operation: operation.node, request: request, expectations: expectations.map { ($0.key, $0.value) },
      conditions: conditions, errors: errors, warnings: warnings)
  }
}

// Diagnostics about scenarios that fail or cannot be run.

// MARK: - Files of scenarios

extension Diagnostic {
  static func scenarioNamedTwice(_ name: Text, first: Place, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "scenarios/named-twice", message: "there is a scenario `\(name)` already, and a report could mean either",
      place: place, related: [Related(message: "first here", place: first)], fix: "give it another name")
  }

  static func scenarioExpectsNothing(_ name: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "scenarios/expects-nothing", message: "the scenario `\(name)` expects nothing, and so cannot fail",
      place: place, fix: "add `expect`, `holds` or `errors`")
  }

  static func unknownRequest(_ name: Text, among names: [Text], at node: Node) -> Diagnostic {
    Diagnostic(
      code: "scenarios/unknown-request", message: "`requests` has no `\(name)`", at: node,
      fix: Suggestion.fix(name, among: names)
        ?? (names.isEmpty ? nil : "its requests are \(names.quoted(near: name.string))"))
  }

  static func requestOfItself(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "scenarios/request-circle",
      message: "the request is made of itself, or of more than \(ScenarioRequests.mostLayers) others", at: node,
      fix: "let `from` name a request that does not lead back")
  }

  static func unknownOperation(_ node: Node, among operations: [AnyOperation]) -> Diagnostic {
    let names = operations.map { Text($0.name) }
    return Diagnostic(
      code: "scenarios/unknown-operation", message: "`\(node.text ?? "")` is not an operation that evaluates a request",
      at: node, fix: Suggestion.fix(node.text, among: names) ?? "the operations are \(names.quoted)")
  }
}

// MARK: - Expectations

extension Diagnostic {
  static func notAPath(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "scenarios/not-a-path", message: "`\(node.text ?? "")` is not a path", at: node,
      fix: "write names with dots between, and `[0]`, `[*]` or `[id=ID]` after a list")
  }

  static func unknownPath(_ path: ResultPath, _ step: ResultPath.Step, among names: [String]) -> Diagnostic {
    let written: Text
    switch step {
    case .member(let name): written = name
    case .element(let position): written = Text("[\(position)]")
    case .all: written = "[*]"
    case .matching(let field, let value): written = Text("[\(field)=\(value)]")
    }
    var fix: String?
    if case .member(let name) = step {
      fix =
        Suggestion.fix(name, among: names)
        ?? (names.isEmpty ? nil : "what is there: \(names.map { Text($0) }.quoted(near: name.string))")
    }
    return Diagnostic(
      code: "scenarios/unknown-path", message: "no result of the operation has `\(written)` here", at: path.node,
      fix: fix)
  }

  static func unknownExpectation(_ key: Node) -> Diagnostic {
    let words = Expectation.Word.allCases.map { Text($0.rawValue) }
    return Diagnostic(
      code: "scenarios/unknown-expectation", message: "an expectation has no `\(key.text ?? "")`", at: key,
      fix: Suggestion.fix(key.text, among: words)
        ?? "it may have \(words.quoted); a map that is expected goes under `is`")
  }

  static func scenarioUnknownRecord(_ id: Text, among ids: [Text], at node: Node) -> Diagnostic {
    Diagnostic(
      code: "scenarios/unknown-record", message: "`\(id)` is not the id of a record, and the result has ids here",
      at: node, fix: Suggestion.fix(id, among: ids))
  }
}

// MARK: - Failures

extension Diagnostic {
  static func scenarioFailed(_ scenario: Text, _ message: String, at node: Node, fix: String? = nil) -> Diagnostic {
    Diagnostic(code: "scenarios/failed", message: "`\(scenario)`: \(message)", at: node, fix: fix)
  }

  static func scenarioRefused(_ scenario: Text, _ operation: String, _ error: Diagnostic, at node: Node) -> Diagnostic {
    refusal(
      "scenarios/refused", "`\(scenario)`: `\(operation)` refuses the request: \(error.message) (`\(error.code)`)",
      error, at: node)
  }

  static func scenarioLocale(_ scenario: Text, _ locale: Text, among locales: [Text], at node: Node) -> Diagnostic {
    scenarioFailed(
      scenario, "the pack has no texts in `\(locale)`", at: node,
      fix: Suggestion.fix(locale, among: locales) ?? "its locales are \(locales.quoted)")
  }

  static func scenarioWarned(_ scenario: Text, _ warning: Diagnostic, at node: Node) -> Diagnostic {
    refusal(
      "scenarios/warned", "`\(scenario)`: the request leads to a warning: \(warning.message) (`\(warning.code)`)",
      warning, at: node)
  }

  /// A diagnostic about the request is reported at its location in the file, or else at the step.
  private static func refusal(_ code: String, _ message: String, _ cause: Diagnostic, at node: Node) -> Diagnostic {
    guard let place = cause.place, place.source.name == node.place.source.name else {
      return Diagnostic(
        code: code, message: message, place: node.place,
        related: cause.place.map { [Related(message: "found here", place: $0)] } ?? [], fix: cause.fix)
    }
    // All scenarios that share the request are refused for it.
    let mistake = "request \(place.source.name) \(place.range.start) \(cause.code) \(cause.message)"
    return Diagnostic(code: code, message: message, place: place, fix: cause.fix).caused(by: Cause(mistake))
  }

  static func scenarioNotRefused(_ scenario: Text, _ code: Node, among codes: [String]) -> Diagnostic {
    let found = codes.isEmpty ? "there is none" : "there are \(codes.map { Text($0) }.quoted)"
    return scenarioFailed(
      scenario, "`\(code.text ?? "")` was expected, and \(found)", at: code,
      fix: Suggestion.fix(code.text, among: codes))
  }

  static func scenarioCarriesNothing(
    _ scenario: Text, _ field: Node, _ operation: String, among fields: [Text]
  ) -> Diagnostic {
    scenarioFailed(
      scenario, "the result of `\(operation)` has no `\(field.text ?? "")` to carry", at: field,
      fix: Suggestion.fix(field.text, among: fields) ?? "its fields are \(fields.quoted)")
  }

  static func scenarioUndecided(_ scenario: Text, _ condition: OutcomeCondition, _ error: EvaluationError) -> Diagnostic
  {
    let found = Diagnostic(error)
    return Diagnostic(
      code: "scenarios/failed", message: "`\(scenario)`: a condition has no value: \(found.message)",
      place: found.place ?? condition.node.place,
      fix: error.code == .noSuchKey ? "ask with `has(…)` where it may be absent" : nil)
  }
}

/// The requests of a file of scenarios. A request may name another request, whose members it extends or replaces.
struct ScenarioRequests {
  let named: [Text: Node]

  /// The maximum depth of requests that name one another (`request-layers`).
  static let mostLayers = 32
  private static let from: Text = "from"

  /// The request at `node`: a map, the name of a request, or nil.
  ///
  /// - Parameter carried: a map whose members are added unless the request has them.
  /// - Throws: an error for a request that does not exist, or that refers to itself.
  func request(_ node: Node?, at place: Node, carried: Node?) throws(DiagnosticError) -> Node {
    var layers: [Node] = []
    var upcoming = node
    while let next = upcoming {
      if layers.count == Self.mostLayers { throw DiagnosticError(.requestOfItself(next)) }
      if let name = next.text {
        guard let named = named[name] else {
          throw DiagnosticError(.unknownRequest(name, among: self.named.keys.ordered(), at: next))
        }
        upcoming = named
        if named.text != nil { layers.append(named) }
        continue
      }
      guard next.kind == .map else {
        throw DiagnosticError(.wrongKind(next, expected: .map, what: "a request"))
      }
      layers.append(next)
      upcoming = next[Self.from]
    }
    layers = layers.filter { $0.kind == .map }.reversed()
    let absent = Self.absent(in: layers)
    if let carried {
      let members = carried.members.filter { key, _ in
        let name = key.text ?? ""
        return absent.contains(name) || !layers.contains { $0[name] != nil }
      }
      let own = Set(members.compactMap(\.key.text))
      layers.append(Document.map(of: members.map { ($0.key, $0.value) }, at: carried).root)
      return try merged(layers, without: absent.subtracting(own), at: place)
    }
    return try merged(layers, without: absent, at: place)
  }

  private func merged(_ layers: [Node], without absent: Set<Text>, at place: Node) throws(DiagnosticError) -> Node {
    guard let request = Document.merging(layers, without: absent.union([Self.from])) else {
      throw DiagnosticError(.missingField("request", of: place, what: "a scenario"))
    }
    return request.root
  }

  /// The members that the last layer which has them leaves out.
  private static func absent(in layers: [Node]) -> Set<Text> {
    var absent: Set<Text> = []
    for (key, value) in layers.flatMap({ Array($0.members) }) {
      guard let name = key.text else { continue }
      if value.kind == .null { absent.insert(name) } else { absent.remove(name) }
    }
    return absent
  }
}
