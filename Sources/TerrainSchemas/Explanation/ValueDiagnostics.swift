import TerrainDocuments
import TerrainBase

extension Node {
  /// What an author means who writes `yes`, `no`, `on`, `off` or `True`; nil for other texts.
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

  /// - Parameter schema: the schema that asks for `types`, where it is one alone.
  static func wrongType(_ about: Wording.About, types: TypeMask, schema: Node? = nil) -> Diagnostic {
    var fix: String?
    switch about.node.kind {
    case .number, .bool, .null:
      if types.has(tag: NodeTag.string), about.node.range.count > 0 {
        // In quotes alone it may still be wrong, which the author should not learn afterwards.
        let words = schema.flatMap { form(of: $0, isMissedBy: about.node) }
        fix = words.map { "write it as text: \($0)" } ?? "put it in quotes if it is meant as text"
      }
    case .string:
      let isNumber = about.node.withText { Double(String(decoding: $0, as: UTF8.self)) != nil } ?? false
      if types.hasWholeNumber, isNumber { fix = "take the quotes away if it is meant as a number" }
      if types.hasWholeNumber, Wording.isMeasure(about.node.text?.string ?? "") {
        fix = "write the number alone, without its unit"
      }
      if types.has(tag: NodeTag.number), let point = decimalPointFix(about.node.text?.string ?? "") { fix = point }
      if types.has(tag: NodeTag.list), !types.has(tag: NodeTag.map) {
        fix = "put it in square brackets, as a list of one: `[…]`"
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
    // A fraction where an integer is expected: the value shows what is wrong with it.
    let isFraction = about.node.kind == .number && types.hasWholeNumber
    let found = isFraction ? Wording.value(about.node) : Wording.kind(about.node)
    return value("wrong-type", about, "\(about.name) must be \(Wording.types(types)), not \(found)", fix: fix)
  }

  /// What the pattern of `schema` asks for in words, where the number `node`, taken as text, does not match it.
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
      fix: Suggestion.nearest(to: written, among: choices).map { "did you mean `\($0)`?" }
        ?? missingComma(written, among: choices))
  }

  /// The fix for several choices written as one text, with spaces, semicolons or fullwidth commas between them; they are
  /// the schema's words.
  private static func missingComma(_ written: String, among choices: [String]) -> String? {
    let words = written.split { " ;；，、".contains($0) }.map(String.init)
    guard words.count > 1, words.count <= Wording.mostChoices, words.allSatisfy(choices.contains) else { return nil }
    return "put commas between them: `\(words.joined(separator: ", "))`"
  }

  /// A word that looks right and is not, located at the character that makes it wrong. `meant`: where there is one word it
  /// should be.
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
