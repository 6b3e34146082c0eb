import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase

/// Everything that can be checked of a pack as a whole: that it loads, that its records agree, and its quiz.
struct PackValidation {
  let contents: PackContents
  /// The folder of the rule set it needs; nil where there is none.
  let rules: String?
  let pairing: Pairing

  /// What was found.
  struct Outcome: Sendable {
    var diagnostics: [Diagnostic] = []
    /// What was found when the quiz was tried. It counts only where the rules that decide it are right.
    var quiz: [Diagnostic] = []
    /// The files of these rules.
    var quizRules: Set<String> = []
    /// The loader, which has not finished: rules may still ask it for types. nil where there is no manifest at all.
    var loader: PackLoader?
    /// The scoring engine, where the pack has a quiz and everything about it is right.
    var engine: ScoringEngine?
  }

  /// What is found of the pack without its quiz.
  ///
  /// - Parameter memory: what is known of documents.
  func run(_ memory: DocumentMemory?) -> Outcome {
    var outcome = findings(memory)
    outcome.diagnostics = outcome.diagnostics.withCauses(in: contents.folder)
    return outcome
  }

  /// What is found of the quiz, which rules decide; `store` has the files of both.
  func quiz(_ store: SourceStore) -> Outcome {
    var outcome = Outcome()
    if let rules, canScore { score(rules, store, into: &outcome) }
    outcome.diagnostics = outcome.diagnostics.withCauses(in: contents.folder)
    outcome.quiz = outcome.quiz.withCauses(in: contents.folder)
    return outcome
  }

  private func findings(_ memory: DocumentMemory?) -> Outcome {
    var outcome = Outcome()
    do throws(DiagnosticError) {
      let loader = try pairing.loader(contents)
      outcome.loader = loader
      loader.loadAll()
    } catch {
      outcome.diagnostics += error.diagnostics
    }
    outcome.diagnostics += LintRules.findings(in: contents, memory)
    if rules == nil, let missing = pairing.missingRules(of: contents) { outcome.diagnostics.append(missing) }
    return outcome
  }

  /// What scores the pack's quiz, where everything about that is right. Only what scoring needs is loaded.
  func scoringEngine() -> ScoringEngine? {
    rules.flatMap { try? scoringEngine($0, pairing.store) }
  }

  /// Whether there is a quiz, and schemas have found nothing wrong with it: else its shares would be wrong for that reason.
  private var canScore: Bool {
    let kind = ScoringEngine.quizKind
    return contents.kind(kind) != nil && contents.isReadable(kind) && !contents.isFlawed
      && !contents.flawedKinds.contains(kind)
  }

  private func scoringEngine(_ rules: String, _ store: SourceStore) throws(DiagnosticError) -> ScoringEngine {
    let files = store.contentFiles
    let loader = try PackLoader(path: contents.folder, files: files)
    loader.forget(contents.unknownTypes)
    return try ScoringEngine(
      LoadedSystem.load(
        loader, rulesAt: rules, files: files, contracts: [ScoringEngine.contract], kinds: [ScoringEngine.quizKind]))
  }

  /// Checks the quiz: also where mistakes elsewhere keep other things from being checked.
  private func score(_ rules: String, _ store: SourceStore, into outcome: inout Outcome) {
    let engine: ScoringEngine
    do throws(DiagnosticError) {
      engine = try scoringEngine(rules, store)
    } catch {
      outcome.diagnostics += error.diagnostics
      return
    }
    outcome.engine = engine
    outcome.quizRules = Set(engine.rules.decisions.map(\.place.source.name))
    do throws(DiagnosticError) {
      outcome.quiz = QuizLint.findings(engine, try QuizShares(engine), in: contents)
    } catch {
      outcome.quiz = error.diagnostics
    }
  }
}
