import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules

/// Everything that can be checked of a pack as a whole: that it loads, that its records agree, and its quiz.
struct PackValidation {
  let contents: PackContents
  /// The folder of the rule set that it needs; nil if it does not exist.
  let rules: String?
  let pairing: Pairing

  /// The findings.
  struct Outcome: Sendable {
    var diagnostics: [Diagnostic] = []
    /// The findings about the quiz. They count only if the rules that decide the quiz are valid.
    var quiz: [Diagnostic] = []
    /// The files of the rules for the quiz.
    var quizRules: Set<String> = []
    /// The loader, which has not finished: rules may still ask it for types. nil without a manifest.
    var loader: PackLoader?
    /// The scoring engine, if the pack has a quiz without errors.
    var engine: ScoringEngine?
  }

  /// The findings about the pack without its quiz.
  ///
  /// - Parameter memory: a cache by document.
  func run(_ memory: DocumentMemory?) -> Outcome {
    var outcome = findings(memory)
    outcome.diagnostics = outcome.diagnostics.withCauses(in: contents.folder)
    return outcome
  }

  /// The findings about the quiz, which rules decide; `store` has the files of both.
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

  /// The engine that scores the pack's quiz, if it has no errors. Loads only the parts that scoring needs.
  func scoringEngine() -> ScoringEngine? {
    rules.flatMap { try? scoringEngine($0, pairing.store) }
  }

  /// True if the pack has a quiz without schema errors, which would make its shares wrong.
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

  /// Checks the quiz, even if errors elsewhere prevent other checks.
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

/// Checks the quiz of a pack against its rules: every outcome must result from some answers, every question must be asked of some people,
/// and shares that claim to be exact must be exact.
enum QuizLint {
  static func findings(_ engine: ScoringEngine, _ shares: QuizShares, in pack: PackContents) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for (position, question) in engine.quiz.questions.enumerated() {
      switch engine.quiz.asking(position) {
      case .sometimes: break
      case .never: diagnostics.append(.neverAsked(question.id, at: question.place))
      case .undecided: diagnostics.append(.askingUndecided(question.id, at: question.place))
      }
    }
    let words = pack.vocabularies.flatMap { $0.values.map(\.text) }
    let unknown = engine.quiz.otherMentions.filter { !words.contains($0.text) }
    // With the right word the question may be asked.
    if !unknown.isEmpty { diagnostics.removeAll { $0.code == "quiz/never-asked" } }
    for (text, place) in unknown {
      diagnostics.append(.unknownWord(text, at: place, among: words + engine.quiz.ids))
    }
    for (outcome, reached) in shares.outcomes {
      var others: [Diagnostic] = []
      var isComplete = true
      guard let kind = engine.kind(of: outcome).flatMap({ pack.kind($0.name) }), kind.isWhole else { continue }
      let ways = Dictionary(reached.map { ($0.id, $0.ways) }) { first, _ in first }
      for record in kind.records {
        guard let count = ways[record.id] else {
          diagnostics.append(.unreachableOutcome(record, sets: shares.ways))
          isComplete = false
          continue
        }
        guard let node = record.node["share"]?["exact"], let stated = node.decimal,
          let exact = percent(count, of: shares.ways, like: stated), exact != stated
        else { continue }
        others.append(.otherShare(record, at: node, exact: exact))
      }
      // The share of an unreached outcome is included in the others: that is one error, not several.
      if isComplete { diagnostics += others }
    }
    return diagnostics
  }

  /// `count` as a percentage of `total`, with the same number of places as `stated`.
  private static func percent(_ count: UInt64, of total: UInt64, like stated: ExactDecimal) -> ExactDecimal? {
    guard total > 0, let part = try? ExactDecimal(coefficient: Int128(count) * 100, exponent: 0),
      let whole = try? ExactDecimal(coefficient: Int128(total), exponent: 0)
    else { return nil }
    return try? part.divided(by: whole, places: max(0, -Int(stated.exponent)), rounding: .halfAwayFromZero)
  }
}

