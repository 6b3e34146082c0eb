import TerrainBase
import TerrainChecks
import TerrainDocuments

extension PeopleFile {
  /// The accounts whose events are in `lines`, one event per line with its `account`, as requests that fold them: sorted by the names of
  /// accounts, each at the instant of the last event of all. Nil if the first line is not an event with an account.
  ///
  /// The events are kept in memory.
  ///
  /// - Throws: errors in a line.
  package static func accounts(of lines: SourceLines) throws(DiagnosticError) -> PeopleFile? {
    guard lines.count > 0, let first = JSONReader.read(try lines.source(0)).document?.root,
      first["type"] != nil, first["time"] != nil, first["events"] == nil
    else { return nil }
    var events: [Text: [UInt8]] = [:]
    var last: (instant: Timestamp, text: Text)?
    for index in 0..<lines.count {
      let source = try lines.source(index)
      let event = try object(source).root
      let place = Place(source: source, range: source.wholeRange)
      guard let account = event["account"]?.text else { throw DiagnosticError(.eventOfPeople(place, "account")) }
      guard let text = event["time"]?.text, let instant = try? Timestamp(rfc3339: text) else {
        throw DiagnosticError(.eventOfPeople(place, "time"))
      }
      if last.map({ $0.instant < instant }) ?? true { last = (instant, text) }
      let range = event.range
      if events[account] != nil { events[account]?.append(UInt8(ascii: ",")) }
      events[account, default: []] += source.bytes[Int(range.start)..<Int(range.end)]
    }
    var bytes: [UInt8] = []
    for (account, all) in events.ordered(by: { $0.key < $1.key }) {
      var writer = JSONWriter(.compact)
      writer.object { writer in
        writer.member("account", account)
        writer.member("now", last?.text ?? "")
        writer.key("events")
        writer.raw("[\(String(decoding: all, as: UTF8.self))]")
      }
      bytes += writer.bytes
      bytes.append(UInt8(ascii: "\n"))
    }
    return try PeopleFile(SourceText(name: lines.name, bytes: bytes))
  }
}

extension Diagnostic {
  fileprivate static func eventOfPeople(_ place: Place, _ field: String) -> Diagnostic {
    Diagnostic(
      code: "population/wrong-file", message: "a file of events must have one event per line, each with its `\(field)`",
      place: place,
      fix: "add `\(field)`, or write one request per line: `{\"account\": …, \"events\": […], \"now\": …}`")
  }
}
