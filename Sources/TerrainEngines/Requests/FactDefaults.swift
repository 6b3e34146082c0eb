import TerrainDocuments
import TerrainRules
import TerrainValues

/// The facts that rules have in every request, whatever it gives.
struct FactDefaults: Sendable {
  /// The facts of calendar and clock.
  let clock: [Fact]
  /// The lists that are empty unless a request gives them.
  let emptyLists: [Fact]

  /// The facts that are something declared unless a request gives them.
  let usual: [(fact: Fact, value: Value)]

  /// The defaults of `rules`, whose values `reader` reads.
  ///
  /// - Throws: a default that is not a value of its fact.
  init(_ rules: RuleSet, _ reader: FactReader) throws(DiagnosticError) {
    let found = DiagnosticCollector(.file)
    usual = rules.facts.compactMap { fact in
      guard let node = fact.declaration.usual, !fact.declaration.isPerCandidate else { return nil }
      return reader.value(node, of: fact, into: found).map { (fact, $0) }
    }
    if found.hasErrors { throw found.error }
    clock = rules.facts.filter { Moment.factNames.contains($0.name) }
    emptyLists = rules.facts.filter { fact in
      guard case .list = fact.declaration.type else { return false }
      return !fact.declaration.isOptional && !fact.declaration.isPerCandidate && fact.declaration.usual == nil
    }
  }
}
