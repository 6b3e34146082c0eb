/// Reads JSON (RFC 8259) into a document in which every value has its place.
///
/// Half a surrogate pair (`\uD83D` alone) is rejected, because no text can hold it. A byte order mark at the start is skipped.
package enum JSONReader {
  /// Reads `source`. The document is nil if the text is not JSON.
  ///
  /// - Parameter duplicateKeys: The severity of a repeated key in an object (`json/duplicate-key`). The RFC allows repeated keys, so the
  ///   document is returned together with the diagnostic, whatever its severity.
  package static func read(
    _ source: SourceText, limits: DocumentLimits = DocumentLimits(), duplicateKeys: Severity = .warning
  ) -> (document: Document?, diagnostics: [Diagnostic]) {
    if let invalid = source.firstInvalidByte { return (nil, [.notUTF8(source, at: invalid)]) }
    guard source.bytes.count < Int(Int32.max) else { return (nil, [.tooLargeToRead(source)]) }
    return source.bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return (nil, [.expectedJSONValue(source, at: 0, found: nil)]) }
      var parser = JSONParser(source: source, base: base, count: bytes.count, limits: limits)
      parser.parse()
      // All diagnostics until here are syntax errors.
      let isJSON = parser.diagnostics.isEmpty
      let diagnostics = parser.report(duplicateKeys: duplicateKeys)
      return (isJSON ? parser.finish() : nil, diagnostics)
    }
  }
}

/// The reading of a JSON text: a loop over the bytes with a stack of open containers, without recursion.
///
/// The bytes are UTF-8. Every load is guarded by `end`.
struct JSONParser: ~Copyable {
  let source: SourceText
  let base: UnsafePointer<UInt8>
  let end: Int
  let nesting: Int
  var builder: DocumentBuilder
  var at: Int
  var diagnostics: [Diagnostic] = []
  /// True after a mistake that ends reading.
  var isStopped = false

  /// The maximum number of mistakes after which reading continues.
  static let errorLimit = 20

  init(source: SourceText, base: UnsafePointer<UInt8>, count: Int, limits: DocumentLimits) {
    self.source = source
    self.base = base
    end = count
    nesting = limits.nesting
    at = source.byteOrderMarkLength
    builder = DocumentBuilder(source: source, bytes: base, expectedNodes: Self.expectedNodes(base, count))
  }

  /// For a text of at most this many bytes, the number of nodes is estimated from the length, which nearly always suffices.
  private static let mostGuessed = 4096

  /// The number of nodes to allocate. For a long text it is the maximum, because each node except the root follows a `,`, `:`, `[`, or `{`.
  /// For a short text it is an estimate: some unused room costs less than counting.
  private static func expectedNodes(_ base: UnsafePointer<UInt8>, _ count: Int) -> Int {
    if count <= mostGuessed { return count / 4 + 8 }
    var nodes = 1
    var index = 0
    // The loop reads a byte at a time in a form that the compiler can vectorize.
    while index < count {
      let stop = min(index + 255 * 16, count)
      var found = 0
      while index < stop {
        let byte = base[index]
        found &+= (byte == 0x2C ? 1 : 0) &+ (byte == 0x3A ? 1 : 0) &+ (byte | 0x20 == 0x7B ? 1 : 0)
        index &+= 1
      }
      nodes += found
    }
    return nodes
  }

  mutating func finish() -> Document { builder.finish() }

  /// Reads the whole text.
  mutating func parse() {
    skipSpace()
    readValue()
    while builder.depth > 0 && !isStopped { step() }
    guard !isStopped else { return }
    skipSpace()
    if at < end { stop(.textAfterJSON(source, at: at, found: found(at))) }
  }

  /// Reads the next separator and the token after it, in an open container, directly after `[`, `{`, or a complete value.
  @inline(__always)
  private mutating func step() {
    skipSpace()
    let isMap = builder.isInMap
    guard at < end else { return stopUnclosed() }
    let byte = base[at]
    let isFirst = builder.openCount == 0
    if byte == (isMap ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
      at += 1
      builder.close(end: at)
      return
    }
    if !isFirst {
      guard byte == UInt8(ascii: ",") else { return stopAtSeparator(isMap) }
      let comma = at
      at += 1
      skipSpace()
      if at < end, base[at] == (isMap ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
        collect(.trailingComma(source, at: comma, isMap: isMap))
        return
      }
    }
    if isMap { readKey() }
    if !isStopped { readValue() }
  }

