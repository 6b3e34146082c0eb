import TerrainBase
import TerrainDocuments
import TerrainRules

/// Enrolments, an action on them, and the day on which it takes place.
package struct ProgramRequest: Sendable {
  /// The kind of action.
  package enum Action: Sendable {
    /// Nothing: return the enrolments.
    case show
    /// Begin a program.
    case enrol(Text)
    /// Leave the active program.
    case leave
    /// Marks an item of a day as done or not done.
    case mark(day: Int, item: Text, done: Bool)
  }

  /// The local day.
  package let date: CalendarDate
  /// The stored enrolments.
  package let enrolments: [Enrolment]
  /// The action.
  package let action: Action
  /// The language of the texts of items; nil if it is not given.
  package let locale: LanguageTag?
  private let node: Node

  /// The fields of the request, in addition to those of the day and the person.
  static let fields: [Text] = ["$schema", "enrolments", "enrol", "leave", "mark"]

  /// The request at `node`: `now`, `zone`, `locale`, `enrolments`, and one of `enrol`, `leave` and `mark`, or none. The gate reads the
  /// facts about the person (``ProgramGate/facts``).
  ///
  /// - Throws: all errors in it.
  package init(_ node: Node, for pack: Pack) throws(DiagnosticError) {
    self.node = node
    let diagnostics = DiagnosticCollector(.request)
    var fields = FieldReader(node, what: "a request", into: diagnostics)
    let clock = RequestClock(&fields)
    let kept = fields.list("enrolments")
    let enrol = fields.text("enrol", required: false)
    let leave = fields.bool("leave") ?? false
    let mark = fields.optional("mark")
    let tag = fields.text("locale", required: false)
    fields.finish(alsoKnown: ["$schema", "explain", ProgramGate.facts])
    let day = clock.read(node, pack.calendar, into: diagnostics).moment?.date
    locale = diagnostics.locale(tag, of: pack)
    enrolments = kept.compactMap { diagnostics.isExhausted ? nil : Self.enrolment($0, into: diagnostics) }
    var actions: [Action] = []
    if let enrol { actions.append(.enrol(enrol.text)) }
    if leave { actions.append(.leave) }
    if let mark {
      var fields = FieldReader(mark, what: "a mark", into: diagnostics)
      let day = fields.required("day")?.int
      let item = fields.text("item")?.text
      let done = fields.bool("done") ?? true
      fields.finish()
      actions.append(.mark(day: day.flatMap { Int(exactly: $0) } ?? 0, item: item ?? "", done: done))
    }
    if actions.count > 1 { diagnostics.report(.severalActions(at: node)) }
    guard !diagnostics.hasErrors, let day else { throw diagnostics.error }
    self.date = day
    action = actions.first ?? .show
  }

  private static func day(_ text: Text, _ node: Node, into diagnostics: DiagnosticCollector) -> CalendarDate? {
    if let day = try? CalendarDate(parsing: text) { return day }
    diagnostics.report(.badMoment("a day", at: node, fix: "write it as `2026-02-05`"))
    return nil
  }

  private static func enrolment(_ node: Node, into diagnostics: DiagnosticCollector) -> Enrolment? {
    var fields = FieldReader(node, what: "an enrolment", into: diagnostics)
    let program = fields.text("program")?.text
    let started = fields.text("started")
    let completed = fields.text("completed", required: false)
    let isActive = fields.bool("active") ?? false
    let days = fields.map("done")
    fields.finish()
    let first = started.flatMap { day($0.text, $0.node, into: diagnostics) }
    let last = completed.flatMap { day($0.text, $0.node, into: diagnostics) }
    var done: [Int: [Text]] = [:]
    for (key, value) in days where !diagnostics.isExhausted {
      guard let number = key.text.flatMap({ Int($0.string) }), value.kind == .list else {
        diagnostics.report(.wrongKind(value, expected: .list, what: "what was done on a day"))
        continue
      }
      done[number] = value.elements.compactMap { $0.text }
    }
    guard let program, let first else { return nil }
    return Enrolment(program: program, started: first, done: done, isActive: isActive, completed: last)
  }

  /// The enrolments after the action, with the programs of `pack`.
  ///
  /// - Throws: an error if the program does not exist, `gate` prevents its beginning, or the action is not possible.
  package func performed(with pack: Pack, _ gate: ProgramGate?) throws(DiagnosticError) -> [Enrolment] {
    switch action {
    case .show: return enrolments
    case .enrol(let id):
      let program = try program(id, pack)
      if let reason = try gate?.reason(against: id) {
        throw DiagnosticError(.leftOut(reason, at: node["enrol"] ?? node))
      }
      return enrolments.enrolling(in: program, on: date)
    case .leave: return enrolments.map { $0.isActive ? $0.leaving() : $0 }
    case .mark(let day, let item, let done):
      guard let position = enrolments.lastIndex(where: { $0.isActive }) else {
        throw DiagnosticError(.refused(.notActive, at: node["mark"] ?? node))
      }
      let planned = try program(enrolments[position].program, pack)
      let program = try gate?.adapted(planned).program ?? planned
      var changed = enrolments
      do throws(Enrolment.Refusal) {
        changed[position] = try enrolments[position].marking(item, day: day, of: program, on: date, done: done)
      } catch {
        throw DiagnosticError(.refused(error, at: node["mark"]?[error == .noSuchItem ? "item" : "day"] ?? node))
      }
      return changed
    }
  }

  /// The program `id` of `pack`.
  package func program(_ id: Text, _ pack: Pack) throws(DiagnosticError) -> DayProgram {
    guard let record = pack.record(DayProgram.kind, id) else {
      throw DiagnosticError(.noSuchProgram(at: named(id), id, among: pack.records(of: DayProgram.kind).map { $0.id }))
    }
    return try DayProgram(record)
  }

  /// The node in which the request names the program `id`.
  private func named(_ id: Text) -> Node {
    if let enrol = node["enrol"], enrol.text == id { return enrol }
    let kept = node["enrolments"]?.elements.compactMap { $0["program"] } ?? []
    return kept.last { $0.text == id } ?? node
  }
}

