import TerrainAuthoring
import TerrainDocuments
import TerrainEngines
import TerrainOutcomes
import TerrainRules

extension Command {
  /// `terrain rules diff`: for which facts decisions have another result.
  static let rulesDiff = Command(
    name: "diff", summary: "Prove for which facts two rule sets decide differently, and that all else is the same",
    discussion: """
      Nobody is generated: for each decision that may differ, the regions of facts where its
      result changes are worked out, with an example each. A decision that is not listed is
      proved to be the same. `terrain rules impact` says how many people that is.
      """,
    operands: [
      Operand(name: "OLD", help: "The folder of the rule set as it is; not with --against", arity: .optional),
      Operand(
        name: "NEW",
        help: "The folder of the rule set as it would be; `--set` changes this one. With --against: a checkout",
        arity: .optional),
    ],
    options: [.pack, .set, .against, .jsonInstead],
    examples: [
      .init(line: "terrain rules diff --against HEAD", purpose: "What uncommitted changes decide differently"),
      .init(line: "terrain rules diff RULES RULES --set MODULE.NAME=VALUE", purpose: "What another threshold changes"),
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let (old, new, people) = try versions(arguments)
        let comparison = RuleSetComparison(from: old, to: new) { axes in
          // Shares are beside the proof: where a quiz does not give them, there are none.
          people.flatMap { try? WeightedFacts($0, axes: axes) }
        }
        if arguments.has(.json) { console.write(comparison.json) } else { console.write(comparison.text) }
        return .success
      } catch {
        return console.report(error)
      }
    })

  /// The two versions, and the people of the pack that the new one is for, where it has a quiz.
  private static func versions(
    _ arguments: Arguments
  ) throws(DiagnosticError) -> (old: RuleSet, new: RuleSet, people: PopulationDeclaration?) {
    if arguments.value(of: .against) != nil {
      let (old, new) = try impactVersions(arguments)
      let files = PopulationFiles(pack: new.pack, files: new.version.files)
      return (
        old.system.rules.ruleSet, new.version.system.rules.ruleSet,
        try? files.population(PopulationFiles.standard, new.version.system)
      )
    }
    guard let old = arguments.operand(0), let new = arguments.operand(1) else {
      throw DiagnosticError(.withoutVersions("rules diff"))
    }
    let workspace = try Workspace(arguments, rulesAt: old)
    let files = PopulationFiles(pack: workspace.packPath, files: workspace.contentFiles)
    return (
      try workspace.ruleSet(at: old, overridden: false).ruleSet, try workspace.ruleSet(at: new).ruleSet,
      try? files.population(PopulationFiles.standard, workspace.system(rulesAt: new))
    )
  }
}
