import TerrainDocuments
import TerrainPatterns
import TerrainValues

// Everything that can be wrong with a document by its schema, and with a schema.

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
      if types.hasWholeNumber, Wording.isMeasure(about.node.text?.string ?? "") {
        fix = "write the number alone, without its unit"
      }
      if types.has(tag: NodeTag.list), !types.has(tag: NodeTag.map) {
        fix = "put it in square brackets, as a list of one: `[…]`"
      }
      if types.has(tag: NodeTag.bool), let truth = about.node.writtenTruth {
        fix = "write `\(truth)`: only `true` and `false` are truth values"
      }
    case .list, .map: break
    }
    if Wording.isMissing(about.node) {
      return value("wrong-type", about, "\(about.name) must be \(Wording.types(types)), and has no value")
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
    let choices = values.compactMap(\.text?.string)
    if Wording.isMissing(about.node) {
      return value("not-a-choice", about, "\(about.name) must be \(Wording.choices(names)), and has no value")
    }
    let written = about.node.text?.string ?? ""
    for choice in choices {
      if let found = LookAlike.first(in: written, insteadOf: choice) {
        return lookAlike("not-a-choice", about, found, meant: choice)
      }
    }
    return value(
      "not-a-choice", about, "\(about.name) must be \(Wording.choices(names))",
      fix: Suggestion.nearest(to: written, among: choices).map { "did you mean `\($0)`?" }
        ?? missingComma(written, among: choices))
  }

  /// The mend for several choices written as one text; they are the schema's words.
  private static func missingComma(_ written: String, among choices: [String]) -> String? {
    let words = written.split(separator: " ").map(String.init)
    guard words.count > 1, words.count <= Wording.mostChoices, words.allSatisfy(choices.contains) else { return nil }
    return "put commas between them: `\(words.joined(separator: ", "))`"
  }

  /// A word that looks right and is not, told at the character that makes it wrong. `meant`: where there is one word it
  /// should be.
  private static func lookAlike(
    _ code: String, _ about: Wording.About, _ found: LookAlike, meant: String?
  ) -> Diagnostic {
    let looks = meant.map { "looks like `\($0)`, but" } ?? "does not fit, because it"
    return Diagnostic(
      code: "schema/" + code, message: "\(about.name) \(looks) has in it \(found.name)",
      place: about.node.place(ofDecoded: found.range),
      fix: meant.map { "type `\($0)` again" } ?? found.ascii.map { "type `\($0)` instead" } ?? "delete it",
      path: about.path)
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

  static func patternMismatch(_ about: Wording.About, schema: Node) -> Diagnostic {
    let words = Wording.pattern(schema)
    let pattern = schema["pattern"]?.text?.string ?? ""
    if let (first, plain) = LookAlike.plain(about.node.text?.string ?? ""),
      (try? Pattern(ecma262: Text(pattern)))?.matches(Text(plain)) ?? false
    {
      return lookAlike("pattern", about, first, meant: nil)
    }
    // The commonest one asks for anything that can be seen.
    if pattern == "\\S" { return value("pattern", about, "\(about.name) must not be blank") }
    return value(
      "pattern", about,
      words.map { "\(about.name) does not fit: \($0)" }
        ?? "\(about.name) must match the pattern `\(pattern)`")
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
    for name in known {
      if let found = LookAlike.first(in: key, insteadOf: name) {
        return lookAlike("unknown-key", about, found, meant: name)
      }
    }
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

  static func unknownKeyword(_ key: Node, meant: String) -> Diagnostic {
    schema(
      "unknown-keyword", key, "`\(key.text?.string ?? "")` is not a word of JSON Schema, and asks for nothing",
      fix: "did you mean `\(meant)`? A word of your own begins with `x-`", severity: .warning)
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
