import Foundation
import TerrainBase
import TerrainDocuments

/// A request about a person's day: the person, the day, their facts, and the items shown before. Results depend on nothing else.
public struct Request: Sendable {
  private var json: [UInt8]
  /// Diagnostics about facts with values that JSON cannot represent.
  var problems: [Diagnostic] = []
  /// Parameters that replace members of `json`, or follow them.
  private var parameters: [(name: String, value: Value)] = []

  /// A request from JSON, in the form of `terrain page today`.
  public init(json: String) { self.json = Array(json.utf8) }

  /// A request from JSON, as bytes.
  init(json: [UInt8]) { self.json = json }

  /// A request about the day `date`.
  ///
  /// - Parameters:
  ///   - personID: The person's id, which affects only rotations and ties.
  ///   - date: The local day, `2026-02-05`.
  ///   - time: The local time, `07:30`; without it the facts of the clock are absent.
  ///   - locale: The requested language; without it, the pack's default.
  ///   - facts: Facts about the person and the day, by the names that rules use.
  ///   - shown: For each day, the ids of the items shown on it, so that messages do not repeat too soon.
  public init(
    personID: String = "", date: String, time: String? = nil, locale: String? = nil, facts: [String: Value] = [:],
    shown: [String: [String]] = [:]
  ) {
    var problems: [Diagnostic] = []
    self.init { writer in
      writer.member("person_id", personID)
      writer.member("now", time.map { "\(date)T\($0)" } ?? date)
      writer.member("locale", ifAny: locale)
      writer.object("facts") { writer in problems = Self.write(facts, to: &writer) }
      writer.object("shown") { writer in
        for (day, ids) in shown.sorted(by: { $0.key < $1.key }) {
          writer.key(day)
          writer.array { writer in for id in ids { writer.string(id) } }
        }
      }
    }
    self.problems = problems
  }

  /// A request with the members that `write` writes.
  init(_ write: (inout JSONWriter) -> Void) {
    var writer = JSONWriter(.compact)
    writer.object { writer in write(&writer) }
    json = writer.bytes
  }

  /// A request for `decision` with `facts`, by their names.
  init(decision: String, facts: [String: Value]) {
    var problems: [Diagnostic] = []
    self.init { writer in
      writer.member("decision", decision)
      writer.object("facts") { writer in problems = Self.write(facts, to: &writer) }
    }
    self.problems = problems
  }

  /// The request with the parameter `name`, which replaces a member of the same name.
  func setting(_ name: String, _ value: Value) -> Request {
    var copy = self
    copy.parameters.append((name, value))
    return copy
  }

  /// Writes `facts` as members. Returns a diagnostic for each fact that cannot be written.
  static func write(_ facts: [String: Value], to writer: inout JSONWriter) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    for (name, value) in facts.sorted(by: { $0.key < $1.key }) {
      let start = writer.checkpoint
      writer.key(name)
      do throws(JSONWriterError) {
        try writer.value(value)
      } catch {
        writer.rewind(to: start)
        problems.append(.factNotWritable(name))
      }
    }
    return problems
  }

  /// The request as a document.
  func document() throws(DiagnosticError) -> Document {
    if !problems.isEmpty { throw DiagnosticError(problems) }
    let document = try Self.document(json)
    guard !parameters.isEmpty, document.root.kind == .map else { return document }
    return try Self.document(json(over: document.root))
  }

  private static func document(_ json: [UInt8]) throws(DiagnosticError) -> Document {
    let (document, diagnostics) = JSONReader.read(SourceText(name: "request", bytes: json), duplicateKeys: .error)
    guard let document, !diagnostics.hasErrors else { throw DiagnosticError(diagnostics) }
    return document
  }

  /// The JSON with `parameters`; `root` is its map. Members before a parameter keep their locations.
  private func json(over root: Node) -> [UInt8] {
    var edits: [(range: Range<Int>, text: [UInt8])] = []
    var hasMembers = root.count > 0
    for (name, value) in parameters {
      var writer = JSONWriter(.compact)
      guard (try? writer.value(value)) != nil else { continue }
      if let member = root[Text(name)] {
        edits.append((Int(member.range.start)..<Int(member.range.end), writer.bytes))
      } else {
        let end = Int(root.range.end) - 1
        edits.append((end..<end, Array("\(hasMembers ? "," : "")\"\(name)\":".utf8) + writer.bytes))
        hasMembers = true
      }
    }
    var result = json
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }).reversed() {
      result.replaceSubrange(edit.range, with: edit.text)
    }
    return result
  }
}

extension Diagnostic {
  /// The diagnostic about a fact with a value that JSON cannot represent.
  static func factNotWritable(_ name: String) -> Diagnostic {
    Diagnostic(
      code: "request/fact-value", message: "the value of the fact `\(name)` cannot be part of a request", place: nil,
      fix:
        "give a finite number, a text, true or false, or a list or map of these, nested no deeper than documents may be"
    )
  }
}

