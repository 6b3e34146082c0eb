import TerrainBase
import TerrainDocuments

extension Node {
  /// The truth value that an author means by `yes`, `no`, `on`, `off`, or `True`, or nil for other texts.
  fileprivate var writtenTruth: Bool? {
    guard let word = text?.string.lowercased() else { return nil }
    if ["yes", "on", "y", "true"].contains(word) { return true }
    return ["no", "off", "n", "false"].contains(word) ? false : nil
  }
}

extension Diagnostic {
  static func value(
    _ code: String, _ about: Wording.About, _ message: String, related: [Related] = [], fix: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      code: "schema/" + code, message: message, place: about.node.place, related: related, fix: fix, path: about.path)
  }

  /// - Parameter schema: The schema that requires `types`, if it is a single schema.
  static func wrongType(_ about: Wording.About, types: TypeMask, schema: Node? = nil) -> Diagnostic {
    var fix: String?
    switch about.node.kind {
    case .number, .bool, .null:
      if types.has(tag: NodeTag.string), about.node.range.count > 0 {
        // If quotes alone would not make the value valid, the author should learn that at once.
        let words = schema.flatMap { form(of: $0, isMissedBy: about.node) }
        fix = words.map { "write it as text: \($0)" } ?? "put it in quotes if it is meant as text"
      }
    case .string:
      let isNumber = about.node.withText { Double(String(decoding: $0, as: UTF8.self)) != nil } ?? false
      if types.hasWholeNumber, isNumber { fix = "take the quotes away if it is meant as a number" }
      if types.hasWholeNumber, Wording.isMeasure(about.node.text?.string ?? "") {
        fix = "write the number alone, without its unit"
      }
      if types.has(tag: NodeTag.number), let (found, plain) = LookAlike.plain(about.node.text?.string ?? ""),
        Double(plain) != nil
      {
        fix = "write `\(plain)`: there is \(found.name) in this number"
      }
      if types.has(tag: NodeTag.number), let point = decimalPointFix(about.node.text?.string ?? "") { fix = point }
      if types.has(tag: NodeTag.list), !types.has(tag: NodeTag.map) {
        let parts = about.node.place.source.text(of: about.node.range)
        fix =
          parts.contains(", ") && !parts.contains(where: { "\"'[{".contains($0) })
          ? "put it in square brackets: `[\(parts)]`" : "put it in square brackets, as a list of one: `[…]`"
      }
      if types.has(tag: NodeTag.bool), let truth = about.node.writtenTruth {
        fix = "write `\(truth)`: only `true` and `false` are truth values"
      }
    case .list, .map: break
    }
    if Wording.isMissing(about.node) {
      return value(
        "wrong-type", about, "\(about.name) must be \(Wording.types(types)), and has no value",
        fix: commentFix(about.node))
    }
    // For a fraction instead of an integer, the value itself shows the mistake.
    let isFraction = about.node.kind == .number && types.hasWholeNumber
    let found = isFraction ? Wording.value(about.node) : Wording.kind(about.node)
    return value("wrong-type", about, "\(about.name) must be \(Wording.types(types)), not \(found)", fix: fix)
  }

  /// The description of the pattern of `schema`, if the number `node`, taken as a text, does not match that pattern.
  private static func form(of schema: Node, isMissedBy node: Node) -> String? {
    guard let written = node.rawNumber, let words = Wording.pattern(schema), let pattern = schema["pattern"]?.text,
      let known = try? Pattern(ecma262: pattern), !known.matches(written)
    else { return nil }
    return words
  }

  static func notAmongValues(_ about: Wording.About, values: [Node]) -> Diagnostic {
    var names: [String] = []
    for name in values.map(Wording.value) where !names.contains(name) { names.append(name) }
    let choices = values.compactMap(\.text?.string)
    if Wording.isMissing(about.node) {
      return value(
        "not-a-choice", about, "\(about.name) must be \(Wording.choices(names)), and has no value",
        fix: commentFix(about.node))
    }
    let written = about.node.text?.string ?? ""
    for choice in choices {
      if let found = LookAlike.first(in: written, insteadOf: choice) {
        return lookAlike("not-a-choice", about, found, meant: choice)
      }
    }
    return value(
      "not-a-choice", about, "\(about.name) must be \(Wording.choices(names))",
      fix: Suggestion.fix(Text(written), among: choices)
        ?? missingComma(written, among: choices))
  }

  /// The fix for several choices written as one text with spaces, semicolons, or fullwidth commas between them.
  private static func missingComma(_ written: String, among choices: [String]) -> String? {
    let words = written.split { " ;；，、".contains($0) }.map(String.init)
    guard words.count > 1, words.count <= Wording.mostChoices, words.allSatisfy(choices.contains) else { return nil }
    return "put commas between them: `\(words.joined(separator: ", "))`"
  }

  /// A word that looks right but contains a wrong character, which is the location of the diagnostic.
  ///
  /// - Parameter meant: The intended word, if only one word is possible.
  static func lookAlike(
    _ code: String, _ about: Wording.About, _ found: LookAlike, meant: String?
  ) -> Diagnostic {
    let looks = meant.map { "looks like `\($0)`, but" } ?? "does not fit, because it"
    return Diagnostic(
      code: "schema/" + code, message: "\(about.name) \(looks) has in it \(found.name)",
      place: about.node.place(ofDecoded: found.range),
      fix: meant.map { "type `\($0)` again" } ?? found.ascii.map { "type `\($0)` instead" } ?? "delete it",
      path: about.path)
  }

  static func counted(_ number: String, _ what: String) -> String {
    "\(number) \(what)\(number == "1" ? "" : "s")"
  }
}

