import TerrainBase
import TerrainDocuments

/// The report about one name, as text and as JSON.
package struct NameReport {
  private let text: Text
  private let matches: [(index: NameIndex, name: IndexedName)]
  private let ambiguous: [IndexedName.Use]
  private let problems: [Diagnostic]
  /// True if names are from several packs, so that each is shown with its pack.
  private let hasSeveralPacks: Bool

  /// The most characters of a line that are shown.
  private static let lineWidth = 72

  /// Collects the information in `indexes` about `text`.
  ///
  /// - Throws: an error if it is not a name, with the most similar name.
  package init(_ text: Text, in indexes: [NameIndex]) throws(DiagnosticError) {
    self.text = text
    matches = indexes.flatMap { index in index.names(called: text).map { (index, $0) } }
    ambiguous = indexes.flatMap { $0.ambiguousUses(of: text) }
    problems = indexes.flatMap(\.problems)
    hasSeveralPacks = indexes.count > 1
    guard matches.isEmpty else { return }
    throw DiagnosticError(
      .unknownName(text, among: indexes.flatMap(\.allSpellings), folders: indexes.compactMap { $0.pack ?? $0.rules }))
  }

  // MARK: Text

  /// For people: each name with its declarations, and its uses with their lines.
  package var page: String {
    var sections = matches.map { section($0.name, of: $0.index) }
    if !ambiguous.isEmpty {
      sections.append(
        (["the text `\(text)` is also here, and may be any of these:"] + ambiguous.map { line($0.place) })
          .joined(separator: "\n"))
    }
    if !problems.isEmpty {
      sections.append(
        "note: the rules have mistakes, so that values and ids in them are missing here; `terrain validate` reports them"
      )
    }
    return sections.joined(separator: "\n\n") + "\n"
  }

  private func section(_ name: IndexedName, of index: NameIndex) -> String {
    var lines = [heading(name, of: index)]
    if let doc = name.doc { lines.append("  \(doc)") }
    lines.append("declared:")
    lines += name.declarations.map { line($0) }
    if name.isEvaluatedByProgram { lines.append("evaluated by the program") }
    for part in FilePart.allCases {
      let uses = name.uses.filter { $0.part == part }
      if uses.isEmpty { continue }
      lines.append("\(part.rawValue), \(uses.count.counted("use")):")
      lines += uses.map { line($0.place) }
    }
    if name.uses.isEmpty, !name.isEvaluatedByProgram, name.kind != .row { lines.append("no uses found") }
    return lines.joined(separator: "\n")
  }

  private func heading(_ name: IndexedName, of index: NameIndex) -> String {
    let type = name.type.map { ": \($0)" } ?? ""
    let pack = hasSeveralPacks ? (index.pack ?? index.rules).map { " (\($0))" } ?? "" : ""
    let what =
      switch name.kind {
      case .record: "\(name.owner ?? "record") `\(name.name)`"
      case .value: "value `\(name.name)` of `\(name.owner ?? "")`"
      case .row: "row `\(name.name)` of `\(name.owner ?? "")`"
      case .part: "part `\(name.name)` of `\(name.owner ?? "")`"
      case .type: "record type `\(name.name)`"
      default: "\(name.kind.rawValue) `\(name.fullName)`"
      }
    return what + type + pack
  }

  /// `FILE:LINE:COLUMN: the line`, cut around the column if it is long.
  private func line(_ place: Place) -> String {
    let position = place.source.position(at: Int(place.range.start))
    return "  \(place.source.name):\(position.line):\(position.column): \(Self.excerpt(place))"
  }

  private static func excerpt(_ place: Place) -> String {
    guard let range = place.source.range(ofLine: place.line) else { return "" }
    let whole = Array(place.source.text(of: range).trimmingSpaces)
    guard whole.count > lineWidth else { return String(whole) }
    let before = place.source.text(of: SourceRange(start: range.start, end: max(range.start, place.range.start)))
    let column = before.trimmingLeadingSpaces.count
    let start = max(0, min(column - lineWidth / 3, whole.count - lineWidth))
    let end = min(start + lineWidth, whole.count)
    return (start > 0 ? "…" : "") + String(whole[start..<end]) + (end < whole.count ? "…" : "")
  }

  // MARK: JSON

  /// For programs.
  package var json: [UInt8] {
    var writer = JSONWriter(.pretty)
    writer.object { writer in
      writer.member("columnUnit", "utf8")
      writer.member("name", text)
      writer.array("names") { writer in for (index, name) in matches { write(name, of: index, to: &writer) } }
      writer.array("ambiguous") { writer in for use in ambiguous { write(use, to: &writer) } }
      writer.array("problems") { writer in
        for problem in problems { DiagnosticRenderer.write(problem, to: &writer) }
      }
    }
    writer.newline()
    return writer.bytes
  }

  private func write(_ name: IndexedName, of index: NameIndex, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("kind", name.kind.rawValue)
      writer.member("name", name.name)
      writer.member("fullName", name.fullName)
      writer.member("pack", ifAny: index.pack)
      writer.member("rules", ifAny: index.rules)
      writer.member("type", ifAny: name.type)
      writer.member("doc", ifAny: name.doc)
      if name.kind == .decision { writer.member("evaluatedByProgram", name.isEvaluatedByProgram) }
      writer.array("declarations") { writer in
        for place in name.declarations { writer.object { DiagnosticRenderer.write(place, to: &$0) } }
      }
      writer.array("uses") { writer in for use in name.uses { write(use, to: &writer) } }
    }
  }

  private func write(_ use: IndexedName.Use, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("in", use.part.rawValue)
      DiagnosticRenderer.write(use.place, to: &writer)
    }
  }
}

extension String {
  fileprivate var trimmingLeadingSpaces: Substring { self[...].drop { $0 == " " || $0 == "\t" } }

  fileprivate var trimmingSpaces: Substring {
    var rest = trimmingLeadingSpaces
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return rest
  }
}

extension Diagnostic {
  static func unknownName(_ name: Text, among known: [String], folders: [String]) -> Diagnostic {
    Diagnostic(
      code: "where/unknown-name", message: "nothing in \(folders.quoted) declares `\(name)`", place: nil,
      fix: Suggestion.fix(name, among: known) ?? "name another pack with `--pack`, or folders after the name")
  }
}
