import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainOutcomes
import TerrainRules

extension Command {
  /// `terrain diff`: the facts for which decisions have another result.
  static let diff = Command(
    name: "diff", summary: "Compare two rule sets by what they decide, or two packs by what they contain",
    discussion: """
      Rule sets, checkouts, and revisions of git (--against): for each decision that may
      differ, the regions of facts where its result changes are computed, with an example
      each. No person is generated. A decision that is not listed is proved to be the same.
      `terrain impact OLD NEW` reports how many people that is.
      Packs, which are folders with a `pack.yaml` or built files: the differences of records
      and texts, and the version that they require. The order of files, keys and records,
      comments and quotes do not count. A removal of something that clients may rely on
      requires a major version, an addition a minor one.
      """,
    operands: [
      Operand(name: "OLD", help: "A rule set, a checkout, or a pack, as it is; not with --against", arity: .optional),
      Operand(
        name: "NEW", help: "The same as it would be; `--set` changes its rules. With --against: a checkout",
        arity: .optional),
    ],
    options: [.pack, .set, .against, .jsonInstead],
    examples: [
      .init(line: "terrain diff --against HEAD", purpose: "What uncommitted changes decide differently"),
      .init(line: "terrain diff RULES RULES --set MODULE.NAME=VALUE", purpose: "What another threshold changes"),
      .init(line: "terrain diff ../released/ContentPacks/NAME ContentPacks/NAME", purpose: "Two versions of a pack"),
    ],
    run: { arguments, console in
      if let old = arguments.operand(0), let new = arguments.operand(1), isPack(old), isPack(new) {
        let difference = try PackDiff(old: old, new: new)
        if arguments.has(.json) { console.write(json(difference)) } else { console.write(difference.text) }
        return .success
      }
      let versions = try ComparedVersions(arguments, for: "diff")
      let (files, system) = versions.populations
      let people = try? files.population(PopulationFiles.standard, system)
      let comparison = RuleSetComparison(
        from: versions.old.system.rules.ruleSet, to: versions.new.system.rules.ruleSet
      ) { axes in
        // Shares supplement the proof: they are left out if no quiz gives them.
        people.flatMap { try? WeightedFacts($0, axes: axes) }
      }
      if arguments.has(.json) { console.write(comparison.json) } else { console.write(comparison.text) }
      return .success
    })

  /// Returns true if `path` names a pack: its folder, its built file, or nothing that is a rule set or a checkout.
  private static func isPack(_ path: String) -> Bool {
    !ComparedVersions.isRuleSet(path) && Folder.kind(of: "\(path)/\(PackLocator.packsFolder)") != .folder
  }

  private static func json(_ difference: PackDiff) -> [UInt8] {
    var writer = JSONWriter(.pretty)
    difference.write(to: &writer)
    writer.newline()
    return writer.bytes
  }
}
