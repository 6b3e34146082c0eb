import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainValues

/// Everything that can be checked of a pack as a whole: that it loads, what its records say together, and its quiz.
struct PackValidation {
  let contents: PackContents
  /// The folder of the rule set it needs; nil where there is none.
  let rules: String?
  let store: SourceStore

  /// What was found.
  struct Outcome: Sendable {
    var diagnostics: [Diagnostic] = []
    /// The loader, which has not finished: rules may still ask it for types. nil where there is no manifest at all.
    var loader: PackLoader?
    /// The scoring engine, where the pack has a quiz and everything about it is right.
    var engine: ScoringEngine?
  }

  func run() -> Outcome {
    var outcome = Outcome()
    do throws(DiagnosticError) {
      let loader = try PackLoader(path: contents.folder, files: store.contentFiles, acceptsMistakes: true)
      outcome.loader = loader
      loader.loadAll()
    } catch {
      outcome.diagnostics += error.diagnostics
    }
    outcome.diagnostics += PackChecks.findings(in: contents)
    if let id = contents.manifest["rules"]?["id"], let name = id.text, rules == nil {
      outcome.diagnostics.append(.rulesNotFound(name, at: id))
    }
    if let rules, contents.kind(ScoringEngine.quizKind) != nil { score(rules, into: &outcome) }
    return outcome
  }

  /// What scores the pack's quiz, where everything about that is right. Only what scoring needs is loaded.
  func scoringEngine() -> ScoringEngine? {
    rules.flatMap { try? scoringEngine($0) }
  }

  private func scoringEngine(_ rules: String) throws(DiagnosticError) -> ScoringEngine {
    let loader = try PackLoader(path: contents.folder, files: store.contentFiles)
    return try ScoringEngine(
      LoadedSystem.load(
        loader, rulesAt: rules, files: store.contentFiles, contracts: [ScoringEngine.contract],
        kinds: [ScoringEngine.quizKind]))
  }

  /// Checks the quiz: also where mistakes elsewhere keep other things from being checked.
  private func score(_ rules: String, into outcome: inout Outcome) {
    do throws(DiagnosticError) {
      let engine = try scoringEngine(rules)
      outcome.engine = engine
      outcome.diagnostics += QuizCheck.findings(engine, try QuizShares(engine), in: contents)
    } catch {
      outcome.diagnostics += error.diagnostics
    }
  }
}
