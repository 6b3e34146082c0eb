// Everything that can be wrong with a JSON text.

extension Diagnostic {
  static func json(
    _ code: String, _ message: String, _ source: SourceText, _ start: Int, _ end: Int, related: [Related] = [],
    fix: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      code: "json/" + code, message: message, place: place(source, start, end), related: related, fix: fix)
  }

  private static func place(_ source: SourceText, _ start: Int, _ end: Int) -> Place {
    Place(
      source: source,
      range: SourceRange(start: UInt32(clamping: start), end: UInt32(clamping: min(end, source.bytes.count))))
  }

  /// The end of the character at `offset`.
  static func characterEnd(_ source: SourceText, _ offset: Int) -> Int {
    var end = offset + 1
    while end < source.bytes.count, source.bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  static func named(_ found: String?) -> String {
    found.map { "found `\($0)`" } ?? "the text ends"
  }

  static func opened(_ source: SourceText, _ start: Int, isMap: Bool) -> Related {
    Related(message: "the \(isMap ? "object" : "array") begins here", place: place(source, start, start + 1))
  }

  static func expectedJSONValue(_ source: SourceText, at offset: Int, found: String?) -> Diagnostic {
    json(
      "expected-value", "expected a value here, but \(named(found))", source, offset,
      found == nil ? offset : characterEnd(source, offset))
  }
}
