import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// An outcome as a rule set declares it: an element of the list `scoring.outcomes`.
struct OutcomeDeclaration {
  let name: Text
  let plural: Text
  let decision: Decision

  /// The decision that lists the outcomes.
  private static let list: Text = "scoring.outcomes"
  /// The outcomes of rule sets that list none, as those of version 0.1 do not.
  private static let undeclared: [(name: Text, plural: Text, decision: Text)] = [
    ("type", "types", "types.primary_type"), ("modifier", "modifiers", "types.modifier"),
  ]

  /// The requirements of outcomes on a rule set.
  static let wanted: [Contract.Wanted] =
    [.init(list, .dyn, isOptional: true)] + undeclared.map { .init($0.decision, .string, isOptional: true) }

  /// The outcomes that `rules` declare.
  ///
  /// - Throws: all errors in them.
  static func read(_ rules: RuleSet) throws(DiagnosticError) -> [OutcomeDeclaration] {
    let named = try names(rules)
    let contract = Contract(
      "terrain score", decisions: named.map { .init($0.decision, .string) }, otherFacts: .int)
    let diagnostics = rules.check(contract)
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
    return named.compactMap { outcome in
      rules.decision(outcome.decision).map {
        OutcomeDeclaration(name: outcome.name, plural: outcome.plural, decision: $0)
      }
    }
  }

  /// The names of the decisions that `rules`, which were loaded whole, list as outcomes.
  static func decisions(in rules: RuleSet) -> [Text] {
    guard let decision = rules.decision(list), let node = rules.node(ofResult: decision), node.kind == .list else {
      return []
    }
    return node.elements.compactMap { $0.kind == .map ? $0["decision"]?.text : nil }
  }

  private static func names(_ rules: RuleSet) throws(DiagnosticError) -> [(name: Text, plural: Text, decision: Text)] {
    guard let decision = rules.decision(list) else { return undeclared }
    var outcomes: [(name: Text, plural: Text, decision: Text)] = []
    var diagnostics: [Diagnostic] = []
    for var fields in try RuleLists(rules).elements(of: decision) {
      let name = fields.text("name")
      let plural = fields.text("plural")
      let named = fields.text("decision")
      if name == nil { fields.wrong("name", "the key of the outcome in a score") }
      if let name, outcomes.contains(where: { $0.name == name }) {
        fields.wrong("name", "another one for each outcome")
      }
      if plural == nil { fields.wrong("plural", "the key of several of them") }
      if named.flatMap({ rules.decision($0) }) == nil {
        let names = rules.decisions.map { rules.relativeName($0.name).string }
        fields.wrong("decision", "the name of a decision", among: names)
      }
      diagnostics += fields.finish()
      if let name, let plural, let named { outcomes.append((name, plural, named)) }
    }
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
    return outcomes
  }
}
