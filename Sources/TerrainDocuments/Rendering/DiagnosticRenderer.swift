/// Shows diagnostics to people (``text(_:color:)``) and to programs (``json(_:)``).
///
/// Both keep the order of the diagnostics; see ``Swift/Array/sortedForReport()``.
package enum DiagnosticRenderer {}

extension DiagnosticRenderer {
  /// The diagnostics for a terminal: each with its location, the source line, marks under the range, related places, and the fix. Blank
  /// lines separate diagnostics, and the last one ends with a line end. At most `limit` diagnostics are shown, followed by the number of
  /// the others.
  package static func text(_ diagnostics: [Diagnostic], color: Bool = false, limit: Int = shownLimit) -> String {
    var shown = diagnostics.prefix(max(limit, 0)).map { text($0, color: color) }
    if diagnostics.count > shown.count {
      let more = diagnostics.count - shown.count
      shown.append("and \(more) more, which are not shown (limit `diagnostics-shown` of \(limit))\n")
    }
    return shown.joined(separator: "\n")
  }

  /// The maximum number of diagnostics that are shown to a person (`diagnostics-shown`): nobody reads more, and a file can have a
  /// diagnostic in every few bytes.
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

    /// Longer lines are shortened around the marked range.
    static let widest = 100

    init(_ place: Place) {
      self.place = place
      (line, column) = place.source.position(at: Int(place.range.start))
      lineRange = place.source.bytes.isEmpty ? nil : place.source.range(ofLine: line)
    }

    /// The number of columns of the line number.
    var gutter: Int { lineRange == nil ? 0 : String(line).count }

    func text(gutter: Int, style: Style, severity: Severity) -> String {
      let name = TerminalText.harmless(place.source.name)
      let space = String(repeating: " ", count: max(1, gutter))
      guard !place.source.bytes.isEmpty else { return "\(space)\(style.dim("-->")) \(name)\n" }
      var text = "\(space)\(style.dim("-->")) \(name):\(line):\(column)\n"
      // A text that was made from another text has no lines to show.
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

    /// A line can be a whole file, so only the text near the location is read.
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

    /// The cells to show: all of them, or as many as fit around the marked cells.
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
      // Take from both sides in turn, so that the marked cells stay in the middle.
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

extension DiagnosticRenderer {
  /// For programs: `{"columnUnit": "utf8", "diagnostics": [...]}`, with each diagnostic as ``write(_:to:)`` writes it, and a line end.
  package static func json(_ diagnostics: [Diagnostic], layout: JSONWriter.Layout = .pretty) -> [UInt8] {
    var writer = JSONWriter(layout)
    writer.object { writer in
      writer.member("columnUnit", "utf8")
      writer.array("diagnostics") { writer in
        for diagnostic in diagnostics { write(diagnostic, to: &writer) }
      }
    }
    writer.newline()
    return writer.bytes
  }

  /// One diagnostic as an object: `code`, `severity`, `message`, then, if known, `file`, `line`, `column`, `endLine`, `endColumn` (lines
  /// and columns from 1, columns in UTF-8 bytes), `start`, `end` (bytes from 0), `path`, `related` (objects with `message` and the place's
  /// fields), and `fix`.
  package static func write(_ diagnostic: Diagnostic, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("code", diagnostic.code)
      writer.member("severity", diagnostic.severity.rawValue)
      writer.member("message", diagnostic.message)
      if let place = diagnostic.place { write(place, to: &writer) }
      writer.member("path", ifAny: diagnostic.path)
      if !diagnostic.related.isEmpty {
        writer.array("related") { writer in
          for related in diagnostic.related {
            writer.object { writer in
              writer.member("message", related.message)
              write(related.place, to: &writer)
            }
          }
        }
      }
      writer.member("fix", ifAny: diagnostic.fix)
    }
  }

  /// The members of a place: `file`, `line`, `column`, `endLine`, `endColumn`, `start` and `end`.
  package static func write(_ place: Place, to writer: inout JSONWriter) {
    writer.member("file", place.source.name)
    guard !place.source.bytes.isEmpty else { return }
    let start = place.source.bytePosition(at: Int(place.range.start))
    let end = place.source.bytePosition(at: Int(place.range.end))
    let numbers = [
      ("line", start.line), ("column", start.column), ("endLine", end.line), ("endColumn", end.column),
      ("start", Int(place.range.start)), ("end", Int(place.range.end)),
    ]
    for (key, number) in numbers {
      writer.key(key)
      writer.int(number)
    }
  }
}

extension DiagnosticRenderer {
  /// For GitHub Actions: one workflow command per line, which creates an annotation for each diagnostic. Columns count characters.
  package static func github(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map(annotation).joined()
  }

