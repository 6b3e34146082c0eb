import TerrainAuthoring
import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainOutcomes
import TerrainRules
import TerrainValues

extension Command {
  private static let generate = Option(
    name: "generate", kind: .number(1...10_000_000),
    help: "Instead of a population: this many people, each fact anywhere in its range")
  private static let people = Option(
    name: "people", kind: .number(1...10_000_000), help: "So many people of the population. Without it: 1000")

  /// `terrain rules impact`: about whom decisions would be others.
  static let rulesImpact = Command(
    name: "impact", summary: "Compare two rule sets by single decisions: whose results change, and by which row",
    discussion: """
      This is `terrain impact` for decisions. Both rule sets get the same facts. Facts that
      the population does not declare are drawn from anywhere in their ranges; a pack
      without the population `\(PopulationFiles.standard)` has 10000 people with all facts drawn so.
      """,
    operands: [
      Operand(name: "OLD", help: "The folder of the rule set as it is; not with --against", arity: .optional),
      Operand(
        name: "NEW",
        help: "The folder of the rule set as it would be; `--set` changes this one. With --against: a checkout",
        arity: .optional),
    ],
    options: [.pack, .set, .against, .peopleFrom, people, generate, .seed, .by, .jsonInstead, .html],
    examples: [
      .init(line: "terrain rules impact --against HEAD", purpose: "What uncommitted changes decide otherwise"),
      .init(
        line: "terrain rules impact OLD NEW --population answers.ndjson",
        purpose: "Over the answers of people"),
      .init(
        line: "terrain rules impact RULES RULES --set MODULE.NAME=VALUE",
        purpose: "The effect of another threshold"),
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let versions = try RuleVersions(arguments, for: "rules impact")
        let people = try people(arguments, versions)
        let progress = ProgressLine(console)
        defer { progress.clear() }
        let impact = try Impact(
          from: versions.old, to: versions.new, over: people, group: arguments.group,
          progress: { progress.show("\($0) of \(people.count) people") })
        progress.clear()
        return try impact.report(to: console, arguments)
      } catch {
        return console.report(error)
      }
    })

  private static func people(
    _ arguments: Arguments, _ versions: RuleVersions
  ) throws(DiagnosticError) -> DecisionPeople {
    if let file = try arguments.peopleFile() { return .file(file) }
    let seed = arguments.value(of: .seed).flatMap { UInt64($0) } ?? 1
    let (files, system) = versions.populations
    let name = arguments.value(of: .peopleFrom)
    guard !arguments.has(generate), name != nil || files.names.contains(PopulationFiles.standard) else {
      return .even(seed: seed, people: arguments.value(of: generate).flatMap { Int($0) } ?? 10_000)
    }
    return .population(
      try files.population(name ?? PopulationFiles.standard, system), seed: seed,
      people: arguments.value(of: people).flatMap { Int($0) } ?? 1000)
  }
}
