/// Reads JSON (RFC 8259) into a document, every value with its place.
///
/// Keys that are there twice parse, as the RFC allows; they are warned of (`json/duplicate-key`). Half a surrogate pair
/// (`\uD83D` alone) is refused, since no text can hold it. A byte order mark at the start is passed over.
public enum JSONReader {
  /// Reads `source`. There is no document when one of the diagnostics is an error.
  public static func read(
    _ source: SourceText, limits: DocumentLimits = DocumentLimits()
  ) -> (document: Document?, diagnostics: [Diagnostic]) {
    if let invalid = source.firstInvalidByte { return (nil, [.notUTF8(source, at: invalid)]) }
    guard source.bytes.count < Int(Int32.max) else { return (nil, [.tooLargeToRead(source)]) }
    return source.bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return (nil, [.expectedJSONValue(source, at: 0, found: nil)]) }
      var parser = JSONParser(source: source, base: base, count: bytes.count, limits: limits)
      parser.parse()
      let diagnostics = parser.report()
      return (diagnostics.hasErrors ? nil : parser.finish(), diagnostics)
    }
  }
}
