import TerrainDocuments
import TerrainRules
import TerrainValues

// Everything asking for a decision complains of, in one place.

extension Diagnostic {
  static func unknownDecision(_ name: Text, of ruleSet: RuleSet, known: [Text]) -> Diagnostic {
    // Names may be written without the rule set's.
    let prefix = ruleSet.manifest.modulePrefix
    let short = known.map(\.string).filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    let nearest = Suggestion.nearest(to: name.string, among: short + known.map(\.string))
    return Diagnostic(
      code: "decide/unknown-decision", message: "the rules have no decision `\(name)`", place: nil,
      fix: nearest.map { "did you mean `\($0)`?" } ?? "they have \(known.map { "`\($0)`" }.joined(separator: ", "))")
  }

  static func unknownFact(at key: Node, known: [Text]) -> Diagnostic {
    let nearest = key.text.flatMap { Suggestion.nearest(to: $0.string, among: known.map(\.string)) }
    return Diagnostic(
      code: "decide/unknown-fact", message: "the rules have no fact `\(key.text ?? "")`", place: key.place,
      fix: nearest.map { "did you mean `\($0)`?" } ?? "they have \(known.map { "`\($0)`" }.joined(separator: ", "))",
      path: key.path)
  }

  /// Facts that are no map from names to values.
  package static func factsAreNoMap(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "decide/facts-shape", message: "facts are a map from names to values, and this is \(node.kind.phrase)",
      place: node.place, path: node.path)
  }
}
