import TerrainChecks
import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainPages
import TerrainBase

// What is written in a file, with a link at each name, and the words of what has words.

extension RuleBook {
  /// Writes what is at `node`.
  func cell(_ node: Node, to page: inout Markup) {
    let source = node.document.source
    var range = Self.withoutQuotes(node)
    let mentions = places.mentions(in: range, of: source.name)
    if mentions.count == 1, mentions[0].range == range, let words = words(for: places.names[mentions[0].name]) {
      page.element("span", ["class": "named"]) { page in
        linked(mentions[0], source, to: &page) { write(words, to: &$0) }
        page.words(" ")
        page.element("code", ["class": "soft"], source.text(of: range))
      }
      return
    }
    page.element("code") { page in
      for mention in mentions {
        page.words(Self.onOneLine(source.text(of: SourceRange(start: range.start, end: mention.range.start))))
        linked(mention, source, to: &page) { $0.words(source.text(of: mention.range)) }
        range = SourceRange(start: mention.range.end, end: range.end)
      }
      page.words(Self.onOneLine(source.text(of: range)))
    }
  }

  /// The text without its line ends, each with the indentation after it.
  private static func onOneLine(_ text: String) -> String { text.replacing(/\s*\n\s*/, with: " ") }

  private func linked(
    _ mention: BookPlaces.Mention, _ source: SourceText, to page: inout Markup, _ body: (inout Markup) -> Void
  ) {
    let name = places.names[mention.name]
    guard let anchor = BookPlaces.anchor(name) else { return body(&page) }
    if let words = words(for: name) {
      page.element("a", ["href": "#\(anchor)", "title": words.text.string], body)
    } else {
      page.element("a", ["href": "#\(anchor)"], body)
    }
  }

  /// The name for people of a value or record, and of a message its text; nil where the pack has none.
  func words(for name: IndexedName) -> LocalizedText.Served? {
    guard let owner = name.owner else { return nil }
    switch name.kind {
    case .value: return served(pack.label(owner, name.name))
    case .record where owner == Messages.kind: return messageTexts[name.name].flatMap { served($0) }
    case .record: return served(pack.record(owner, name.name).flatMap { label(of: $0, kind: owner) })
    default: return nil
    }
  }

  /// The name for people of `record`: where its kind declares it, else what pages of scores show.
  func label(of record: Pack.Record, kind: Text) -> LocalizedText? {
    pack.label(of: record, kind: kind) ?? pack.text(record.node["nickname"]) ?? pack.text(record.node["label"])
  }

  /// Writes what an author wrote for people; what is between backticks is code.
  func prose(_ text: String, to page: inout Markup) {
    for (number, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
      if number % 2 == 1 { page.element("code", String(part)) } else { page.words(String(part)) }
    }
  }

  /// Writes the type `name`, as rules write it, in words; an enum of the pack is a link to its values.
  func type(_ name: String, to page: inout Markup) {
    page.words(" ")
    page.element("span", ["class": "type"]) { page in typeWords(name, to: &page) }
  }

  private func typeWords(_ name: String, to page: inout Markup) {
    if let inner = Self.inside("optional", name) {
      typeWords(inner, to: &page)
      page.words(", or nothing")
    } else if let inner = Self.inside("list", name) {
      page.words("list of ")
      typeWords(inner, to: &page)
    } else if pack.vocabularies.contains(where: { $0.name.string == name }) {
      page.element("a", ["href": "#enum:\(name)"], name)
    } else if let kind = pack.kinds.first(where: { Pack.Kind.idType(of: $0.name).string == name }) {
      page.words(kind.name)
    } else {
      page.words(Self.typeNames[name] ?? name)
    }
  }

  /// What is between the angle brackets of a type called `outer`; nil of other types.
  private static func inside(_ outer: String, _ name: String) -> String? {
    guard name.hasPrefix("\(outer)<"), name.hasSuffix(">") else { return nil }
    return String(name.dropFirst(outer.count + 1).dropLast())
  }

  private static let typeNames = [
    "int": "whole number", "double": "number", "decimal": "exact number", "bool": "true or false", "string": "text",
  ]

  /// The bytes of a scalar between its quotes or after what says that it is a block, and of anything else all of them.
  private static func withoutQuotes(_ node: Node) -> SourceRange {
    let range = node.range
    let bytes = node.document.source.bytes
    guard node.text != nil, range.count >= 2, bytes.indices.contains(Int(range.start)),
      bytes.indices.contains(Int(range.end) - 1)
    else { return range }
    let quote = bytes[Int(range.start)]
    if quote == UInt8(ascii: ">") || quote == UInt8(ascii: "|") {
      let white = Set("\n\r ".utf8)
      guard let line = bytes[Int(range.start)..<Int(range.end)].firstIndex(of: UInt8(ascii: "\n")),
        let start = bytes[line..<Int(range.end)].firstIndex(where: { !white.contains($0) }),
        let last = bytes[start..<Int(range.end)].lastIndex(where: { !white.contains($0) })
      else { return range }
      return SourceRange(start: UInt32(start), end: UInt32(last + 1))
    }
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), bytes[Int(range.end) - 1] == quote else {
      return range
    }
    return SourceRange(start: range.start + 1, end: range.end - 1)
  }
}
