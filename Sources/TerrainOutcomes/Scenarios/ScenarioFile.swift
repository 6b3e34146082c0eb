import TerrainRules
import TerrainDocuments
import TerrainBase

/// Scenarios of operations, written as data beside the rules.
package struct ScenarioFile: Sendable {
  /// One run of an operation, and what its result must be.
  struct Step: Sendable {
    /// The operation's name.
    let operation: Node
    /// The request: a map, or the name of one.
    let request: Node?
    /// What must be at paths of the result.
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
    /// What it shows.
    package let name: Text
    /// Its name in the file.
    package let place: Place
    /// Fields of each step's result that the next step's request contains.
    let carried: [Node]
    /// What is run, in order.
    let steps: [Step]
  }

  /// The file's root.
  package let root: Node
  /// Requests that scenarios name.
  let requests: [Text: Node]
  /// The scenarios, in file order.
  package let scenarios: [Scenario]

  /// The folder beside the rules of a rule set that has the files.
  package static let folder = "scenarios"

  /// True of a document that is a file of scenarios.
  package static func isScenarios(_ node: Node) -> Bool { node.kind == .map && node["scenarios" as Text] != nil }

  /// The scenarios in `node`; nil, with diagnostics, where something in it cannot be understood.
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

/// Reads scenarios, and reports what is wrong with their form.
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
