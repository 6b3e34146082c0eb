extension DiagnosticRenderer {
  /// For a terminal: each diagnostic with its location, the line it is on, marks under what it is about, related places and
  /// the fix; blank lines between diagnostics, a line end after the last. Of more than `limit`, the first ones, and how
  /// many there are beyond.
  package static func text(_ diagnostics: [Diagnostic], color: Bool = false, limit: Int = shownLimit) -> String {
    var shown = diagnostics.prefix(max(limit, 0)).map { text($0, color: color) }
    if diagnostics.count > shown.count {
      let more = diagnostics.count - shown.count
      shown.append("and \(more) more, which are not shown (limit `diagnostics-shown` of \(limit))\n")
    }
    return shown.joined(separator: "\n")
  }

  /// The most diagnostics that are shown to a person at once (`diagnostics-shown`): more are not read, and a file can
  /// have one in every few bytes.
  package static let shownLimit = 1000

  /// One diagnostic for a terminal, ending in a line end.
  package static func text(_ diagnostic: Diagnostic, color: Bool = false) -> String {
    let style = Style(color: color)
    let harmless = TerminalText.harmless
    let sentence = TerminalText.sentence
    var text = style.severity("\(diagnostic.severity.rawValue)[\(harmless(diagnostic.code))]", diagnostic.severity)
    text += style.bold(": \(sentence(diagnostic.message))") + "\n"
    let own = diagnostic.place.map(Excerpt.init)
    let others = diagnostic.related.map { Excerpt($0.place) }
    let gutter = (others.map { $0.gutter } + [own?.gutter ?? 0]).max() ?? 0
    if let own {
      text += own.text(gutter: gutter, style: style, severity: diagnostic.severity)
    } else if let path = diagnostic.path, !path.isEmpty {
      text += style.dim(" -->") + " \(harmless(path))\n"
    }
    for (related, excerpt) in zip(diagnostic.related, others) {
      text += style.dim("note") + ": \(sentence(related.message))\n"
      text += excerpt.text(gutter: gutter, style: style, severity: .info)
    }
    if let fix = diagnostic.fix { text += style.bold("help") + ": \(sentence(fix))\n" }
    return text
  }

  /// Escape sequences, or none.
  private struct Style {
    var color: Bool

    func bold(_ text: String) -> String { wrap(text, "1") }
    func dim(_ text: String) -> String { wrap(text, "34") }
    func severity(_ text: String, _ severity: Severity) -> String {
      switch severity {
      case .error: wrap(text, "1;31")
      case .warning: wrap(text, "1;33")
      case .info: wrap(text, "1;36")
      }
    }

    private func wrap(_ text: String, _ code: String) -> String { color ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text }
  }

  /// A place and its source line, as shown.
  private struct Excerpt {
    let place: Place
    let line: Int
    let column: Int
    let lineRange: SourceRange?

    /// Longer lines are cut around what is marked.
    static let widest = 100

    init(_ place: Place) {
      self.place = place
      (line, column) = place.source.position(at: Int(place.range.start))
      lineRange = place.source.bytes.isEmpty ? nil : place.source.range(ofLine: line)
    }

    /// The columns of the line number.
    var gutter: Int { lineRange == nil ? 0 : String(line).count }

    func text(gutter: Int, style: Style, severity: Severity) -> String {
      let name = TerminalText.harmless(place.source.name)
      let space = String(repeating: " ", count: max(1, gutter))
      guard !place.source.bytes.isEmpty else { return "\(space)\(style.dim("-->")) \(name)\n" }
      var text = "\(space)\(style.dim("-->")) \(name):\(line):\(column)\n"
      // A text that was made from another one has no lines to show.
      guard let lineRange else { return text }
      let (shown, marks) = excerpt(lineRange)
      let number = String(repeating: " ", count: max(0, gutter - String(line).count)) + String(line)
      text += style.dim("\(space) |") + "\n"
      text += style.dim("\(number) |") + (shown.isEmpty ? "" : " \(shown)") + "\n"
      text += style.dim("\(space) |") + " " + style.severity(marks, severity) + "\n"
      return text
    }

    private func excerpt(_ lineRange: SourceRange) -> (line: String, marks: String) {
      let part = part(of: lineRange)
      let cells = TerminalText(place.source.text(of: part)).cells
      let start = max(0, Int(place.range.start) - Int(part.start))
      let end = max(start, Int(place.range.end) - Int(part.start))
      // The first cell that reaches past the start, and the first that begins at or after the end.
      let first = cells.firstIndex { $0.bytes.upperBound > start } ?? cells.count
      let last = max(first, cells.firstIndex { $0.bytes.lowerBound >= end } ?? cells.count)
      let window = window(cells, first: first, last: last)
      let isCutBefore = window.lowerBound > 0 || part.start > lineRange.start
      var shown = isCutBefore ? "…" : ""
      var before = isCutBefore ? 1 : 0
      var marked = 0
      for index in window {
        shown += cells[index].shown
        if index < first { before += cells[index].width } else if index < last { marked += cells[index].width }
      }
      if window.upperBound < cells.count || part.end < lineRange.end { shown += "…" }
      while shown.last == " " { shown.removeLast() }
      return (shown, String(repeating: " ", count: before) + String(repeating: "^", count: max(1, marked)))
    }

    /// A line can be a whole file: only what is near the location is read.
    private func part(of line: SourceRange) -> SourceRange {
      let near: UInt32 = 2000
      let bytes = place.source.bytes
      var part = line
      if place.range.start > line.start, place.range.start - line.start > near { part.start = place.range.start - near }
      if line.end > place.range.start, line.end - place.range.start > near { part.end = place.range.start + near }
      while part.start > line.start, bytes[Int(part.start)] & 0xC0 == 0x80 { part.start -= 1 }
      while part.end < line.end, bytes[Int(part.end)] & 0xC0 == 0x80 { part.end += 1 }
      return part
    }

    /// The cells to show: all of them, or as many as fit around the marked ones.
    private func window(_ cells: [TerminalText.Cell], first: Int, last: Int) -> Range<Int> {
      var width = 0
      var lower = first
      var upper = first
      func add(_ index: Int) -> Bool {
        guard width + cells[index].width <= Self.widest else { return false }
        width += cells[index].width
        return true
      }
      while upper < last, add(upper) { upper += 1 }
      // Take from both sides in turn, so that what is marked stays in the middle.
      var grows = true
      while grows {
        grows = false
        if lower > 0, add(lower - 1) {
          lower -= 1
          grows = true
        }
        if upper < cells.count, add(upper) {
          upper += 1
          grows = true
        }
      }
      return lower..<upper
    }
  }
}