  private static func annotation(_ diagnostic: Diagnostic) -> String {
    var properties: [(String, String)] = []
    if let place = diagnostic.place {
      properties.append(("file", place.source.name))
      if !place.source.bytes.isEmpty {
        let start = place.source.position(at: Int(place.range.start))
        let end = place.source.position(at: Int(place.range.end))
        properties.append(("line", String(start.line)))
        properties.append(("col", String(start.column)))
        // The end column applies only if the end is on the line of the start.
        properties.append(("endLine", String(end.line)))
        if end.line == start.line { properties.append(("endColumn", String(end.column))) }
      }
    }
    properties.append(("title", diagnostic.code))
    let fields = properties.map { "\($0)=\(escapedProperty($1))" }.joined(separator: ",")
    let message = diagnostic.message + (diagnostic.fix.map { "\n\($0)" } ?? "")
    return "::\(command(diagnostic.severity)) \(fields)::\(escaped(message))\n"
  }

  private static func command(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "notice"
    }
  }

  /// Characters that would end a command or begin another command are percent-encoded.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { replace(["%": "%25"], in: TerminalText.harmless(String($0))) }.joined(separator: "%0A")
  }

  /// In a property, the separators of properties are encoded, too.
  private static func escapedProperty(_ text: String) -> String {
    replace([":": "%3A", ",": "%2C"], in: escaped(text))
  }

  private static func replace(_ table: [Unicode.Scalar: String], in text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if let escape = table[scalar] { result += escape } else { result.unicodeScalars.append(scalar) }
    }
  }
}

extension DiagnosticRenderer {
  /// For continuous integration: JUnit's XML in the form that its readers accept: one suite per file, one case per diagnostic. A file
  /// without diagnostics has one case, which passes.
  ///
  /// - Parameters:
  ///   - files: The names of all checked files; each has a suite, in this order.
  ///   - threshold: Diagnostics of at least this severity are failures; the others pass with their messages.
  package static func junit(
    _ diagnostics: [Diagnostic], files: [String], suite: String = "terrain", failingFrom threshold: Severity = .error
  ) -> [UInt8] {
    var names = files
    var known = Set(files)
    for diagnostic in diagnostics {
      let name = diagnostic.place?.source.name ?? ""
      if known.insert(name).inserted { names.append(name) }
    }
    let byFile = Dictionary(grouping: diagnostics) { $0.place?.source.name ?? "" }
    func failures(_ found: [Diagnostic]) -> Int { found.count { $0.severity >= threshold } }

    var cases = 0
    var text = ""
    for name in names {
      let found = byFile[name] ?? []
      cases += max(1, found.count)
      let shown = attribute(name.isEmpty ? suite : name)
      let counts = "tests=\"\(max(1, found.count))\" failures=\"\(failures(found))\" errors=\"0\" skipped=\"0\""
      text += "  <testsuite name=\"\(shown)\" \(counts)>\n"
      if found.isEmpty { text += "    <testcase classname=\"\(shown)\" name=\"no problems found\"/>\n" }
      for diagnostic in found {
        text += testCase(diagnostic, classname: shown, fails: diagnostic.severity >= threshold)
      }
      text += "  </testsuite>\n"
    }
    let head = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="\(attribute(suite))" tests="\(cases)" failures="\(failures(diagnostics))" errors="0">

      """
    return Array((head + text + "</testsuites>\n").utf8)
  }

  private static func testCase(_ diagnostic: Diagnostic, classname: String, fails: Bool) -> String {
    var name = diagnostic.code
    if let place = diagnostic.place, !place.source.bytes.isEmpty {
      let (line, column) = place.source.position(at: Int(place.range.start))
      name += " at \(line):\(column)"
    }
    let message = attribute(TerminalText.harmless(diagnostic.message))
    let words = XMLText.escaped(self.text(diagnostic))
    let body =
      fails
      ? "<failure type=\"\(attribute(diagnostic.code))\" message=\"\(message)\">\(words)</failure>"
      : "<system-out>\(words)</system-out>"
    return """
          <testcase classname="\(classname)" name="\(attribute(name))">
            \(body)
          </testcase>

      """
  }

  private static func attribute(_ text: String) -> String { XMLText.escaped(text, inAttribute: true) }
}
