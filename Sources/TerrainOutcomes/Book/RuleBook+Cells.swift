import TerrainAuthoring
import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainPages
import TerrainValues

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

  /// The name for people of a value or record; nil where the pack has none.
  func words(for name: IndexedName) -> LocalizedText.Served? {
    guard let owner = name.owner else { return nil }
    switch name.kind {
    case .value: return served(pack.label(owner, name.name))
    case .record: return served(pack.record(owner, name.name).flatMap { pack.label(of: $0, kind: owner) })
    default: return nil
    }
  }

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
