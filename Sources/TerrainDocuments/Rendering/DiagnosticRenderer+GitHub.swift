extension DiagnosticRenderer {
  /// For GitHub Actions: one workflow command per line, which makes an annotation of each diagnostic. Columns count characters.
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
        // Columns of an end are taken only on the line of the start.
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

  /// What would end a command or begin another is percent-encoded.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { replace(["%": "%25"], in: TerminalText.harmless(String($0))) }.joined(separator: "%0A")
  }

  /// In a property, what separates properties too.
  private static func escapedProperty(_ text: String) -> String {
    replace([":": "%3A", ",": "%2C"], in: escaped(text))
  }

  private static func replace(_ table: [Unicode.Scalar: String], in text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if let escape = table[scalar] { result += escape } else { result.unicodeScalars.append(scalar) }
    }
  }
}
