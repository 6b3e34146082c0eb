/// Reads JSON (RFC 8259) into a document, every value with its place.
///
/// Half a surrogate pair (`\uD83D` alone) is refused, since no text can hold it. A byte order mark at the start is passed
/// over.
package enum JSONReader {
  /// Reads `source`. There is no document when the text is not JSON.
  ///
  /// - Parameter duplicateKeys: how grave it is that a key is there twice in one object (`json/duplicate-key`). The RFC
  ///   allows it, so the document is returned beside the diagnostic, whatever its severity.
  package static func read(
    _ source: SourceText, limits: DocumentLimits = DocumentLimits(), duplicateKeys: Severity = .warning
  ) -> (document: Document?, diagnostics: [Diagnostic]) {
    if let invalid = source.firstInvalidByte { return (nil, [.notUTF8(source, at: invalid)]) }
    guard source.bytes.count < Int(Int32.max) else { return (nil, [.tooLargeToRead(source)]) }
    return source.bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return (nil, [.expectedJSONValue(source, at: 0, found: nil)]) }
      var parser = JSONParser(source: source, base: base, count: bytes.count, limits: limits)
      parser.parse()
      // So far there are only mistakes of syntax.
      let isJSON = parser.diagnostics.isEmpty
      let diagnostics = parser.report(duplicateKeys: duplicateKeys)
      return (isJSON ? parser.finish() : nil, diagnostics)
    }
  }
}
