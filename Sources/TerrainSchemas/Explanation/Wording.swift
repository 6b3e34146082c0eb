import TerrainDocuments
import TerrainBase

/// Words shared by the messages.
enum Wording {
  /// What a message is about.
  struct About {
    var node: Node
    var subject: PathFinder.Subject
    var path: String

    var index: Int { Int(node.index) }

    /// The value's name in a sentence.
    var name: String {
      switch subject {
      case .document: "the document"
      case .member(let key): "`\(key)`"
      case .element(let position, of: let key): "item \(position + 1)" + (key.map { " of `\($0)`" } ?? "")
      }
    }
  }

  /// At most this many choices are listed.
  static let mostChoices = 12

  /// `a`, `b` or `c`
  static func choices(_ names: [String]) -> String {
    let quoted = names.prefix(mostChoices).map { "`\($0)`" }
    if names.count > mostChoices {
      return quoted.joined(separator: ", ") + " or one of \(names.count - mostChoices) more"
    }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }

  /// "text or a list"
  static func types(_ types: TypeMask) -> String {
    var names: [String] = []
    if types.has(tag: NodeTag.string) { names.append("text") }
    if types.has(tag: NodeTag.number) {
      names.append("a number")
    } else if types.hasWholeNumber {
      names.append("a whole number")
    }
    if types.has(tag: NodeTag.list) { names.append("a list") }
    if types.has(tag: NodeTag.map) { names.append("a map") }
    if types.has(tag: NodeTag.null) { names.append("null") }
    // Contains "or" itself.
    if types.has(tag: NodeTag.bool) { return (names + ["true or false"]).joined(separator: ", ") }
    guard let last = names.last, names.count > 1 else { return names.first ?? "nothing" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  /// Whether nothing at all is written where a value should be.
  static func isMissing(_ node: Node) -> Bool { node.kind == .null && node.range.count == 0 }

  /// Whether `text` is a number with a unit after it or the sign of a currency before it, such as `90s`, `5 %` or `$5`.
  static func isMeasure(_ text: String) -> Bool {
    let hasSign = text.first?.isCurrencySymbol ?? false
    let amount = hasSign ? text.dropFirst().drop { $0 == " " } : text[...]
    let rest = amount.drop { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }.drop { $0 == " " }
    let digits = amount.contains { $0.isASCII && $0.isNumber }
    return digits && (hasSign || !rest.isEmpty) && rest.utf8.count <= 12
      && rest.allSatisfy { $0.isLetter || $0 == "%" || $0.isCurrencySymbol }
      && amount.first.map { $0.isNumber || "+-.".contains($0) } ?? false
  }

  /// What a pattern requires in prose, where its schema has it (`patternErrorMessage`, which editors support).
  static func pattern(_ schema: Node) -> String? {
    guard var words = schema["patternErrorMessage"]?.text?.string, let first = words.first else { return nil }
    if words.dropFirst().first.map({ $0 == " " || $0.isLowercase }) ?? false {
      words = first.lowercased() + words.dropFirst()
    }
    while words.last == "." { words.removeLast() }
    return words
  }

  static func kind(_ node: Node) -> String {
    switch node.kind {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "text"
    case .list: "a list"
    case .map: "a map"
    }
  }

  /// A value of a schema, as short as can be.
  static func value(_ node: Node) -> String {
    if let text = node.text { return text.string }
    let written = node.document.source.text(of: node.range)
    return written.utf8.count <= 40 ? written : "the \(node.kind == .list ? "list" : "map") of the schema"
  }

  static func format(_ format: Format?) -> String {
    switch format {
    case .dateTime: "a date and time such as `2026-03-01T09:30:00Z`"
    case .date: "a date such as `2026-03-01`"
    case .time: "a time with its zone such as `09:30:00Z`"
    case .duration: "a duration such as `PT20M` or `P7D`"
    case .email, .idnEmail: "an e-mail address"
    case .hostname, .idnHostname: "a host name such as `example.org`"
    case .ipv4: "an IPv4 address such as `192.0.2.1`"
    case .ipv6: "an IPv6 address such as `2001:db8::1`"
    case .uri, .iri: "a whole URI such as `https://example.org/page`"
    case .uriReference, .iriReference: "a URI or a relative reference"
    case .uuid: "a UUID such as `123e4567-e89b-12d3-a456-426614174000`"
    case .uriTemplate: "a URI template such as `/items/{id}`"
    case .jsonPointer: "a JSON pointer such as `/items/0`"
    case .relativeJSONPointer: "a relative JSON pointer such as `1/name`"
    case .regex: "a regular expression of ECMA-262"
    case .timeZone: "a time zone of the tz database such as `America/New_York`"
    case nil: "of the right format"
    }
  }
}
