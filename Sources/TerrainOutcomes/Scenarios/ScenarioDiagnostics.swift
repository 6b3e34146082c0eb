import TerrainChecks
import TerrainDocuments
import TerrainExpressions
import TerrainEngines
import TerrainBase

// What an author reads when scenarios cannot be run, or fail.

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

  static func scenarioWarned(_ scenario: Text, _ warning: Diagnostic, at node: Node) -> Diagnostic {
    refusal(
      "scenarios/warned", "`\(scenario)`: the request leads to a warning: \(warning.message) (`\(warning.code)`)",
      warning, at: node)
  }

  /// Where a diagnostic about the request is in the file, it is reported there; else at the step.
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

  static func scenarioCarriesNothing(_ scenario: Text, _ field: Node, _ operation: String) -> Diagnostic {
    scenarioFailed(scenario, "the result of `\(operation)` has no `\(field.text ?? "")` to carry", at: field)
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
