extension DiagnosticRenderer {
  /// For programs: `{"columnUnit": "utf8", "diagnostics": [...]}`, each as ``write(_:to:)`` writes it, and a line end.
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

  /// One diagnostic as an object: `code`, `severity`, `message`, then where there is one `file`, `line`, `column`,
  /// `endLine`, `endColumn` (lines and columns from 1, columns in UTF-8 bytes), `start`, `end` (bytes from 0), `path`,
  /// `related` (objects with `message` and the place's fields) and `fix`.
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
