extension DiagnosticRenderer {
  /// For continuous integration: JUnit's XML as its readers agree on it: one suite per file, one case per diagnostic; a file
  /// without diagnostics has one case, which passes.
  ///
  /// - Parameters:
  ///   - files: the names of all files that were checked; each has a suite, in this order.
  ///   - threshold: diagnostics of this severity or a higher one are failures, the others pass with their messages.
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
