import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainBase

/// Decisions that nothing evaluates, and that an engine would evaluate if they were spelled as it expects: `stetings` of a ranking.
/// An engine does without what it does not find, so nothing else would report them.
struct MisspelledDecisions {
  private let ruleSet: RuleSet
  /// The names of decisions that an engine would evaluate, by module.
  private let absent: [String: [String]]

  init(_ ruleSet: RuleSet) {
    self.ruleSet = ruleSet
    var absent: [String: [String]] = [:]
    for name in EngineDecisions.absentNames(in: ruleSet) {
      let (module, own) = Self.parts(of: name.string)
      absent[module, default: []].append(own)
    }
    self.absent = absent
  }

  /// The diagnostics about `names`, of which engines, pages and others ask for those that are `needed`.
  func diagnostics(_ names: [TableView.NameUse], needed: Set<String>) -> [Diagnostic] {
    names.compactMap { name in
      guard name.kind == .decision, !name.isUsed, !needed.contains(name.name) else { return nil }
      let (module, own) = Self.parts(of: name.name)
      guard let meant = meant(by: own, in: module) else { return nil }
      let diagnostic = Diagnostic.misspelledDecision(own, meant: meant, at: name.place)
      return diagnostic.caused(by: .init(Diagnostic.unknownCause("decision", Text(meant)), mistake: diagnostic))
    }
  }

  private func meant(by name: String, in module: String) -> String? {
    if let meant = absent[module]?.first(where: { Suggestion.distance(name, $0) == 1 }) { return meant }
    return EngineDecisions.namesOfModules.lazy.map(\.string).first {
      Self.isSlip(name, for: $0) && ruleSet.decision("\(module).\($0)") == nil
    }
  }

  /// Whether `name` is `other` with two neighboring letters swapped, or with a letter too many or too few inside: a word with another
  /// letter is often another word.
  private static func isSlip(_ name: String, for other: String) -> Bool {
    guard Suggestion.distance(name, other) == 1 else { return false }
    return name.count == other.count
      ? name.ordered() == other.ordered() : !name.hasPrefix(other) && !other.hasPrefix(name)
  }

  private static func parts(of name: String) -> (module: String, own: String) {
    guard let dot = name.lastIndex(of: ".") else { return ("", name) }
    return (String(name[..<dot]), String(name[name.index(after: dot)...]))
  }
}

extension Diagnostic {
  fileprivate static func misspelledDecision(_ name: String, meant: String, at place: Place?) -> Diagnostic {
    Diagnostic(
      code: "rules/misspelled-decision", severity: .warning,
      message: "nothing evaluates `\(name)`, and the module has no `\(meant)`", place: place,
      fix: "did you mean `\(meant)`?")
  }
}
