import TerrainBase
import TerrainDocuments
import TerrainRules

/// A day of a person's calendar, with the time of day if it is known.
public struct Moment: Sendable, Hashable {
  /// The local day. After midnight it is the day before until the pack's days end.
  public let date: CalendarDate
  /// The local time of day; nil if only the day is known.
  public let time: TimeOfDay?
  /// The instant itself; nil if only the calendar is known.
  public let instant: Timestamp?

  /// `time` on `date`.
  package init(date: CalendarDate, time: TimeOfDay? = nil) {
    self.date = date
    self.time = time
    instant = nil
  }

  /// The day among `days` to which `instant` belongs, and the local time of day.
  package init(_ instant: Timestamp, in days: LocalDays) {
    let local = days.zone.local(at: instant)
    date = local.day(ends: days.ends)
    time = local.time
    self.instant = instant
  }

  /// The same time of day `days` later; the last day of the calendar if it ends before.
  package func adding(days: Int) -> Moment {
    Moment(date: (try? date.adding(days: days)) ?? date, time: time)
  }

  /// The facts that calendar and clock give, by the names rules know them by: all whole numbers, and `now`, a timestamp.
  package static let factNames: [Text] = [
    "year", "month", "day_of_month", "day_of_year", "weekday", "hour", "minute", "now",
  ]

  /// The value of one of ``factNames``; nil for other names, and for clock facts if no time is known.
  func fact(_ name: Text) -> Value? {
    switch name.string {
    case "year": .int(Int64(date.year))
    case "month": .int(Int64(date.month))
    case "day_of_month": .int(Int64(date.day))
    case "day_of_year": .int(Int64(date.dayOfYear))
    case "weekday": .int(Int64(date.weekday))
    case "hour": time.map { .int(Int64($0.hour)) }
    case "minute": time.map { .int(Int64($0.minute)) }
    case "now": instant.map { .timestamp($0) }
    default: nil
    }
  }
}

/// The result of reading a request's moment.
struct MomentReading {
  /// The moment; nil if the request gives none, or something is wrong with it.
  let moment: Moment?
  /// The zone in which instants are shown: the named zone, else the offset of `now`.
  let calendar: Zone?
}

/// The clock of a request: `now`, and optionally `zone`.
///
/// `now` is an instant, the local time on a local day, or only the local day if the time of day is not known.
struct RequestClock {
  private let now: (text: Text, node: Node)?
  private let zone: (text: Text, node: Node)?

  /// Reads the fields of a request.
  init(_ fields: inout FieldReader) {
    now = fields.text("now", required: false)
    zone = fields.text("zone", required: false)
  }

  /// The moment in the fields. Errors of each field are reported even if another field decides.
  ///
  /// - Parameters:
  ///   - node: the request.
  ///   - calendar: the pack's, which says when days end.
  ///   - isRequired: whether a request without `now` is an error.
  func read(
    _ node: Node, _ calendar: Pack.Calendar, isRequired: Bool = true, into diagnostics: DiagnosticCollector
  ) -> MomentReading {
    let named = zone.flatMap { given in
      read(given, "a time zone", fix: Self.zoneFix, into: diagnostics) { try? Zone(named: $0) }
    }
    guard let now else {
      if isRequired, !diagnostics.hasErrors { diagnostics.report(.noMoment(at: node)) }
      return MomentReading(moment: nil, calendar: named)
    }
    if let local = Self.local(now.text, calendar) { return MomentReading(moment: local, calendar: named) }
    let instant = read(
      now, "an instant or a local day", fix: "write it as `2026-02-05T07:30:00+08:00` (RFC 3339), or as `2026-02-05`",
      into: diagnostics
    ) { try? Timestamp(rfc3339: $0) }
    guard let instant else { return MomentReading(moment: nil, calendar: named) }
    guard zone == nil else {
      return MomentReading(moment: named.map { Moment(instant, in: calendar.days(in: $0)) }, calendar: named)
    }
    let own = read(now, "a time zone", fix: Self.zoneFix, into: diagnostics) { try? Zone(named: Self.offset(of: $0)) }
    return MomentReading(moment: own.map { Moment(instant, in: calendar.days(in: $0)) }, calendar: own)
  }

  private static let zoneFix = "a name such as `Asia/Singapore`, or an offset"

  private func read<T>(
    _ given: (text: Text, node: Node), _ what: String, fix: String, into found: DiagnosticCollector,
    _ parse: (Text) -> T?
  ) -> T? {
    if let value = parse(given.text) { return value }
    found.report(.badMoment(what, at: given.node, fix: fix))
    return nil
  }

  /// `Z`, or the offset at the end of `instant`, which must be valid.
  static func offset(of instant: Text) -> Text {
    let last = instant.string.suffix(6)
    return last.first == "+" || last.first == "-" ? Text(String(last)) : "UTC"
  }

  /// The moment of `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`; nil for any other text.
  private static func local(_ text: Text, _ calendar: Pack.Calendar) -> Moment? {
    let bytes = Array(text.utf8)
    guard bytes.count == 10 || bytes.count == 16,
      let date = try? CalendarDate(parsing: Text(decoding: bytes.prefix(10)))
    else { return nil }
    if bytes.count == 10 { return Moment(date: date) }
    guard bytes[10] == UInt8(ascii: "T"), let time = TimeOfDay(hourAndMinute: Text(decoding: bytes[11...])) else {
      return nil
    }
    return Moment(date: LocalDateTime(date: date, time: time).day(ends: calendar.dayEnds), time: time)
  }
}

extension Diagnostic {
  static func noMoment(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "request/no-moment", message: "the request does not say when it is", at: node,
      fix: "add `now: \"2026-02-05T07:30:00+08:00\"`, or `now: 2026-02-05` if only the day is known")
  }

  static func badMoment(_ what: String, at node: Node, fix: String) -> Diagnostic {
    Diagnostic(code: "request/moment", message: "this is not \(what)", at: node, fix: fix)
  }
}
