import TerrainDocuments
import TerrainEngines
import TerrainBase

/// The quiz of a pack against its rules: every outcome is reached by some set of answers, every question is asked of somebody,
/// and shares that claim to be exact are.
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
    for (text, place) in engine.quiz.otherMentions where !words.contains(text) {
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
      // Where one is not reached, its share is among the others': that is one defect, not many.
      if isComplete { diagnostics += others }
    }
    return diagnostics
  }

  /// `count` as percents of `total`, with as many places as `stated` has.
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
      fix: "write \(exact)")
  }
}
