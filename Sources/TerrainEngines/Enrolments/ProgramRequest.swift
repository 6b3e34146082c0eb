import TerrainRules
import TerrainDocuments
import TerrainBase

/// Enrolments, an action on them, and the day on which it takes place.
package struct ProgramRequest: Sendable {
  /// What is to be done.
  package enum Action: Sendable {
    /// Nothing: return the enrolments.
    case show
    /// Begin a program.
    case enrol(Text)
    /// Leave the one that is followed.
    case leave
    /// An item of a day of it was done, or is taken back.
    case mark(day: Int, item: Text, done: Bool)
  }

  /// The local day.
  package let date: CalendarDate
  /// What was kept.
  package let enrolments: [Enrolment]
  /// What is to be done.
  package let action: Action
  /// The language of what is shown of items; nil where it is not given.
  package let locale: LanguageTag?
  private let node: Node

  /// What it is read from, beside the day and the person.
  static let fields: [Text] = ["$schema", "enrolments", "enrol", "leave", "mark"]

  /// The request at `node`: `date`, `locale`, `enrolments`, and one of `enrol`, `leave` and `mark`, or none. Who the person is
  /// (``ProgramGate/person``), the gate reads.
  ///
  /// - Throws: everything that is wrong with it.
  package init(_ node: Node) throws(DiagnosticError) {
    self.node = node
    let diagnostics = DiagnosticCollector(.request)
    var fields = FieldReader(node, what: "a request", into: diagnostics)
    let date = fields.text("date")
    let kept = fields.list("enrolments")
    let enrol = fields.text("enrol", required: false)
    let leave = fields.bool("leave") ?? false
    let mark = fields.optional("mark")
    let tag = fields.text("locale", required: false)
    fields.finish(alsoKnown: ["$schema", ProgramGate.person])
    let day = date.flatMap { Self.day($0.text, $0.node, into: diagnostics) }
    locale = diagnostics.locale(tag)
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
  /// - Throws: where there is no such program, `gate` keeps it from being begun, or the action cannot be done.
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

  /// Where the request names the program `id`.
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
