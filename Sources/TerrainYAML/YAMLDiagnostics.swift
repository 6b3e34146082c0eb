import TerrainDocuments

// What diagnostics about YAML share.

extension Diagnostic {
  static func yaml(
    _ code: String, _ message: String, _ source: SourceText, _ range: Range<Int>, related: [Related] = [],
    fix: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      code: "yaml/" + code, message: message, place: place(source, range), related: related, fix: fix)
  }

  static func place(_ source: SourceText, _ range: Range<Int>) -> Place {
    let count = source.bytes.count
    return Place(
      source: source,
      range: SourceRange(
        start: UInt32(clamping: min(range.lowerBound, count)), end: UInt32(clamping: min(range.upperBound, count))))
  }

  /// `text` in the quotes it needs, as a fix.
  static func quoted(_ text: String) -> String {
    let needsSingle = text.contains("\"") || text.contains("\\")
    if !needsSingle { return "put it in quotes: `\"\(text)\"`" }
    if !text.contains("'") { return "put it in quotes: `'\(text)'`" }
    var escaped = ""
    for character in text { escaped += character == "\"" || character == "\\" ? "\\\(character)" : String(character) }
    return "put it in quotes: `\"\(escaped)\"`"
  }
}
