import TerrainContent
import TerrainDocuments
import TerrainValues

/// When a request says that it is: `now`, with a `zone` or not; or `date`, with a `time` or not.
struct MomentFields {
  private let now: (text: Text, node: Node)?
  private let zone: (text: Text, node: Node)?
  private let date: (text: Text, node: Node)?
  private let time: (text: Text, node: Node)?

  /// Reads the fields of a request.
  init(_ fields: inout FieldReader) {
    now = fields.text("now", required: false)
    zone = fields.text("zone", required: false)
    date = fields.text("date", required: false)
    time = fields.text("time", required: false)
  }

  /// True where nothing is said.
  var isEmpty: Bool { now == nil && date == nil }

  /// The zone that instants are told in: the one that is named, else that of `now`.
  var calendar: Zone? { (zone?.text ?? now.map { Self.offset(of: $0.text) }).flatMap { try? Zone(named: $0) } }

  /// The moment; nil, with diagnostics, where it cannot be told. `node` is the request.
  func moment(_ node: Node, into found: DiagnosticCollector) -> Moment? {
    if let now {
      if date != nil || time != nil { found.report(.twoMoments(at: now.node)) }
      guard let instant = try? Timestamp(rfc3339: now.text) else {
        found.report(
          .badMoment("an instant", at: now.node, fix: "write it as `2026-02-05T07:30:00+08:00` (RFC 3339), in quotes"))
        return nil
      }
      let name = zone?.text ?? Self.offset(of: now.text)
      guard let zone = try? Zone(named: name) else {
        found.report(
          .badMoment("a time zone", at: zone?.node ?? now.node, fix: "a name such as `Asia/Singapore`, or an offset"))
        return nil
      }
      return Moment(instant, in: zone)
    }
    guard let date else {
      if !found.hasErrors { found.report(.noMoment(at: node)) }
      return nil
    }
    guard let day = try? CalendarDate(parsing: date.text) else {
      found.report(.badMoment("a day", at: date.node, fix: "write it as `2026-02-05`"))
      return nil
    }
    guard let time else { return Moment(date: day) }
    guard let clock = Self.time(time.text) else {
      found.report(.badMoment("a time of day", at: time.node, fix: "write it as `\"07:30\"`"))
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
}
