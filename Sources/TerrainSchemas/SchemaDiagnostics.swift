import TerrainDocuments
import TerrainPatterns
import TerrainValues

// Everything that can be wrong with a document by its schema, and with a schema.

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
    // Says "or" itself.
    if types.has(tag: NodeTag.bool) { return (names + ["true or false"]).joined(separator: ", ") }
    guard let last = names.last, names.count > 1 else { return names.first ?? "nothing" }
    return names.dropLast().joined(separator: ", ") + " or " + last
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
    case nil: "of the right format"
    }
  }
}

// MARK: - Values

extension Node {
  /// What an author means who writes `yes`, `no`, `on`, `off` or `True`; nil for other texts.
  fileprivate var writtenTruth: Bool? {
    guard let word = text?.string.lowercased() else { return nil }
    if ["yes", "on", "y", "true"].contains(word) { return true }
    return ["no", "off", "n", "false"].contains(word) ? false : nil
  }
}

extension Diagnostic {
  private static func value(
    _ code: String, _ about: Wording.About, _ message: String, related: [Related] = [], fix: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      code: "schema/" + code, message: message, place: about.node.place, related: related, fix: fix, path: about.path)
  }

  static func wrongType(_ about: Wording.About, types: TypeMask) -> Diagnostic {
    var fix: String?
    switch about.node.kind {
    case .number, .bool, .null:
      if types.has(tag: NodeTag.string), about.node.range.count > 0 {
        fix = "put it in quotes if it is meant as text"
      }
    case .string:
      let isNumber = about.node.withText { Double(String(decoding: $0, as: UTF8.self)) != nil } ?? false
      if types.hasWholeNumber, isNumber { fix = "take the quotes away if it is meant as a number" }
      if types.has(tag: NodeTag.bool), let truth = about.node.writtenTruth {
        fix = "write `\(truth)`: only `true` and `false` are truth values"
      }
    case .list, .map: break
    }
    // A number where a whole one is wanted: which one it is says what is wrong with it.
    let isFraction = about.node.kind == .number && types.hasWholeNumber
    let found = isFraction ? Wording.value(about.node) : Wording.kind(about.node)
    return value("wrong-type", about, "\(about.name) must be \(Wording.types(types)), not \(found)", fix: fix)
  }

  static func nothingAllowed(_ about: Wording.About) -> Diagnostic {
    value("not-allowed", about, "\(about.name) must not be here")
  }

  static func notAmongValues(_ about: Wording.About, values: [Node]) -> Diagnostic {
    var names: [String] = []
    for name in values.map(Wording.value) where !names.contains(name) { names.append(name) }
    return value(
      "not-a-choice", about, "\(about.name) must be \(Wording.choices(names))",
      fix: Suggestion.fix(about.node.text, among: values.compactMap(\.text)))
  }

  static func outOfBounds(_ about: Wording.About, _ bound: String) -> Diagnostic {
    value("out-of-bounds", about, "\(about.name) must be \(bound)")
  }

  static func notMultiple(_ about: Wording.About, of divisor: String) -> Diagnostic {
    value("not-a-multiple", about, "\(about.name) must be a multiple of \(divisor)")
  }

  static func tooShort(_ about: Wording.About, minimum: String) -> Diagnostic {
    let isEmpty = about.node.text?.isEmpty ?? false
    let need = isEmpty && minimum == "1" ? "must not be empty" : "must have at least \(counted(minimum, "character"))"
    return value("too-short", about, "\(about.name) \(need)")
  }

  static func tooLong(_ about: Wording.About, maximum: String) -> Diagnostic {
    value("too-long", about, "\(about.name) must have at most \(counted(maximum, "character"))")
  }

  static func patternMismatch(_ about: Wording.About, pattern: String) -> Diagnostic {
    value("pattern", about, "\(about.name) must match the pattern `\(pattern)`")
  }

  static func formatMismatch(_ about: Wording.About, _ format: Format?) -> Diagnostic {
    value("format", about, "\(about.name) must be \(Wording.format(format))")
  }

  static func noBranch(_ about: Wording.About) -> Diagnostic {
    value("no-form-fits", about, "\(about.name) fits none of the forms it may have")
  }

  static func severalBranches(_ about: Wording.About) -> Diagnostic {
    value("several-forms-fit", about, "\(about.name) fits more than one of the forms it may have")
  }

  static func forbidden(_ about: Wording.About) -> Diagnostic {
    value("ruled-out", about, "\(about.name) is of a kind that is ruled out here")
  }

  static func tooDeep(_ about: Wording.About, limit: Int) -> Diagnostic {
    value("too-deep", about, "schemas lead into each other deeper here than the limit `depth` of \(limit)")
  }

  static func tooManySteps(_ about: Wording.About, limit: Int) -> Diagnostic {
    value("too-many-steps", about, "checking this takes more than the limit `steps` of \(limit) schemas looked at")
  }

  private static func counted(_ number: String, _ what: String) -> String {
    "\(number) \(what)\(number == "1" ? "" : "s")"
  }
}

// MARK: - Lists and maps

extension Diagnostic {
  static func tooFewItems(_ about: Wording.About, minimum: String) -> Diagnostic {
    value(
      "too-few-items", about,
      "\(about.name) must have at least \(counted(minimum, "item")), and has \(about.node.count)")
  }

