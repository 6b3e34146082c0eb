/// One reading of a JSON text: a loop over the bytes with a stack of open containers, no recursion.
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
  /// After a mistake that ends reading.
  var isStopped = false

  /// Mistakes after which reading continues are collected up to this many.
  static let errorLimit = 20

  init(source: SourceText, base: UnsafePointer<UInt8>, count: Int, limits: DocumentLimits) {
    self.source = source
    self.base = base
    end = count
    nesting = limits.nesting
    at = source.byteOrderMarkLength
    builder = DocumentBuilder(source: source, bytes: base, expectedNodes: Self.expectedNodes(base, count))
  }

  /// A text of up to so many bytes gets room for as many nodes as texts of its length nearly always have.
  private static let mostGuessed = 4096

  /// How many nodes to make room for: of a long text those that can come at most, since each one but the root follows a `,`, `:`,
  /// `[` or `{`. Of a short one they are not counted: room for some more costs less.
  private static func expectedNodes(_ base: UnsafePointer<UInt8>, _ count: Int) -> Int {
    if count <= mostGuessed { return count / 4 + 8 }
    var nodes = 1
    var index = 0
    // A byte at a time is written so that the compiler can take many at once.
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

  /// In an open container, right after `[`, `{` or a complete value: the next separator and what follows it.
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

  /// True when `word` is here and does not continue as a longer one.
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
        // Indentation: eight blanks at once.
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