extension Diagnostic {
  static func severalActions(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "program/several-actions", message: "a request does one thing at a time", at: node,
      fix: "keep one of `enrol`, `leave` and `mark`")
  }

  static func noSuchProgram(at node: Node, _ id: Text, among ids: [Text]) -> Diagnostic {
    Diagnostic(
      code: "program/unknown", message: "the pack has no such program", at: node,
      fix: Suggestion.fix(id, among: ids) ?? "it has \(ids.quoted)")
  }

  static func leftOut(_ reason: DayProgram.Reason, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "program/left-out", message: "the rules leave this program out for this person: `\(reason.why)`", at: node,
      related: reason.origin.map { [.init(message: "this row decides it", place: $0.place)] } ?? [])
  }

  static func refused(_ refusal: Enrolment.Refusal, at node: Node) -> Diagnostic {
    let (code, message) =
      switch refusal {
      case .notActive: ("program/not-active", "no program is being followed")
      case .noSuchDay: ("program/no-such-day", "the program has no such day")
      case .locked: ("program/locked", "this day has not come yet")
      case .noSuchItem: ("program/no-such-item", "this day has no such item")
      }
    return Diagnostic(code: code, message: message, at: node)
  }
}

/// A person's progress through a program. The caller stores it: a request contains it, and the response contains the changed enrolment.
package struct Enrolment: Sendable, Hashable {
  /// The program's id.
  package let program: Text
  /// The local day that is day 1.
  package let started: CalendarDate
  /// For each day, from 1, the items that are done.
  package private(set) var done: [Int: [Text]]
  /// False after it was left or completed, or after another enrolment began.
  package private(set) var isActive: Bool
  /// The local day on which the last item was done.
  package private(set) var completed: CalendarDate?

  /// An enrolment as it was kept.
  package init(
    program: Text, started: CalendarDate, done: [Int: [Text]] = [:], isActive: Bool = true,
    completed: CalendarDate? = nil
  ) {
    self.program = program
    self.started = started
    self.done = done
    self.isActive = isActive
    self.completed = completed
  }

  /// The reason why an action is not possible.
  package enum Refusal: Error, Hashable, Sendable {
    /// The program was left or completed, or another program was begun.
    case notActive
    /// The program has no such day.
    case noSuchDay
    /// The day has not come.
    case locked
    /// The day has no such item.
    case noSuchItem
  }

  /// The day of `program` on `date`, from 1; the last day if the program is over, and nil before the first day.
  package func day(of program: DayProgram, on date: CalendarDate) -> Int? {
    let elapsed = date.days(since: started)
    return elapsed < 0 ? nil : min(elapsed + 1, program.days.count)
  }

  /// Returns true if `day` has come on `date`: by the calendar, whatever was done on the days before.
  package func isUnlocked(_ day: Int, of program: DayProgram, on date: CalendarDate) -> Bool {
    guard program.items(ofDay: day) != nil, let today = self.day(of: program, on: date) else { return false }
    return isActive && day <= today
  }

  /// Returns true if everything of `day` is done.
  package func isDone(_ day: Int, of program: DayProgram) -> Bool {
    guard let dayItems = program.items(ofDay: day) else { return false }
    return dayItems.allSatisfy { isDone($0, day: day, of: program) }
  }

  /// Returns true if `item` of `day`, or the item that it replaces, is done.
  package func isDone(_ item: Text, day: Int, of program: DayProgram) -> Bool {
    guard let items = done[day], program.days.indices.contains(day - 1) else { return false }
    return items.contains(item) || program.days[day - 1].planned[item].map(items.contains) ?? false
  }

  /// The number of days that are done.
  package func daysDone(of program: DayProgram) -> Int { (1...program.days.count).count { isDone($0, of: program) } }

  /// The enrolment after `item` of `day` was done on `date`, or taken back. With the last item the program is completed.
  package func marking(
    _ item: Text, day: Int, of program: DayProgram, on date: CalendarDate, done isDone: Bool = true
  ) throws(Refusal) -> Enrolment {
    guard isActive else { throw .notActive }
    guard let dayItems = program.items(ofDay: day) else { throw .noSuchDay }
    guard isUnlocked(day, of: program, on: date) else { throw .locked }
    guard dayItems.contains(item) else { throw .noSuchItem }
    var changed = self
    let planned = program.days[day - 1].planned[item]
    var items = (done[day] ?? []).filter { $0 != item && $0 != planned }
    if isDone { items.append(item) }
    changed.done[day] = items.isEmpty ? nil : items
    if changed.daysDone(of: program) == program.days.count {
      changed.isActive = false
      changed.completed = date
    }
    return changed
  }

  /// The enrolment after it was left.
  package func leaving() -> Enrolment {
    var changed = self
    changed.isActive = false
    return changed
  }
}

