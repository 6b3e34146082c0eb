import TerrainRules

/// The facts that rules have in every request, whatever it gives.
struct FactDefaults: Sendable {
  /// The facts of calendar and clock.
  let clock: [Fact]
  /// The lists that are empty unless a request gives them.
  let emptyLists: [Fact]

  /// The defaults of `rules`.
  init(_ rules: RuleSet) {
    clock = rules.facts.filter { Moment.factNames.contains($0.name) }
    emptyLists = rules.facts.filter { fact in
      guard case .list = fact.declaration.type else { return false }
      return !fact.declaration.isOptional && !fact.declaration.isPerCandidate
    }
  }
}