extension Diagnostic {
  fileprivate static func neverAsked(_ question: Text, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "quiz/never-asked", message: "`\(question)` is never asked: no goals and answers make its condition hold",
      place: place, fix: "fix its `ask_when`, or remove the question")
  }

  fileprivate static func unknownWord(_ word: Text, at place: Place, among known: [Text]) -> Diagnostic {
    Diagnostic(
      code: "quiz/unknown-value",
      message: "`\(word)` is not a question, an option or a value of an enum, so no answers can contain it",
      place: place, fix: Suggestion.fix(word, among: known))
  }

  fileprivate static func askingUndecided(_ question: Text, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "quiz/asking-undecided", severity: .info,
      message: "whether anybody is asked `\(question)` is not known: its condition mentions more than can be tried",
      place: place)
  }

  fileprivate static func unreachableOutcome(_ record: PackContents.Record, sets: UInt64) -> Diagnostic {
    Diagnostic(
      code: "quiz/unreachable-outcome",
      message: "no answers lead to the \(record.kind) `\(record.id)`: none of \(sets) sets does", at: record.name,
      fix: "fix the rules or the quiz, or remove it")
  }

  fileprivate static func otherShare(_ record: PackContents.Record, at node: Node, exact: ExactDecimal) -> Diagnostic {
    Diagnostic(
      code: "quiz/other-share", message: "the exact share of `\(record.id)` is \(exact) %", at: node,
      fix: "write `\(exact)`")
  }
}

/// The requests that a pack has as examples, one per method: `examples/requests/METHOD.json`.
package struct ExampleRequests: Sendable {
  /// The pack's folder.
  package let pack: String
  /// The requests, in the order of their files.
  package let requests: [Request]
  /// The files that the pack and its rules are read from.
  package let files: ContentFiles

  /// An example request.
  package struct Request: Sendable {
    /// The name of the file without its folder: `score.json`.
    package let file: String
    /// The request.
    package let document: Document
  }

  /// The path of the example of the method `name`.
  package static func path(ofMethod name: String, in pack: String) -> String { "\(folder(in: pack))\(name)\(ending)" }

  /// The method that the example in `file` is for; nil if the name contains none.
  package static func method(of file: String) -> String? {
    file.hasSuffix(ending) ? String(file.dropLast(ending.count)) : nil
  }

  /// The examples of `pack` among `files`; nil if it has none, or if `errors` are about any other part of the pack or its rules, which the
  /// examples would only repeat.
  init?(of pack: PackValidation, among files: [SourceStore.File], besides errors: [Diagnostic], from store: SourceStore)
  {
    let (folder, own) = (pack.contents.folder, Self.folder(in: pack.contents.folder))
    guard let rules = pack.rules else { return nil }
    let prefixes = [Self.prefix(of: folder), Self.prefix(of: rules)]
    let wrong = Set(errors.map { $0.place?.source.name })
    let isSound = wrong.allSatisfy { name in
      guard let name else { return false }
      return name.hasPrefix(own) || !prefixes.contains(where: name.hasPrefix)
    }
    guard isSound else { return nil }
    self.pack = folder
    self.files = store.contentFiles
    requests = files.filter { $0.path.hasPrefix(own) && !wrong.contains($0.path) }.flatMap { file in
      file.documents.map { Request(file: String(file.path.dropFirst(own.count)), document: $0) }
    }
    if requests.isEmpty { return nil }
  }

  /// Returns true if the file at `path` is an example request of one of `packs`.
  static func have(_ path: String, packs: [String]) -> Bool { packs.contains { path.hasPrefix(folder(in: $0)) } }

  /// Returns true if the file at `path` is an example of anything that `pack` is for.
  static func isExample(_ path: String, of pack: String) -> Bool { path.hasPrefix("\(prefix(of: pack))examples/") }

  private static func folder(in pack: String) -> String { "\(prefix(of: pack))examples/requests/" }

  /// The prefix of the paths of all files in the pack's folder.
  private static func prefix(of folder: String) -> String { folder == "." ? "" : "\(folder)/" }

  private static let ending = ".json"
}
