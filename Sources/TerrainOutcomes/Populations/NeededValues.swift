import TerrainBase
import TerrainExpressions
import TerrainRules

extension PopulationDeclaration {
  /// Removes fields that neither `facts` nor `others`, by name, need; no remaining field depends on a removed field.
  mutating func keep(_ facts: [Fact], and others: [Text]) {
    // If days depend on logged values, all fields are needed. If days have records, their number stays: days begin that long before.
    guard LastingValues(of: self) != nil else { return }
    var needed = Set(facts.map(\.name) + others)
    // A field depends on fields before it.
    func prune(_ fields: inout [DrawnField]) {
      var kept: [DrawnField] = []
      for field in fields.reversed() where needed.contains(field.name) {
        kept.append(field)
        needed.formUnion(field.source.names)
      }
      fields = kept.reversed()
    }
    (time, locale, request) = (nil, nil, [])
    for section in [\PopulationDeclaration.form, \.day, \.records, \.facts, \.person, \.traits] {
      prune(&self[keyPath: section])
    }
    if !needsScore(needed, facts) {
      scoring = nil
      answers = []
      if needed.contains("goals") { needed.formUnion(goals?.names ?? []) } else { goals = nil }
    }
  }

  /// Returns true if the answers to the quiz or their outcomes are among `needed` names, or may be among `facts`.
  private func needsScore(_ needed: Set<Text>, _ facts: [Fact]) -> Bool {
    guard let scoring else { return false }
    let names = scoring.quiz.axes.map(\.id) + scoring.outcomes.map(\.name) + ["score_flags", "answers", "goals"]
    if names.contains(where: needed.contains) { return true }
    // Outcomes are records, or their ids.
    return facts.contains { fact in
      switch fact.declaration.type {
      case .record, .enumeration: true
      default: false
      }
    }
  }
}
