import TerrainBase

/// The formats of JSON Schema 2020-12, each defined by a standard, and Terrain's `time-zone`.
enum Format: UInt8, CaseIterable, Sendable {
  case dateTime, date, time, duration, email, idnEmail, hostname, idnHostname, ipv4, ipv6, uri, uriReference, iri,
    iriReference, uuid, uriTemplate, jsonPointer, relativeJSONPointer, regex, timeZone

  /// The format with the name `name` in schemas, or nil for a custom format, which asserts nothing.
  init?(name: String) {
    guard let format = Format.allCases.first(where: { $0.name == name }) else { return nil }
    self = format
  }

  /// The name in schemas.
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

  /// True if `text`, in UTF-8, is of the format.
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

/// Bytes of a text that another object owns.
typealias Bytes = UnsafeBufferPointer<UInt8>

/// Reads bytes one by one, each after a check for the end.
struct ByteCursor {
  let bytes: Bytes
  private(set) var position = 0

  init(_ bytes: Bytes) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }

  /// The byte `distance` after the next one.
  func peek(_ distance: Int = 0) -> UInt8? {
    let index = position + distance
    return index < bytes.count ? bytes[index] : nil
  }

  /// Takes `byte` if it comes next.
  mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: byte) else { return false }
    position += 1
    return true
  }

  /// Takes the next byte if `condition` holds for it.
  mutating func take(if condition: (UInt8) -> Bool) -> Bool {
    guard let byte = peek(), condition(byte) else { return false }
    position += 1
    return true
  }

  /// Takes bytes for as long as `condition` holds, and returns their number.
  mutating func take(while condition: (UInt8) -> Bool) -> Int {
    let start = position
    while let byte = peek(), condition(byte) { position += 1 }
    return position - start
  }

  /// Takes `count` decimal digits and returns their value.
  mutating func takeDigits(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let byte = peek(), byte.isDigit else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      position += 1
    }
    return value
  }

  mutating func advance(_ count: Int = 1) { position = min(position + count, bytes.count) }
  mutating func rewind(to position: Int) { self.position = position }

  /// Takes the next character, decoded; nil at the end or if the bytes are not UTF-8.
  mutating func takeScalar() -> Unicode.Scalar? {
    guard let first = peek() else { return nil }
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var decoder = UTF8()
    var source = bytes[position..<min(position + length, bytes.count)].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&source) else { return nil }
    position += UTF8.width(scalar)
    return scalar
  }
}

extension UInt8 {
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
  var isLetter: Bool { (self | 0x20) >= UInt8(ascii: "a") && (self | 0x20) <= UInt8(ascii: "z") }
  var isHexadecimal: Bool { isDigit || (self | 0x20) >= UInt8(ascii: "a") && (self | 0x20) <= UInt8(ascii: "f") }
}
