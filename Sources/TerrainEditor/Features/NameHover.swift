import TerrainBase
import TerrainChecks
import TerrainDocuments

/// The hover text about a name, as Markdown.
struct NameHover {
  let name: IndexedName
  let store: SourceStore

  /// The most lines of a declaration that are shown.
  private static let mostLines = 12

  /// The page.
  var markdown: String {
    var parts = [heading]
    if let doc = name.doc { parts.append(doc.string) }
    if let declaration { parts.append("```yaml\n\(declaration)\n```") }
    parts.append(uses)
    return parts.joined(separator: "\n\n")
  }

  private var heading: String {
    let kind =
      switch name.kind {
      case .record: name.owner?.string ?? "record"
      default: name.kind.rawValue
      }
    let type = name.type.map { ": `\($0)`" } ?? ""
    let shown = name.kind == .record || name.kind == .fact ? name.name : name.fullName
    return "**\(kind)** `\(shown)`\(type)"
  }

  private var uses: String {
    var parts = FilePart.allCases.compactMap { part -> String? in
      let count = name.uses.count { $0.part == part }
      return count == 0 ? nil : "\(count) in \(part.rawValue)"
    }
    if name.isEvaluatedByProgram { parts.insert("evaluated by the program", at: 0) }
    return parts.isEmpty ? "no uses found" : "Uses: \(parts.joined(separator: ", "))"
  }

  /// The lines of the name's declaration: the value of its key, or the record with its id.
  private var declaration: String? {
    guard let place = name.declarations.first, name.kind != .value, name.kind != .module,
      let root = store.file(place.source.name).documents.first(where: { $0.source === place.source })?.root
    else { return nil }
    let nodes = root.nodes(at: place.range.start)
    // A name is either the key of its declaration, or an id inside its declaration.
    if let key = nodes.last, let map = nodes.dropLast().last, map.kind == .map, let text = key.text,
      map.key(text)?.index == key.index, let value = map[text]
    {
      return excerpt(place.source, place.range.start, value.range.end)
    }
    guard let map = nodes.last(where: { $0.kind == .map }) else { return nil }
    return excerpt(place.source, map.range.start, map.range.end)
  }

  private func excerpt(_ source: SourceText, _ start: UInt32, _ end: UInt32) -> String? {
    let (line, column) = source.bytePosition(at: Int(start))
    let text = source.text(of: SourceRange(start: start, end: max(start, end)))
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.allSatisfy(\.isWhitespace) ?? false { lines.removeLast() }
    guard line > 0, !lines.isEmpty else { return nil }
    let isLong = lines.count > Self.mostLines
    // The first line has lost its indentation: the other lines lose the same amount.
    let shown = lines.prefix(Self.mostLines).enumerated().map { index, line in
      index == 0 ? line : String(line.drop(while: { $0 == " " }).isEmpty ? "" : line.dropSpaces(column - 1))
    }
    return (shown + (isLong ? ["…"] : [])).joined(separator: "\n")
  }
}

extension String {
  /// The text without its leading spaces, at most `count` of them.
  fileprivate func dropSpaces(_ count: Int) -> String {
    String(dropFirst(Swift.min(count, prefix { $0 == " " }.count)))
  }
}
