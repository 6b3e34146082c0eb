import Foundation
import TerrainDocuments
import TerrainBase

extension Request {
  /// A request about the day that `now` is on in `timeZone`.
  ///
  /// ```swift
  /// let request = Request(id: user, now: .now, timeZone: .current, locale: .current, answers: answers)
  /// let page = try terrain.today(request)
  /// ```
  ///
  /// - Parameters:
  ///   - id: The person: rotations and ties depend on it, nothing else does.
  ///   - now: The instant.
  ///   - timeZone: The zone whose calendar the person lives by; days are Gregorian, whatever calendar the device shows.
  ///   - locale: The requested language; without it, the pack's default.
  ///   - facts: Facts about the person and the day, by the names that rules use.
  ///   - answers: Answers to the quiz. What they say of the person is added to the facts, where `facts` does not contain it.
  ///   - shown: For an instant the ids of what was shown then.
  public init(
    id: String = "", now: Date, timeZone: TimeZone, locale: Locale? = nil, facts: [String: Value] = [:],
    answers: [String: String]? = nil, shown: [Date: [String]] = [:]
  ) {
    var problems: [Diagnostic] = []
    var days: [String: [String]] = [:]
    for (date, ids) in shown.sorted(by: { $0.key < $1.key }) {
      days[Self.day(of: date, in: timeZone), default: []] += ids
    }
    self.init { writer in
      writer.member("id", id)
      writer.member("now", Self.instant(now, in: timeZone))
      writer.member("zone", ifAny: Self.name(of: timeZone))
      writer.member("locale", ifAny: locale?.identifier(.bcp47))
      writer.object("person") { writer in problems = Self.write(facts, to: &writer) }
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
  ///   - account: The reply that the account was last in; nil for a new account.
  ///   - id: The id of a new account.
  ///   - now: The instant that time passes to (``Terrain/Method/expire``), written in UTC.
  ///   - at: The instant to show (``Terrain/Method/status``), written in UTC; without it, the one that the account has reached.
  /// - Throws: Everything that is wrong with `account` as JSON.
  public init(account: Data?, id: String, now: Date? = nil, at: Date? = nil) throws(DiagnosticError) {
    try self.init(account: account, id: id, encodedEvent: nil, now: now, at: at)
  }

  /// A request about an account and an event.
  ///
  /// - Parameters:
  ///   - account: The reply that the account was last in; nil for a new account.
  ///   - id: The id of a new account.
  ///   - event: The event, with the members that the method takes.
  ///   - now: The instant that the account is looked at, written in UTC; without it, when the event happened.
  /// - Throws: `EncodingError`; ``DiagnosticError`` for what is wrong with `account` as JSON.
  public init(account: Data?, id: String, event: some Encodable, now: Date? = nil) throws {
    try self.init(account: account, id: id, encodedEvent: Array(JSONEncoder().encode(event)), now: now)
  }

  private init(
    account: Data?, id: String, encodedEvent event: [UInt8]?, now: Date?, at: Date? = nil
  ) throws(DiagnosticError) {
    // It has to be JSON by itself before it is a part of the request.
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
      writer.member("at", ifAny: at.map { Self.instant($0, in: .gmt) })
    }
  }

  /// A request of the members that `value` encodes to.
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

  /// The IANA name of `timeZone`; nil for one that is only an offset, which the instant has.
  private static func name(of timeZone: TimeZone) -> String? {
    timeZone.identifier.contains("/") ? timeZone.identifier : nil
  }
}