  @inline(__always)
  private mutating func readKey() {
    guard at < end else { return stopUnclosed() }
    guard base[at] == UInt8(ascii: "\"") else { return stopAtKey() }
    let start = at
    let (form, link) = readString()
    guard !isStopped else { return }
    let text =
      form == RawNode.Form.decoded
      ? builder.decodedText(link) : UnsafeBufferPointer(start: base + start + 1, count: at - start - 2)
    builder.key(RawNode.Tag.string, form: form, start: start, end: at, link: link, text: text)
    skipSpace()
    guard at < end else { return stopUnclosed() }
    guard base[at] == UInt8(ascii: ":") else {
      return stop(.expectedColon(source, at: at, found: found(at), key: start..<at))
    }
    at += 1
    skipSpace()
  }

  @inline(__always)
  private mutating func readValue() {
    guard at < end else {
      return builder.depth > 0 ? stopUnclosed() : stop(.expectedJSONValue(source, at: at, found: nil))
    }
    let start = at
    switch base[at] {
    case UInt8(ascii: "\""):
      let (form, link) = readString()
      if !isStopped { builder.value(RawNode.Tag.string, form: form, start: start, end: at, link: link) }
    case UInt8(ascii: "{"): open(RawNode.Tag.map)
    case UInt8(ascii: "["): open(RawNode.Tag.list)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): readNumber()
    case UInt8(ascii: "t") where isWord("true"):
      at += 4
      builder.value(RawNode.Tag.bool, form: RawNode.Form.true, start: start, end: at)
    case UInt8(ascii: "f") where isWord("false"):
      at += 5
      builder.value(RawNode.Tag.bool, form: RawNode.Form.false, start: start, end: at)
    case UInt8(ascii: "n") where isWord("null"):
      at += 4
      builder.value(RawNode.Tag.null, start: start, end: at)
    default: readMistake()
    }
  }

  @inline(__always)
  private mutating func open(_ tag: UInt32) {
    guard builder.depth < nesting else { return stop(.nestedTooDeep(source, at: at, limit: nesting)) }
    builder.open(tag, start: at)
    at += 1
  }

  /// True if `word` follows and is not the beginning of a longer word.
  @inline(__always)
  func isWord(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard end - at >= count else { return false }
    for index in 0..<count where base[at + index] != word.utf8Start[index] { return false }
    return at + count == end || !Self.isWordByte(base[at + count])
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
      true
    default: byte >= 0x80
    }
  }

  // MARK: Space

  @inline(__always)
  mutating func skipSpace() {
    guard at < end, base[at] <= 0x20 || base[at] == UInt8(ascii: "/") || base[at] == UInt8(ascii: "#") else { return }
    skipMoreSpace()
  }

  @inline(never)
  private mutating func skipMoreSpace() {
    while at < end {
      switch base[at] {
      case 0x20, 0x0A, 0x0D, 0x09:
        at += 1
        // Skips indentation, eight blanks at once.
        while end - at >= 8,
          UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self) == 0x2020_2020_2020_2020
        {
          at += 8
        }
      case UInt8(ascii: "/"), UInt8(ascii: "#"):
        guard skipComment() else { return }
      default: return
      }
    }
  }

  // MARK: Numbers

  private mutating func readNumber() {
    let start = at
    var form = RawNode.Form.integer
    if base[at] == UInt8(ascii: "-") { at += 1 }
    guard at < end, isDigit(base[at]) else { return readBadNumber(start) }
    let firstDigit = at
    skipDigits()
    if base[firstDigit] == UInt8(ascii: "0"), at - firstDigit > 1 { return stopAtLeadingZero(start) }
    if at < end, base[at] == UInt8(ascii: ".") {
      form = RawNode.Form.fraction
      at += 1
      guard at < end, isDigit(base[at]) else { return stop(.digitExpected(source, at: at, after: "the decimal point")) }
      skipDigits()
    }
    if at < end, base[at] | 0x20 == UInt8(ascii: "e") {
      form = RawNode.Form.fraction
      at += 1
      if at < end, base[at] == UInt8(ascii: "+") || base[at] == UInt8(ascii: "-") { at += 1 }
      guard at < end, isDigit(base[at]) else { return stop(.digitExpected(source, at: at, after: "the exponent's e")) }
      skipDigits()
    }
    if at < end, Self.isWordByte(base[at]) { return stopAtNumberTail(start) }
    builder.value(RawNode.Tag.number, form: form, start: start, end: at)
  }

  @inline(__always) private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  @inline(__always)
  private mutating func skipDigits() {
    while at < end, isDigit(base[at]) { at += 1 }
  }
}

extension Diagnostic {
  static func textAfterJSON(_ source: SourceText, at offset: Int, found: String?) -> Diagnostic {
    json(
      "text-after-value", "expected the end of the text after its value, but \(named(found))", source, offset,
      characterEnd(source, offset))
  }

