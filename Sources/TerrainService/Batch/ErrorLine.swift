import TerrainDocuments
import TerrainValues

/// What stands in the place of a line that is wrong: its id, where it has one that can be read, and an error as JSON-RPC has
/// them.
///
/// Nothing in it depends on where the line stands among others, so that the output is the same however the input is divided;
/// and no value of the line is repeated.
enum ErrorLine {
  /// The line is no JSON at all.
  private static let parseError = -32700
  /// The line is JSON, and something in it is wrong.
  private static let invalidParameters = -32602

  /// The error for `diagnostics`, without a line end.
  ///
  /// - Parameter line: the line that was read, whose places mean nothing to others.
  static func bytes(_ diagnostics: [Diagnostic], id: Value?, of line: SourceText? = nil) -> [UInt8] {
    var writer = JSONWriter(.compact)
    writer.beginObject()
    if let id, let json = json(id) {
      writer.key("id")
      writer.raw(json)
    }
    let isJSON = !diagnostics.contains { isSyntax($0) }
    writer.key("error")
    writer.object { writer in
      writer.key("code")
      writer.int(isJSON ? invalidParameters : parseError)
      writer.key("message")
      writer.string(isJSON ? "Invalid params" : "Parse error")
      writer.key("data")
      writer.object { writer in
        writer.key("diagnostics")
        writer.array { writer in
          for diagnostic in diagnostics where isJSON || isSyntax(diagnostic) {
            DiagnosticRenderer.write(told(diagnostic, line), to: &writer)
          }
        }
      }
    }
    writer.endObject()
    return writer.bytes
  }

  /// `value` as JSON, where JSON can hold it.
  static func json(_ value: Value) -> [UInt8]? {
    var writer = JSONWriter(.compact)
    guard (try? writer.value(value)) != nil else { return nil }
    return writer.bytes
  }

  private static func isSyntax(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.severity == .error && (diagnostic.code.hasPrefix("json/") || diagnostic.code.hasPrefix("file/"))
  }

  /// `diagnostic` without what only its line's reader can know, or should.
  static func told(_ diagnostic: Diagnostic, _ line: SourceText?) -> Diagnostic {
    var told = diagnostic
    if let line {
      if told.place?.source === line { told.place = nil }
      told.related.removeAll { $0.place.source === line }
    }
    if isSyntax(diagnostic) {
      // It would quote what stands there.
      told.message = "this is not JSON"
      if let place = diagnostic.place {
        told.message += ": byte \(place.range.start + 1) of the line is where it stops being so"
      }
      told.fix = nil
    }
    return told
  }
}
