import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Reads a request, and reports all errors in it at once.
struct DayRequestReader {
  private var given: GivenFacts
  private let quiz: Quiz?
  private let diagnostics: DiagnosticCollector

  /// The request at `node`, for `rules`.
  ///
  /// - Parameters:
  ///   - alsoKnown: fields that are read elsewhere.
  ///   - found: collects the errors.
  /// - Returns: the request; nil if something is wrong.
  static func read(
    _ node: Node, rules: RuleSet, allFacts: @escaping () -> [Text: Fact], reader: FactReader, quiz: Quiz?,
    alsoKnown: [Text] = [], into diagnostics: DiagnosticCollector
  ) -> DayRequest? {
    var request = DayRequestReader(
      given: GivenFacts(rules, allFacts: allFacts, reader: reader, into: diagnostics), quiz: quiz,
      diagnostics: diagnostics)
    let read = request.request(node, alsoKnown: alsoKnown)
    return diagnostics.hasErrors ? nil : read
  }

  private mutating func request(_ node: Node, alsoKnown: [Text]) -> DayRequest? {
    var fields = FieldReader(node, what: "a request", into: diagnostics)
    let id = fields.text("person_id", required: false)?.text ?? ""
    let locale = fields.text("locale", required: false)
    let clock = RequestClock(&fields)
    let facts = fields.map("facts")
    let brought = fields.map("records")
    let shown = fields.map("shown")
    let answers = fields.optional("answers")
    fields.finish(alsoKnown: ["$schema", "explain", "account", "budgets"] + alsoKnown)
    let tag = diagnostics.locale(locale, of: given.pack)
    for (key, value) in brought where !diagnostics.isExhausted { given.bring(key, value) }
    for (key, value) in facts where !diagnostics.isExhausted { given.give(key, value) }
    if let locale { given.giveRegion(writtenIn: locale.text) }
    let when = clock.read(node, given.pack.calendar, into: diagnostics)
    let history = History(shown.compactMap { diagnostics.isExhausted ? nil : self.shown($0.key, $0.value) })
    var read: Answers?
    if let answers, let quiz {
      read = AnswersReader.read(chosenAt: answers, quiz: quiz, goals: goals, into: diagnostics)
    }
    guard let moment = when.moment else { return nil }
    return DayRequest(
      id: id, moment: moment, locale: tag, facts: given.values, history: history, answers: read,
      records: given.records)
  }

  // MARK: Facts

  private static let goalsFact: Text = "goals"

  /// The person's goals, for a quiz's conditions.
  private var goals: [Text] {
    guard case .list(let values)? = given.values.first(where: { $0.fact.name == Self.goalsFact })?.value else {
      return []
    }
    return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  private mutating func shown(_ key: Node, _ node: Node) -> (date: CalendarDate, ids: [Text])? {
    guard let text = key.text, let date = try? CalendarDate(parsing: text) else {
      diagnostics.report(.badMoment("a day", at: key, fix: "write it as `2026-02-05`"))
      return nil
    }
    guard node.kind == .list else {
      diagnostics.report(.wrongKind(node, expected: .list, what: "what was shown on a day"))
      return nil
    }
    return (date, node.elements.compactMap { $0.text })
  }
}