extension [Enrolment] {
  /// The active enrolment.
  package var active: Enrolment? { last { $0.isActive } }

  /// The enrolments after `program` was begun on `date`: only one is active at a time, and a program that is begun again starts from its
  /// first day.
  package func enrolling(in program: DayProgram, on date: CalendarDate) -> [Enrolment] {
    map { $0.isActive ? $0.leaving() : $0 } + [Enrolment(program: program.id, started: date)]
  }
}

/// Asks the rules that rank programs whether a program suits a person. A program that the ranking excludes cannot be begun, and its items
/// are not named.
package struct ProgramGate {
  /// The module whose exclusions count.
  package static var ranking: Text { RankingModule.programs }
  /// The field of a request with the facts of the person.
  package static let facts: Text = "facts"

  private let session: SuggestionSession
  private let request: DayRequest

  /// The gate for the person of the request at `node`; `session` ranks ``ranking``.
  ///
  /// - Throws: errors in the person's facts.
  package init(_ node: Node, session: SuggestionSession) throws(DiagnosticError) {
    self.session = session
    request = try session.request(node, alsoKnown: ProgramRequest.fields).request
  }

  /// The reason why the program `id` does not suit the person; nil if it does.
  ///
  /// - Throws: evaluation errors of the rules, such as a missing fact.
  package func reason(against id: Text) throws(DiagnosticError) -> DayProgram.Reason? {
    try session.exclusion(of: id, fromRanking: Self.ranking, for: request).map {
      DayProgram.Reason(why: $0.why, origin: $0.origin)
    }
  }

  /// `program` for the person, with replacements for unsuitable items.
  ///
  /// - Throws: evaluation errors of the rules, such as a missing fact.
  package func adapted(_ program: DayProgram) throws(DiagnosticError) -> (program: DayProgram, swaps: [DayProgram.Swap])
  {
    program.adapted(to: try session.programItems(against: request))
  }

  /// The texts of the item `id` of a program; nil if no program may have it.
  ///
  /// - Throws: an error if the rules do not decide about items of programs.
  package func offer(_ id: Text) throws(DiagnosticError) -> Ranking.Offer? {
    try session.offer(id, ofRanking: RankingModule.programItems, for: request)
  }

  /// The traces of every decision about the program `id`, about the items `planned`, and about their replacements.
  package func traces(about id: Text, swaps: [DayProgram.Swap]) throws(DiagnosticError) -> [DecisionTrace] {
    var items: [Text] = []
    for id in swaps.flatMap({ [$0.planned] + ($0.item.map { [$0] } ?? []) }) where !items.contains(id) {
      items.append(id)
    }
    return try session.traces { (recording) throws(DiagnosticError) in
      _ = try recording.exclusion(of: id, fromRanking: Self.ranking, for: request)
      for item in items { _ = try recording.exclusion(of: item, fromRanking: RankingModule.programItems, for: request) }
    }
  }
}
