import TerrainDocuments
import TerrainRules
import TerrainBase

/// The decisions of a module that satisfies a contract, by their own names.
struct ModuleDecisions {
  private let module: Text
  private let rules: RuleSet
  private let contract: Contract

  /// The decisions of `module`.
  ///
  /// - Throws: what of `contract` the rules do not satisfy.
  init(_ module: Text, of rules: RuleSet, keeping contract: Contract) throws(DiagnosticError) {
    let diagnostics = rules.check(contract)
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
    self.module = module
    self.rules = rules
    self.contract = contract
  }

  /// The decision `name`; nil where the module has none.
  subscript(name: Text) -> Decision? { rules.decision("\(module).\(name)") }

  /// The decision `name`, which the contract requires.
  func required(_ name: Text) throws(DiagnosticError) -> Decision {
    guard let decision = self[name] else { throw DiagnosticError(rules.check(contract)) }
    return decision
  }
}

extension RuleSet {
  /// Those of the facts `names` that the rules look at.
  func facts(named names: [Text]) -> [Text: Fact] {
    var facts: [Text: Fact] = [:]
    for name in names { if let fact = fact(name) { facts[name] = fact } }
    return facts
  }
}
