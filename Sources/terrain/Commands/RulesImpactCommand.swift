import TerrainAuthoring
import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainRules

extension Command {
  private static let population = Option(
    name: "population", kind: .path("FILE"),
    help: "NDJSON: a line of facts a person, or an answers file a line, which the pack's quiz turns into facts")
  private static let generate = Option(
    name: "generate", kind: .number(1...10_000_000),
    help: "Make this many at random instead, each fact anywhere in its range; 10000 where nothing is said")
  private static let seed = Option(
    name: "seed", kind: .number(0...Int.max), help: "The same seed makes the same people; 1 where nothing is said")

  /// `terrain rules impact`: who would get something else.
  static let rulesImpact = Command(
    name: "impact", summary: "Compare two rule sets over a population: who would get something else, and by which row",
    operands: [
      Operand(name: "OLD", help: "The folder of the rule set as it is"),
      Operand(name: "NEW", help: "The folder of the rule set as it would be; `--set` changes this one"),
    ],
    options: [.pack, .set, population, generate, seed, .jsonInstead],
    examples: [
      .init(
        line: "terrain rules impact OLD NEW --population answers.ndjson",
        purpose: "Over answers people gave"),
      .init(
        line: "terrain rules impact RULES RULES --set MODULE.NAME=VALUE",
        purpose: "What another threshold would do to people made at random"),
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let workspace = try Workspace(arguments, rulesAt: arguments.operand(0))
        let old = try workspace.ruleSet(at: arguments.operand(0), overridden: false)
        let new = try workspace.ruleSet(at: arguments.operand(1))
        let people = try people(arguments, workspace, old.ruleSet, console)
        let asked = people.leftOut.isEmpty ? nil : people.decidable(old.ruleSet)
        let impact = RuleImpact(from: old.ruleSet, to: new.ruleSet, over: people, asked: asked)
        if arguments.has(.json) {
          console.write(impact.json)
        } else {
          console.write(impact.text)
          if !people.leftOut.isEmpty {
            let names = people.leftOut.map { "`\($0)`" }.joined(separator: ", ")
            console.write(
              "not compared: decisions that need \(names), which cannot be made up; give people with --population\n")
          }
        }
        return .fine
      } catch {
        return console.report(error)
      }
    })

  private static func people(
    _ arguments: Arguments, _ workspace: Workspace, _ rules: RuleSet, _ console: Console
  ) throws(DiagnosticError) -> Population {
    guard let file = arguments.value(of: population) else {
      let count = arguments.value(of: generate).flatMap { Int($0) } ?? 10_000
      let seed = arguments.value(of: seed).flatMap { UInt64($0) } ?? 1
      return try Population.generated(count, seed: seed, facts: rules)
    }
    let source = file == "-" ? try SourceText.standardInput() : try SourceText.load(path: file)
    // Only answers need a quiz.
    var loaded: ScoringEngine?
    let (people, diagnostics) = Population.read(lines: source, facts: rules) { (line) throws(DiagnosticError) in
      guard line["answers"] != nil else { return nil }
      if loaded == nil { loaded = try workspace.scoringEngine().engine }
      return try loaded?.facts(of: line)
    }
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
    console.report(diagnostics)
    return people
  }
}
