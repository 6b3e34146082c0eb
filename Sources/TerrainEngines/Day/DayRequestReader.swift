import TerrainContent
import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainValues

/// Reads a request, and says everything that is wrong with it at once.
struct DayRequestReader {
  private var given: GivenFacts
  private let quiz: Quiz?
  private var diagnostics: [Diagnostic] = []

  /// The request at `node`, for rules with `facts`.
  ///
  /// - Parameter alsoKnown: fields that somebody else reads.
  static func read(
    _ node: Node, facts: [Fact], allNames: @escaping () -> Set<Text>, reader: FactReader, quiz: Quiz?,
    alsoKnown: [Text] = []
  ) -> (request: DayRequest?, diagnostics: [Diagnostic]) {
    var request = DayRequestReader(
      given: GivenFacts(facts, allNames: allNames, reader: reader), quiz: quiz)
    let read = request.request(node, alsoKnown: alsoKnown)
    return (request.diagnostics.hasErrors ? nil : read, request.diagnostics)
  }

  private mutating func request(_ node: Node, alsoKnown: [Text]) -> DayRequest? {
    var fields = FieldReader(node, what: "a request")
    let id = fields.text("id", required: false)?.text ?? ""
    let locale = fields.text("locale", required: false)
    let clock = MomentFields(&fields)
    let person = fields.map("person")
    let day = fields.map("day")
    let others = fields.map("facts")
    let brought = fields.map("records")
    let shown = fields.map("shown")
    let answers = fields.optional("answers")
    diagnostics += fields.finish(alsoKnown: ["$schema"] + alsoKnown)
    var tag: LanguageTag?
    if let locale {
      tag = try? LanguageTag(parsing: locale.text)
      if tag == nil { diagnostics.append(.notALocale(at: locale.node)) }
    }
    for (key, value) in brought { given.bring(key, value) }
    for (key, value) in person + day + others { given.give(key, value) }
    diagnostics += given.diagnostics
    let when = clock.read(node, into: &diagnostics)
    let history = History(shown.compactMap { self.shown($0.key, $0.value) })
    var read: Answers?
    if let answers, let quiz {
      let result = AnswersReader.read(chosenAt: answers, quiz: quiz, goals: goals)
      diagnostics += result.diagnostics
      read = result.answers
    }
    guard let moment = when.moment else { return nil }
    return DayRequest(
      id: id, moment: moment, zone: when.zone, locale: tag, facts: given.values, history: history, answers: read,
      records: given.records)
  }

  // MARK: Facts

  private static let goalsFact: Text = "goals"

  /// What the person wants to work on, for a quiz's conditions.
  private var goals: [Text] {
    guard case .list(let values)? = given.values.first(where: { $0.fact.name == Self.goalsFact })?.value else {
      return []
    }
    return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  private mutating func shown(_ key: Node, _ node: Node) -> (date: CalendarDate, ids: [Text])? {
    guard let text = key.text, let date = try? CalendarDate(parsing: text) else {
      diagnostics.append(.badMoment("a day", at: key, fix: "write it as `2026-02-05`"))
      return nil
    }
    guard node.kind == .list else {
      diagnostics.append(.wrongKind(node, expected: .list, what: "what was shown on a day"))
      return nil
    }
    return (date, node.elements.compactMap(\.text))
  }
}
