import TerrainDocuments
import TerrainRules
import TerrainBase

/// The facts that rules have in every request, whatever it gives; besides those that have a default declared, which are a session's.
struct FactDefaults: Sendable {
  /// The facts of calendar and clock.
  let clock: [Fact]
  /// The lists that are empty unless a request gives them.
  let emptyLists: [Fact]

  /// The defaults of `rules`, whose values `reader` reads.
  ///
  /// - Throws: a declared default that is no record of the pack.
  init(_ rules: RuleSet, _ reader: FactReader) throws(DiagnosticError) {
    let found = DiagnosticCollector(.file)
    for fact in rules.facts { if let node = fact.declaration.usual { _ = reader.value(node, of: fact, into: found) } }
    if found.hasErrors { throw found.error }
    clock = rules.facts.filter { Moment.factNames.contains($0.name) }
    emptyLists = rules.facts.filter { $0.declaration.isEmptyUnlessGiven && !$0.declaration.isPerCandidate }
  }
}

extension FactDeclaration {
  /// Whether it is a list that is empty where nothing gives it.
  var isEmptyUnlessGiven: Bool {
    guard case .list = type else { return false }
    return !isOptional && usual == nil
  }
}