  static func expectedColon(_ source: SourceText, at offset: Int, found: String?, key: Range<Int>) -> Diagnostic {
    json(
      "expected-colon", "expected `:` after the key, but \(named(found))", source, offset,
      characterEnd(source, offset))
  }
}

extension JSONParser {
  /// Reads the string whose opening quote is at the current position, up to its closing quote.
  @inline(__always)
  mutating func readString() -> (form: UInt32, link: UInt32) {
    let start = at
    at += 1
    skipOrdinary()
    if at < end, base[at] == UInt8(ascii: "\"") {
      at += 1
      return (RawNode.Form.quoted, 0)
    }
    return readEscapedString(start)
  }

  /// Goes to the next quote, backslash or control character, or to the end.
  @inline(__always)
  private mutating func skipOrdinary() {
    // Eight bytes at a time: a byte of `found` has its high bit set if the byte of the text is one of the three characters. Only the lowest
    // such bit is exact; the subtraction may have set higher ones by borrowing.
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while end - at >= 8 {
      let word = UInt64(littleEndian: UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self))
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      let found =
        (((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | ((word &- (ones &* 0x20)) & ~word)) & highs
      if found != 0 {
        at += found.trailingZeroBitCount >> 3
        return
      }
      at += 8
    }
    while at < end {
      let byte = base[at]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { return }
      at += 1
    }
  }

  /// Reads the remainder of a string with escapes; its text goes to the side buffer.
  @inline(never)
  private mutating func readEscapedString(_ start: Int) -> (form: UInt32, link: UInt32) {
    let link = builder.beginDecoded()
    defer { builder.endDecoded(link) }
    var from = start + 1
    while true {
      builder.appendDecoded(UnsafeBufferPointer(start: base + from, count: at - from))
      guard at < end else {
        stop(.unclosedString(source, start: start, end: lineEnd(start)))
        break
      }
      let byte = base[at]
      if byte == UInt8(ascii: "\"") {
        at += 1
        break
      }
      guard byte == UInt8(ascii: "\\") else {
        stopAtControl(start)
        break
      }
      guard readEscape() else { break }
      from = at
      skipOrdinary()
    }
    return (RawNode.Form.decoded, link)
  }

  /// Reads one escape; false if it is invalid.
  private mutating func readEscape() -> Bool {
    let start = at
    guard end - at >= 2 else {
      stop(.unclosedString(source, start: start, end: end))
      return false
    }
    let byte = base[at + 1]
    at += 2
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): builder.appendDecoded(byte)
    case UInt8(ascii: "b"): builder.appendDecoded(0x08)
    case UInt8(ascii: "f"): builder.appendDecoded(0x0C)
    case UInt8(ascii: "n"): builder.appendDecoded(0x0A)
    case UInt8(ascii: "r"): builder.appendDecoded(0x0D)
    case UInt8(ascii: "t"): builder.appendDecoded(0x09)
    case UInt8(ascii: "u"): return readUnicodeEscape(start)
    default:
      // The range covers the whole character after the backslash, not only its first byte.
      at -= 1
      at += 1
      while at < end, base[at] & 0xC0 == 0x80 { at += 1 }
      stop(.unknownEscape(source, start: start, end: at))
      return false
    }
    return true
  }

  private mutating func readUnicodeEscape(_ start: Int) -> Bool {
    guard var code = hexadecimal(at) else {
      var stopAt = at
      while stopAt < end, stopAt < at + 4, Self.isWordByte(base[stopAt]) { stopAt += 1 }
      stop(.badUnicodeEscape(source, start: start, end: stopAt))
      return false
    }
    at += 4
    if code & 0xFC00 == 0xD800, end - at >= 6, base[at] == UInt8(ascii: "\\"), base[at + 1] == UInt8(ascii: "u"),
      let low = hexadecimal(at + 2), low & 0xFC00 == 0xDC00
    {
      code = 0x10000 + (code & 0x3FF) << 10 + (low & 0x3FF)
      at += 6
    }
    guard let scalar = Unicode.Scalar(code) else {
      stop(.loneSurrogate(source, start: start, end: at))
      return false
    }
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { builder.appendDecoded(byte) }
    return true
  }

  private func hexadecimal(_ from: Int) -> UInt32? {
    guard end - from >= 4 else { return nil }
    var value: UInt32 = 0
    for index in from..<from + 4 {
      guard let digit = Character(Unicode.Scalar(base[index])).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// The end of the line of `offset`, without its line end.
  func lineEnd(_ offset: Int) -> Int {
    var index = offset
    while index < end, base[index] != 0x0A, base[index] != 0x0D { index += 1 }
    return index
  }
}
