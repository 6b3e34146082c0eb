import TerrainChecks
import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase

extension RowShares {
  /// The shares of rows in the module files `modules`, among the people of the pack's usual population; none where something is
  /// wrong, and of decisions that rest on other facts than axes of the quiz.
  package static func rows(
    in modules: Set<String>, packAt pack: String, rulesAt rules: String, files: ContentFiles,
    isCancelled: () -> Bool = { false }
  ) -> [Row] {
    let loader = SystemLoader(packAt: pack, rulesAt: rules, files: files)
    guard let system = try? loader.system([], nil),
      let population = try? PopulationFiles(pack: pack, files: files).population(PopulationFiles.standard, system)
    else { return [] }
    let ruleSet = system.rules.ruleSet
    var known: [[Text]: WeightedFacts?] = [:]
    var rows: [Row] = []
    for decision in ruleSet.decisions where modules.contains(decision.place.source.name) && !isCancelled() {
      let shares = RowShares(decision, of: ruleSet) { facts in
        if let people = known[facts] { return people }
        let people = try? WeightedFacts(population, axes: facts)
        known[facts] = people
        return people
      }
      rows += shares?.rows ?? []
    }
    return rows
  }
}