  static func tooManyItems(_ about: Wording.About, maximum: String) -> Diagnostic {
    value(
      "too-many-items", about,
      "\(about.name) must have at most \(counted(maximum, "item")), and has \(about.node.count)")
  }

  static func unexpectedItem(_ about: Wording.About) -> Diagnostic {
    value("too-many-items", about, "\(about.name) is one more than there may be")
  }

  static func repeatedItem(_ about: Wording.About, first: Node) -> Diagnostic {
    value(
      "repeated-item", about, "\(about.name) is in the list already",
      related: [Related(message: "first written here", place: first.place)])
  }

  static func tooFewContained(_ about: Wording.About, minimum: String) -> Diagnostic {
    value(
      "missing-item", about,
      "\(about.name) must have at least \(counted(minimum, "item")) of the kind its schema asks for")
  }

  static func tooManyContained(_ about: Wording.About, maximum: String) -> Diagnostic {
    value(
      "too-many-items", about,
      "\(about.name) must have at most \(counted(maximum, "item")) of the kind its schema counts")
  }

  static func tooFewKeys(_ about: Wording.About, minimum: String) -> Diagnostic {
    value(
      "too-few-keys", about, "\(about.name) must have at least \(counted(minimum, "key")), and has \(about.node.count)")
  }

  static func tooManyKeys(_ about: Wording.About, maximum: String) -> Diagnostic {
    value(
      "too-many-keys", about, "\(about.name) must have at most \(counted(maximum, "key")), and has \(about.node.count)")
  }

  /// `about` is the key itself.
  static func unknownKey(_ about: Wording.About, of title: String?, meant: String?, known: [String]) -> Diagnostic {
    let key = about.node.text?.string ?? ""
    var message = "`\(key)` is not a key of \(title ?? "this map")"
    if meant == nil, !known.isEmpty, known.count <= Wording.mostChoices {
      message += "; it has \(Wording.choices(known))"
    }
    return value("unknown-key", about, message, fix: meant.map { "did you mean `\($0)`?" })
  }

  static func missingKey(_ about: Wording.About, of title: String?, key: String) -> Diagnostic {
    value("missing-key", about, "\(title ?? about.name) \(needsKey)\(key)`")
  }

  private static let needsKey = "needs the key `"

  /// Of a complaint about a key that is not there, the key: its place and path are those of the map.
  package var missingKey: String? {
    guard code == "schema/missing-key", message.hasSuffix("`") else { return nil }
    let parts = message.split(separator: Self.needsKey, maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 ? String(parts[1].dropLast()) : nil
  }

  static func moreFindings(_ root: Node, count: Int, limit: Int) -> Diagnostic {
    Diagnostic(
      code: "schema/more-findings", message: "\(count) more findings are above the limit `findings` of \(limit)",
      place: root.place)
  }
}

// MARK: - Schemas

extension Diagnostic {
  private static func schema(
    _ code: String, _ node: Node, _ message: String, related: [Related] = [], fix: String? = nil,
    severity: Severity = .error
  ) -> Diagnostic {
    Diagnostic(code: "schema/" + code, severity: severity, message: message, at: node, related: related, fix: fix)
  }

  static func unresolvedReference(_ node: Node) -> Diagnostic {
    schema(
      "unresolved-reference", node, "`\(node.text?.string ?? "")` leads to no schema that is at hand",
      fix: "references are followed only to schemas that are given along, never over a network")
  }

  static func endlessReference(_ node: Node) -> Diagnostic {
    schema("endless-reference", node["$ref"] ?? node, "this schema leads back to itself without going into the value")
  }

  static func invalidPattern(_ node: Node, _ error: PatternError) -> Diagnostic {
    Diagnostic(
      code: "schema/invalid-pattern", message: "this pattern cannot be used: \(error.description)",
      place: node.place(ofDecoded: error.range), path: node.path)
  }

  static func lenientPattern(_ node: Node, _ error: PatternError) -> Diagnostic {
    Diagnostic(
      code: "schema/lenient-pattern", severity: .warning,
      message:
        "this is a pattern only without the `u` flag, with which JSON Schema reads patterns: \(error.description)",
      place: node.place(ofDecoded: error.range), path: node.path)
  }

  static func unknownDialect(_ node: Node) -> Diagnostic {
    schema(
      "unknown-dialect", node, "`\(node.text?.string ?? "")` is not a dialect of JSON Schema that is at hand",
      fix: "2020-12 (`\(Dialect.draft202012URI)`) and draft 07 (`\(Dialect.draft07URI)#`) are")
  }

  static func unknownVocabulary(_ node: Node, vocabulary: String) -> Diagnostic {
    schema("unknown-vocabulary", node, "this dialect needs the vocabulary `\(vocabulary)`, which is not known")
  }

  static func repeatedSchemaID(_ node: Node, first: Node?) -> Diagnostic {
    schema(
      "repeated-id", node, "another schema has this `$id` already",
      related: first.map { [Related(message: "first written here", place: $0.place)] } ?? [])
  }

  static func tooManySchemas(_ node: Node, limit: Int) -> Diagnostic {
    schema("too-many-schemas", node, "this schema reaches more schemas than the limit `schemas` of \(limit)")
  }
}