extension Diagnostic {
  static let needsKey = "needs the key `"

  /// The key of a diagnostic about a missing key, whose location and path are those of the map.
  package var missingKey: String? {
    guard code == "schema/missing-key", message.hasSuffix("`") else { return nil }
    let parts = message.split(separator: Self.needsKey, maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 ? String(parts[1].dropLast()) : nil
  }
}

/// Words shared by the messages.
enum Wording {
  /// The subject of a message.
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

  /// The maximum number of listed choices.
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
    // The name itself contains "or".
    if types.has(tag: NodeTag.bool) { return (names + ["true or false"]).joined(separator: ", ") }
    guard let last = names.last, names.count > 1 else { return names.first ?? "nothing" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  /// True if the value is empty in the source.
  static func isMissing(_ node: Node) -> Bool { node.kind == .null && node.range.count == 0 }

  /// True if `text` is a number followed by a unit or preceded by the sign of a currency, such as `90s`, `5 %`, or `$5`.
  static func isMeasure(_ text: String) -> Bool {
    let hasSign = text.first?.isCurrencySymbol ?? false
    let amount = hasSign ? text.dropFirst().drop { $0 == " " } : text[...]
    let rest = amount.drop { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }.drop { $0 == " " }
    let digits = amount.contains { $0.isASCII && $0.isNumber }
    return digits && (hasSign || !rest.isEmpty) && rest.utf8.count <= 12
      && rest.allSatisfy { $0.isLetter || $0 == "%" || $0.isCurrencySymbol }
      && amount.first.map { $0.isNumber || "+-.".contains($0) } ?? false
  }

  /// The requirement of a pattern in prose, if its schema has `patternErrorMessage`, which editors support.
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

  /// A value of a schema in its shortest notation.
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

// The keys that parts of bytecode name.
extension SchemaBytecode {
  /// The keys that a map shape declares, in the order in which they were written.
  func declaredNames(ofShape number: UInt32) -> [String] {
    let shape = tables.mapShapes[Int(number)]
    return (Int(shape.slots)...Int(shape.slots + shape.slotMask)).map { tables.propertySlots[$0] }
      .filter(\.isDeclared).sorted { $0.name.offset < $1.name.offset }.map { text($0.name) }
  }

  /// The keys that `block` and the blocks that it applies to the same map declare.
  func namesApplied(from block: UInt32) -> [String] {
    var names: [String] = []
    var known: Set<String> = []
    var visited: Set<UInt32> = [block]
    var waiting = [block]
    var next = 0
    while next < waiting.count {
      let content = tables.blocks[Int(waiting[next])]
      next += 1
      for index in content.start..<content.end {
        let instruction = tables.instructions[Int(index)]
        if instruction.operation == .map {
          for name in declaredNames(ofShape: instruction.a) where known.insert(name).inserted { names.append(name) }
        }
        for successor in successors(of: instruction) where visited.insert(successor).inserted {
          waiting.append(successor)
        }
      }
    }
    return names
  }

  private func successors(of instruction: Instruction) -> [UInt32] {
    var run: Range<UInt32> { instruction.a..<instruction.a + instruction.b }
    let found: [UInt32] =
      switch instruction.operation {
      case .call: [instruction.a]
      case .anyOf, .oneOf: run.map { tables.blockLists[Int($0)] }
      case .condition: [instruction.a, instruction.b, instruction.c]
      case .dependents: run.map { tables.keys[Int($0)].block }
      case .dynamicCall: dynamicReferences[Int(instruction.a)].targets.values.sorted()
      default: []
      }
    return found.filter { $0 != Check.none }
  }
}
