import TerrainDocuments
import TerrainEngines
import TerrainValues

extension Method {
  /// Any decision of any module.
  public static let decide = Method(
    name: "decide", summary: "Ask for any decision of any rule module, and why",
    parameters: .object([
      .required("decision", .text, "`module.decision`, with or without the rule set's id."),
      .required("facts", .facts(.decision), "What the rules look at: facts by name."),
    ]),
    result: .object(
      Shape.Field.identities + [
        .required("decision", .text, "The decision's full name."),
        .required("value", .anything, "What it came to."),
        .required("why", .list(.reason), "Which rules fired, and what they saw."),
      ]), isQuick: true
  ) { parameters, session, writer throws(DiagnosticError) in
    let (system, rules) = try session.decisions()
    guard let name = parameters["decision"]?.text, let facts = parameters["facts"] else { return [] }
    let request = try DecisionRequest(
      name, namedAt: parameters["decision"], of: system.rules.ruleSet, pack: system.pack, facts: facts)
    let response = DecideResult(try request.answer(in: rules), system: system)
    try writer.document(response)
    return []
  }
}
