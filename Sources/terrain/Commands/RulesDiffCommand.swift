import TerrainChecks
import TerrainDocuments
import TerrainOutcomes

extension Command {
  /// `terrain rules diff`: for which facts decisions have another result.
  static let rulesDiff = Command(
    name: "diff", summary: "Prove for which facts two rule sets decide differently, and that all else is the same",
    discussion: """
      No person is generated: for each decision that may differ, the regions of facts where
      its result changes are computed, with an example each. A decision that is not listed is
      proved to be the same. `terrain impact OLD NEW` reports how many people that is.
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
        let versions = try ComparedVersions(arguments, for: "rules diff")
        let (files, system) = versions.populations
        let people = try? files.population(PopulationFiles.standard, system)
        let comparison = RuleSetComparison(
          from: versions.old.system.rules.ruleSet, to: versions.new.system.rules.ruleSet
        ) { axes in
          // Shares are beside the proof: where a quiz does not give them, there are none.
          people.flatMap { try? WeightedFacts($0, axes: axes) }
        }
        if arguments.has(.json) { console.write(comparison.json) } else { console.write(comparison.text) }
        return .success
      } catch {
        return console.report(error)
      }
    })
}
