import TerrainDocuments
import TerrainRules
import TerrainValues

// Everything asking for a decision complains of, in one place.

extension Diagnostic {
  static func unknownDecision(_ name: Text, at node: Node?, of ruleSet: RuleSet, known: [Text]) -> Diagnostic {
    // Names may be written without the rule set's.
    let prefix = ruleSet.manifest.modulePrefix
    let short = known.map(\.string).filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    return Diagnostic(
      code: "decide/unknown-decision", message: "the rules have no such decision", place: node?.place,
      fix: Suggestion.nearest(to: name.string, among: short + known.map(\.string)).map { "did you mean `\($0)`?" }
        ?? Suggestion.fix(name, among: short) ?? "they have \(known.quoted(near: name.string))",
      path: node?.path)
  }

  static func unknownFact(at key: Node, known: [Text], _ suggestions: Suggestions) -> Diagnostic {
    Diagnostic(
      code: "decide/unknown-fact", message: "the rules have no fact `\(key.text ?? "")`", at: key,
      fix: suggestions.fix(key.text, among: known, kind: "facts", listing: "they have"))
  }

  /// Facts that are no map from names to values.
  package static func factsAreNoMap(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "decide/facts-shape", message: "facts are a map from names to values, and this is \(node.kind.phrase)",
      at: node)
  }
}
