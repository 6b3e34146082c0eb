import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

extension Operations {
  /// Any decision of any module.
  package static var decide: Operation<DecideResult> {
    Operation(
      name: "decide", summary: "Evaluate any decision of any rule module, and explain it",
      parameters: .object([
        .required("decision", .text, "`module.decision`, with or without the rule set's id."),
        .required("facts", .facts(.decision), "What the rules look at: facts by name."),
      ]),
      result: .decided, isQuick: true
    ) { parameters, session, notes throws(DiagnosticError) in
      if session.runsOnce, let name = parameters["decision"]?.text {
        // Errors are reported against the whole rule set.
        let contract = Contract("terrain run decide", decisions: [.init(name, .dyn)], otherFacts: .dyn)
        if let part = try? session.system(contracts: [contract], kinds: []) {
          let rules = RuleSession(part.rules.ruleSet, limits: session.evaluation, records: .held(by: part.pack))
          if let result = try? decided(parameters, by: rules, of: part, session, &notes) { return result }
        }
      }
      let system = try session.everything()
      let rules = try session.kept(.rules) {
        RuleSession(system.rules.ruleSet, limits: session.evaluation, records: .held(by: system.pack))
      }
      return try decided(parameters, by: rules, of: system, session, &notes)
    }
  }

  private static func decided(
    _ parameters: Node, by rules: RuleSession, of system: LoadedSystem, _ session: OperationSession,
    _ notes: inout RequestNotes
  ) throws(DiagnosticError) -> DecideResult {
    let request = try DecisionRequest(
      parameters["decision"]?.text ?? "", namedAt: parameters["decision"], of: system.rules.ruleSet,
      pack: system.pack, facts: parameters["facts"] ?? parameters)
    if session.isRecording {
      let traces = try request.explained(in: rules).traces
      notes.explanation = Explanation(.decisions(traces), system)
    }
    return DecideResult(try request.result(in: rules), system: system)
  }
}

/// A decision's value, and the reasons.
package struct DecideResult {
  /// The decision's value, and the reasons.
  package let decision: DecisionResult
  /// The system whose rules decided.
  package let system: LoadedSystem

  /// The result `decision`, by the rules of `system`.
  package init(_ decision: DecisionResult, system: LoadedSystem) {
    self.decision = decision
    self.system = system
  }
}

extension ResultType where Content == DecideResult {
  fileprivate static var decided: ResultType {
    object {
      fields(of: versionFields) { Versions($0.system) }
      requiredField("decision", .text, "The decision's full name.") { $0.decision.decision }
      requiredField("value", .anything, "What it came to.") { $0.decision.value }
      explanatory(
        requiredField("why", .list(.reason), "Which rules fired, and what they saw.") { $0.decision.why })
    }
  }
}

extension SessionKey<RuleSession> {
  fileprivate static let rules = SessionKey()
}
