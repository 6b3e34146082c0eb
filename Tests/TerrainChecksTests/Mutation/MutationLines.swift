import TerrainDocuments
import TerrainRules
import TerrainYAML
import Testing

@testable import TerrainChecks

/// What becomes of the mutants of a module, as lines.
enum MutationLines {
  /// The rule tests in `text`.
  static func tests(_ text: String, name: String = "m.tests.yaml") throws -> RuleTestFile {
    let node = try #require(YAMLReader.readOne(SourceText(name: name, text: text)).document?.root)
    return try #require(RuleTestFile.read(node).file)
  }

  /// What becomes of all mutants of `rules` with `cases` as tests of its module `m`.
  static func report(_ rules: RuleSet, _ cases: String, isOver: Bool = false) throws -> MutationReport {
    let prepared = try PreparedTests(rules, files: [try tests("tests: m\ncases:\n" + cases)])
    return MutationRun(rules, prepared, isOver: { isOver }).report(on: MutantMaker.mutants(of: rules))
  }

  /// The lines of ``report(_:_:isOver:)``.
  static func lines(_ rules: RuleSet, _ cases: String) throws -> [String] { lines(try report(rules, cases)) }

  /// A line for each mutant: its line in the file, its kind, what it is, and its fate.
  static func lines(_ report: MutationReport) -> [String] {
    zip(report.mutants, report.fates).map { mutant, fate in
      let word: String
      switch fate {
      case .killed(let test): word = "killed by \(test)"
      case .killedByScenario(let name): word = "killed by \(name)"
      case .equal: word = "equal"
      case .survived(let undecided): word = undecided.map { "survived: \($0)" } ?? "survived"
      case .untried: word = "untried"
      }
      return "\(mutant.place.line) \(mutant.kind): \(mutant.was) → \(mutant.became): \(word)"
    }
  }
}
