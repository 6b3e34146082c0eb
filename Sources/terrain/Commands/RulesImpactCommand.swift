import TerrainAuthoring
import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainRules
import TerrainValues

extension Command {
  private static let population = Option(
    name: "population", kind: .path("FILE"),
    help: "NDJSON: one JSON object per line, either facts by name or answers, which the pack's quiz turns into facts")
  private static let generate = Option(
    name: "generate", kind: .number(1...10_000_000),
    help: "Generate this many at random instead, with each fact anywhere in its range. Without it: 10000")
  private static let seed = Option(
    name: "seed", kind: .number(0...Int.max), help: "The same seed generates the same people. Without it: 1")

  /// `terrain rules impact`: who would get something else.
  static let rulesImpact = Command(
    name: "impact", summary: "Compare two rule sets over a population: whose results change, and by which row",
    operands: [
      Operand(name: "OLD", help: "The folder of the rule set as it is"),
      Operand(name: "NEW", help: "The folder of the rule set as it would be; `--set` changes this one"),
    ],
    options: [.pack, .set, population, generate, seed, .jsonInstead],
    examples: [
      .init(
        line: "terrain rules impact OLD NEW --population answers.ndjson",
        purpose: "Over the answers of people"),
      .init(
        line: "terrain rules impact RULES RULES --set MODULE.NAME=VALUE",
        purpose: "The effect of another threshold on generated people"),
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let workspace = try Workspace(arguments, rulesAt: arguments.operand(0))
        let old = try workspace.ruleSet(at: arguments.operand(0), overridden: false)
        let new = try workspace.ruleSet(at: arguments.operand(1))
        let people = try people(arguments, workspace, old, new, console)
        let impact = RuleImpact(from: old.ruleSet, to: new.ruleSet, over: people)
        if arguments.has(.json) { console.write(impact.json) } else { console.write(impact.text) }
        return .success
      } catch {
        return console.report(error)
      }
    })

  private static func people(
    _ arguments: Arguments, _ workspace: Workspace, _ old: LoadedRuleSet, _ new: LoadedRuleSet, _ console: Console
  ) throws(DiagnosticError) -> Population {
    guard let file = arguments.value(of: population) else {
      let count = arguments.value(of: generate).flatMap { Int($0) } ?? 10_000
      let seed = arguments.value(of: seed).flatMap { UInt64($0) } ?? 1
      return try Population.generated(count, seed: seed, facts: old.ruleSet, and: new.ruleSet)
    }
    let source = file == "-" ? try SourceText.standardInput() : try SourceText.load(path: file)
    // Only answers need a quiz, and only facts that are records need the pack's.
    let answers = source.contains("\"answers\"") ? try AnswersConversion(workspace, old, new) : nil
    let names = (old.ruleSet.facts + new.ruleSet.facts).filter(\.declaration.type.holdsRecords).map(\.name)
    let pack = names.contains { source.contains("\"\($0)\"") } ? try workspace.pack(kinds: nil) : nil
    let (people, diagnostics) = Population.read(
      lines: source, facts: old.ruleSet, and: new.ruleSet, pack: pack,
      converter: { answers?.converter() ?? { _ in nil } })
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
    console.report(diagnostics)
    return people
  }
}

/// Turns answers to the pack's quiz into the facts that they score.
private struct AnswersConversion: Sendable {
  private let old: ScoringEngine
  /// Nil where scoring has the same settings in both versions.
  private let new: ScoringEngine?

  init(_ workspace: Workspace, _ old: LoadedRuleSet, _ new: LoadedRuleSet) throws(DiagnosticError) {
    let pack = try workspace.pack(kinds: [ScoringEngine.quizKind])
    self.old = try ScoringEngine(LoadedSystem(pack: pack, rules: old))
    let affected = RuleSetDifference(from: old.ruleSet, to: new.ruleSet).affected
    let isAffected = ScoringEngine.contract.decisions.contains { affected.contains(old.ruleSet.fullName($0.name)) }
    self.new = isAffected ? try ScoringEngine(LoadedSystem(pack: pack, rules: new)) : nil
  }

  /// A converter for one thread.
  func converter() -> Population.Converter {
    let old = ScoringSession(self.old)
    let new = self.new.map { ScoringSession($0) }
    return { (line) throws(DiagnosticError) in
      guard line["answers"] != nil else { return nil }
      return Population.Converted(try old.facts(of: line), new: try new?.facts(of: line))
    }
  }
}

extension SourceText {
  /// Whether `text` occurs anywhere.
  fileprivate func contains(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first, bytes.count >= wanted.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      (0...(bytes.count - wanted.count)).contains { start in
        bytes[start] == first && bytes[start..<(start + wanted.count)].elementsEqual(wanted)
      }
    }
  }
}

extension CELType {
  /// Whether its values are records, or are made of them.
  fileprivate var holdsRecords: Bool {
    switch self {
    case .record: true
    case .list(let inner), .optional(let inner), .map(_, let inner): inner.holdsRecords
    default: false
    }
  }
}
