import TerrainDocuments
import TerrainBase

extension YAMLComposer {
  /// Diagnoses a plain text that looks cut short, or that is in characters that only look like quotes.
  @inline(__always)
  mutating func checkPlain(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, isKey: Bool) {
    guard let bytes = text.baseAddress else { return }
    if bytes[0] == 0xE2, !isKey { return checkTypographic(start, end) }
    guard memchr(bytes, Int32(UInt8(ascii: "(")), text.count) != nil else { return }
    checkParentheses(text, start, end)
  }

  /// `“text”`: what a word processor makes of quotes. Only where they surround the whole text was that meant.
  @inline(never)
  private mutating func checkTypographic(_ start: Int, _ end: Int) {
    guard hasRoomForDiagnostics,
      let quotes = SyntaxTraps(source: source, isInFlow: isInFlow).typographicQuotes(start..<end)
    else { return }
    if quotes.isCut { stop(quotes.diagnostic) } else { note(quotes.diagnostic) }
  }

  @inline(never)
  private mutating func checkParentheses(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) {
    var open = 0
    for byte in text {
      if byte == UInt8(ascii: "(") { open += 1 } else if byte == UInt8(ascii: ")") { open -= 1 }
    }
    guard open > 0, hasRoomForDiagnostics else { return }
    if let diagnostic = SyntaxTraps(source: source, isInFlow: isInFlow).cutShort(start, end, open: open) {
      note(diagnostic)
    }
  }
}