extension Request {
  /// A request about the local day of `now` in `timeZone`.
  ///
  /// ```swift
  /// let request = Request(personID: user, now: .now, timeZone: .current, locale: .current, answers: answers)
  /// let page = try terrain.page("today", for: request)
  /// ```
  ///
  /// - Parameters:
  ///   - personID: The person's id, which affects only rotations and ties.
  ///   - now: The instant.
  ///   - timeZone: The person's time zone; days are Gregorian, whatever calendar the device shows.
  ///   - locale: The requested language; without it, the pack's default.
  ///   - facts: Facts about the person and the day, by the names that rules use.
  ///   - answers: Answers to the quiz. Facts that follow from them are added, unless `facts` contains them.
  ///   - shown: For each instant, the ids of the items shown then.
  public init(
    personID: String = "", now: Date, timeZone: TimeZone, locale: Locale? = nil, facts: [String: Value] = [:],
    answers: [String: String]? = nil, shown: [Date: [String]] = [:]
  ) {
    var problems: [Diagnostic] = []
    var days: [String: [String]] = [:]
    for (date, ids) in shown.sorted(by: { $0.key < $1.key }) {
      days[Self.day(of: date, in: timeZone), default: []] += ids
    }
    self.init { writer in
      writer.member("person_id", personID)
      writer.member("now", Self.instant(now, in: timeZone))
      writer.member("zone", ifAny: Self.name(of: timeZone))
      writer.member("locale", ifAny: locale?.identifier(.bcp47))
      writer.object("facts") { writer in problems = Self.write(facts, to: &writer) }
      if let answers { writer.answers(answers) }
      writer.object("shown") { writer in
        for (day, ids) in days.sorted(by: { $0.key < $1.key }) { writer.member(day, ids) }
      }
    }
    self.problems = problems
  }

  /// A request about an account, without an event.
  ///
  /// - Parameters:
  ///   - account: The last reply for the account, or nil for a new account.
  ///   - id: The id of a new account.
  ///   - now: The instant for which the account is shown (``Terrain/Method/status``) or to which time passes (``Terrain/Method/apply``),
  ///     written in UTC; without it, the instant that the account has reached.
  /// - Throws: All mistakes of `account` as JSON.
  public init(account: Data?, id: String, now: Date? = nil) throws(DiagnosticError) {
    try self.init(account: account, id: id, encodedEvent: nil, now: now)
  }

  /// A request about an account and an event.
  ///
  /// - Parameters:
  ///   - account: The last reply for the account, or nil for a new account.
  ///   - id: The id of a new account.
  ///   - event: The event, with its `type`.
  ///   - now: The instant for which the account is shown, written in UTC; without it, the instant of the event.
  /// - Throws: `EncodingError`; ``DiagnosticError`` for mistakes of `account` as JSON.
  public init(account: Data?, id: String, event: some Encodable, now: Date? = nil) throws {
    try self.init(account: account, id: id, encodedEvent: Array(JSONEncoder().encode(event)), now: now)
  }

  private init(
    account: Data?, id: String, encodedEvent event: [UInt8]?, now: Date?
  ) throws(DiagnosticError) {
    // The account must be valid JSON by itself before it becomes a part of the request.
    if let account { _ = try Request(json: Array(account)).document() }
    self.init { writer in
      if let account {
        writer.key("account")
        writer.raw(Array(account))
      } else {
        writer.member("account", id)
      }
      if let event {
        writer.key("event")
        writer.raw(event)
      }
      writer.member("now", ifAny: now.map { Self.instant($0, in: .gmt) })
    }
  }

  /// A request with the members to which `value` encodes.
  ///
  /// - Throws: `EncodingError`.
  public init(encoding value: some Encodable, with encoder: JSONEncoder = JSONEncoder()) throws {
    self.init(json: Array(try encoder.encode(value)))
  }

  /// The local day of `date` in `timeZone`, `2026-02-05`.
  public static func day(of date: Date, in timeZone: TimeZone) -> String {
    LocalDay.text(of: date, in: timeZone)
  }

  /// `date` with the offset of `timeZone`, by RFC 3339.
  private static func instant(_ date: Date, in timeZone: TimeZone) -> String {
    date.formatted(
      Date.ISO8601FormatStyle(
        dateSeparator: .dash, dateTimeSeparator: .standard, timeSeparator: .colon, timeZoneSeparator: .colon,
        includingFractionalSeconds: false, timeZone: timeZone))
  }

  /// The IANA name of `timeZone`, or nil if it is only an offset, which the instant contains.
  private static func name(of timeZone: TimeZone) -> String? {
    timeZone.identifier.contains("/") ? timeZone.identifier : nil
  }
}

/// A day of the Gregorian calendar, independent of instants and time zones.
public struct LocalDay: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
  private let date: CalendarDate

  /// The day written as `text`, `2026-02-05`, or nil for other texts.
  public init?(_ text: String) {
    guard let date = try? CalendarDate(parsing: Text(text)) else { return nil }
    self.date = date
  }

  /// The local day of `instant` in `timeZone`.
  public init?(_ instant: Date, in timeZone: TimeZone) { self.init(LocalDay.text(of: instant, in: timeZone)) }

  /// The local day of `instant` in `timeZone`, in JSON's form.
  static func text(of instant: Date, in timeZone: TimeZone) -> String {
    instant.formatted(Date.ISO8601FormatStyle(dateSeparator: .dash, timeZone: timeZone).year().month().day())
  }

  /// The year.
  public var year: Int { date.fields.year }
  /// The month, from 1.
  public var month: Int { date.fields.month }
  /// The day of the month, from 1.
  public var day: Int { date.fields.day }

  /// The day in JSON's form, `2026-02-05`.
  public var description: String { date.description }

  /// The instant at which the day begins in `timeZone`, or nil for a day that the zone skips.
  public func start(in timeZone: TimeZone) -> Date? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let start = calendar.date(from: DateComponents(year: year, month: month, day: day)).map {
      calendar.startOfDay(for: $0)
    }
    return start.flatMap { LocalDay($0, in: timeZone) == self ? $0 : nil }
  }

  /// Decodes text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let day = LocalDay(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a day, as in 2026-02-05")
    }
    self = day
  }

  /// Encodes text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// True if `lhs` is the earlier day.
  public static func < (lhs: LocalDay, rhs: LocalDay) -> Bool { lhs.date < rhs.date }
}
