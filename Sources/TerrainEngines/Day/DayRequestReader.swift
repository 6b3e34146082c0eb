import TerrainContent
import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainValues

/// Reads a request, and says everything that is wrong with it at once.
struct DayRequestReader {
  /// The facts that may be given.
  private let facts: [Text: Fact]
  /// The facts that some rule knows, asked or not.
  private let allNames: () -> Set<Text>
  private let records: RecordValues
  private let quiz: Quiz?
  private var diagnostics: [Diagnostic] = []
  private var given: [(fact: Fact, value: Value)] = []
  private var places: [Text: Node] = [:]

  /// The request at `node`, for rules with `facts`.
  ///
  /// - Parameter alsoKnown: fields that somebody else reads.
  static func read(
    _ node: Node, facts: [Fact], allNames: @escaping () -> Set<Text>, records: RecordValues, quiz: Quiz?,
    alsoKnown: [Text] = []
  ) -> (request: DayRequest?, diagnostics: [Diagnostic]) {
    var reader = DayRequestReader(facts: facts, allNames: allNames, records: records, quiz: quiz)
    let request = reader.request(node, alsoKnown: alsoKnown)
    return (reader.diagnostics.hasErrors ? nil : request, reader.diagnostics)
  }

  private init(facts: [Fact], allNames: @escaping () -> Set<Text>, records: RecordValues, quiz: Quiz?) {
    self.facts = Dictionary(facts.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.allNames = allNames
    self.records = records
    self.quiz = quiz
  }

  private mutating func request(_ node: Node, alsoKnown: [Text]) -> DayRequest? {
    var fields = FieldReader(node, what: "a request")
    let id = fields.text("id", required: false)?.text ?? ""
    let locale = fields.text("locale", required: false)
    let now = fields.text("now", required: false)
    let zone = fields.text("zone", required: false)
    let date = fields.text("date", required: false)
    let time = fields.text("time", required: false)
    let person = fields.map("person")
    let day = fields.map("day")
    let shown = fields.map("shown")
    let answers = fields.optional("answers")
    diagnostics += fields.finish(alsoKnown: ["$schema"] + alsoKnown)
    var tag: LanguageTag?
    if let locale {
      tag = try? LanguageTag(parsing: locale.text)
      if tag == nil { diagnostics.append(.notALocale(at: locale.node)) }
    }
    for (key, value) in person + day { give(key, value) }
    let moment = moment(node, now: now, zone: zone, date: date, time: time)
    let history = History(shown.compactMap { self.shown($0.key, $0.value) })
    var read: Answers?
    if let answers, let quiz {
      let result = AnswersReader.read(chosenAt: answers, quiz: quiz, goals: goals)
      diagnostics += result.diagnostics
      read = result.answers
    }
    guard let moment else { return nil }
    return DayRequest(id: id, moment: moment, locale: tag, facts: given, history: history, answers: read)
  }

  // MARK: Facts

  private static let goalsFact: Text = "goals"

  /// What the person wants to work on, for a quiz's conditions.
  private var goals: [Text] {
    guard case .list(let values)? = given.first(where: { $0.fact.name == Self.goalsFact })?.value else { return [] }
    return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  private mutating func give(_ key: Node, _ node: Node) {
    guard let name = key.text else { return }
    if Moment.factNames.contains(name) || facts[name]?.declaration.isPerCandidate == true {
      diagnostics.append(.suppliedFact(name, at: key))
      return
    }
    guard let fact = facts[name] else {
      // A profile serves many pages, and not every page looks at all of it.
      let all = allNames()
      if all.contains(name) { return }
      let names = facts.values.filter { !$0.declaration.isPerCandidate }.map(\.name)
      let known = all.union(names).subtracting(Moment.factNames).subtracting(
        facts.values.filter(\.declaration.isPerCandidate).map(\.name))
      diagnostics.append(.noSuchFact(name, at: key, among: known.sorted()))
      return
    }
    if let first = places[name] {
      diagnostics.append(.factGivenTwice(name, at: key, first: first))
      return
    }
    places[name] = key
    if node.kind == .null { return }
    if let value = value(node, of: fact) { given.append((fact, value)) }
  }

  private mutating func value(_ node: Node, of fact: Fact) -> Value? {
    if case .record(let type) = fact.declaration.type, let known = records[type.name] {
      guard let id = node.text, let value = known.value(of: id) else {
        diagnostics.append(.noSuchRecord(fact, at: node, among: known.ids))
        return nil
      }
      return value
    }
    var reader = LiteralReader()
    guard let value = reader.read(node, as: fact.declaration.type) else {
      // Of a list, the element that is wrong, where one is.
      let elements = node.kind == .list ? Array(node.elements) : []
      let wrong = zip(elements, reader.diagnostics).compactMap { _, found in
        elements.first { $0.place.range.start == found.place?.range.start }
      }
      diagnostics.append(.wrongFact(fact, at: wrong.first ?? node))
      return nil
    }
    guard fact.declaration.admits(value) else {
      diagnostics.append(.factOutOfRange(fact, at: node))
      return nil
    }
    return value
  }

  // MARK: Time

  private mutating func moment(
    _ node: Node, now: (text: Text, node: Node)?, zone: (text: Text, node: Node)?, date: (text: Text, node: Node)?,
    time: (text: Text, node: Node)?
  ) -> Moment? {
    if let now {
      if date != nil || time != nil { diagnostics.append(.twoMoments(at: now.node)) }
      guard let instant = try? Timestamp(rfc3339: now.text) else {
        diagnostics.append(
          .badMoment("an instant", at: now.node, fix: "write it as `2026-02-05T07:30:00+08:00` (RFC 3339), in quotes"))
        return nil
      }
      let name = zone?.text ?? Self.offset(of: now.text)
      guard let zone = try? Zone(named: name) else {
        diagnostics.append(
          .badMoment("a time zone", at: zone?.node ?? now.node, fix: "a name such as `Asia/Singapore`, or an offset"))
        return nil
      }
      return Moment(instant, in: zone)
    }
    guard let date else {
      if !diagnostics.hasErrors { diagnostics.append(.noMoment(at: node)) }
      return nil
    }
    guard let day = try? CalendarDate(parsing: date.text) else {
      diagnostics.append(.badMoment("a day", at: date.node, fix: "write it as `2026-02-05`"))
      return nil
    }
    guard let time else { return Moment(date: day) }
    guard let clock = Self.time(time.text) else {
      diagnostics.append(.badMoment("a time of day", at: time.node, fix: "write it as `\"07:30\"`"))
      return nil
    }
    return Moment(date: day, time: clock)
  }

  /// `Z`, or the offset at the end of an instant that is known to be written well.
  static func offset(of instant: Text) -> Text {
    let last = instant.string.suffix(6)
    return last.first == "+" || last.first == "-" ? Text(String(last)) : "UTC"
  }

  /// `HH:MM`.
  private static func time(_ text: Text) -> TimeOfDay? {
    let parts = text.string.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 }), let hour = Int(parts[0]),
      let minute = Int(parts[1])
    else { return nil }
    return TimeOfDay(hour: hour, minute: minute)
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

extension FactDeclaration {
  /// Whether `value`, of its type, is within its range and size.
  func admits(_ value: Value) -> Bool {
    if let minimum, minimum.compare(to: value) == .greater { return false }
    if let maximum, value.compare(to: maximum) == .greater { return false }
    guard let maximumSize else { return true }
    switch value {
    case .list(let elements): return elements.count <= maximumSize
    case .map(let map): return map.count <= maximumSize
    case .string(let text): return text.string.unicodeScalars.count <= maximumSize
    default: return true
    }
  }
}
