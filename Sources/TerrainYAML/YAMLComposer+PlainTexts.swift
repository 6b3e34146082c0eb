import TerrainDocuments
import TerrainPlatform

extension YAMLComposer {
  /// Complains of a plain text that looks cut short, or that stands in quotes which are none.
  @inline(__always)
  mutating func checkPlain(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, isKey: Bool) {
    guard let bytes = text.baseAddress else { return }
    if bytes[0] == 0xE2, !isKey { return checkTypographic(start, end) }
    guard memchr(bytes, Int32(UInt8(ascii: "(")), text.count) != nil else { return }
    checkParentheses(text, start, end)
  }

  /// `“text”`: what a word processor makes of quotes. Only where they stand around the whole text was that meant.
  @inline(never)
  private mutating func checkTypographic(_ start: Int, _ end: Int) {
    guard hasRoomForComplaints,
      let found = SyntaxTraps(source: source, isInFlow: isInFlow).typographicQuotes(start..<end)
    else { return }
    if found.isCut { stop(found.complaint) } else { note(found.complaint) }
  }

  @inline(never)
  private mutating func checkParentheses(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) {
    var open = 0
    for byte in text {
      if byte == UInt8(ascii: "(") { open += 1 } else if byte == UInt8(ascii: ")") { open -= 1 }
    }
    guard open > 0, hasRoomForComplaints else { return }
    if let complaint = SyntaxTraps(source: source, isInFlow: isInFlow).cutShort(start, end, open: open) {
      note(complaint)
    }
  }
}
