import TerrainBase

/// The formats of JSON Schema 2020-12, each a grammar of a standard of its own, and `time-zone`, which is Terrain's.
enum Format: UInt8, CaseIterable, Sendable {
  case dateTime, date, time, duration, email, idnEmail, hostname, idnHostname, ipv4, ipv6, uri, uriReference, iri,
    iriReference, uuid, uriTemplate, jsonPointer, relativeJSONPointer, regex, timeZone

  /// The format a schema calls `name`; `nil` for one of somebody else's, which asserts nothing.
  init?(name: String) {
    guard let format = Format.allCases.first(where: { $0.name == name }) else { return nil }
    self = format
  }

  /// What a schema calls it.
  var name: String {
    switch self {
    case .dateTime: "date-time"
    case .date: "date"
    case .time: "time"
    case .duration: "duration"
    case .email: "email"
    case .idnEmail: "idn-email"
    case .hostname: "hostname"
    case .idnHostname: "idn-hostname"
    case .ipv4: "ipv4"
    case .ipv6: "ipv6"
    case .uri: "uri"
    case .uriReference: "uri-reference"
    case .iri: "iri"
    case .iriReference: "iri-reference"
    case .uuid: "uuid"
    case .uriTemplate: "uri-template"
    case .jsonPointer: "json-pointer"
    case .relativeJSONPointer: "relative-json-pointer"
    case .regex: "regex"
    case .timeZone: "time-zone"
    }
  }

  /// Whether `text`, UTF-8, is of the format.
  func accepts(_ text: Bytes) -> Bool {
    var cursor = ByteCursor(text)
    switch self {
    case .dateTime: return cursor.takeDateTime() && cursor.isAtEnd
    case .date: return cursor.takeDate() && cursor.isAtEnd
    case .time: return cursor.takeTime() && cursor.isAtEnd
    case .duration: return cursor.takeDuration() && cursor.isAtEnd
    case .email: return EmailAddress.accepts(text, international: false)
    case .idnEmail: return EmailAddress.accepts(text, international: true)
    case .hostname: return HostName.accepts(text)
    case .idnHostname: return InternationalHostName.accepts(text)
    case .ipv4: return cursor.takeIPv4Address() && cursor.isAtEnd
    case .ipv6: return cursor.takeIPv6Address() && cursor.isAtEnd
    case .uri: return cursor.takeReference(.uri, needsScheme: true) && cursor.isAtEnd
    case .uriReference: return cursor.takeReference(.uri, needsScheme: false) && cursor.isAtEnd
    case .iri: return cursor.takeReference(.iri, needsScheme: true) && cursor.isAtEnd
    case .iriReference: return cursor.takeReference(.iri, needsScheme: false) && cursor.isAtEnd
    case .uuid: return cursor.takeUUID() && cursor.isAtEnd
    case .uriTemplate: return cursor.takeURITemplate() && cursor.isAtEnd
    case .jsonPointer: return cursor.takeJSONPointer() && cursor.isAtEnd
    case .relativeJSONPointer: return cursor.takeRelativeJSONPointer() && cursor.isAtEnd
    case .regex: return Pattern.syntaxError(ecma262: Text(decoding: text)) == nil
    case .timeZone: return (try? Zone(named: Text(decoding: text))) != nil
    }
  }
}
