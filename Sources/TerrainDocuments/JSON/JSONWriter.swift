import TerrainBase

/// Writes JSON, the same bytes for the same calls.
///
/// Members keep the order in which they are written. The writer adds commas, colons, line ends, and indentation; the caller must write a
/// key before each value of an object. The writer owns its bytes and cannot be copied, so writing need not check for other owners.
package struct JSONWriter: ~Copyable, Sendable {
  /// The layout of the output.
  package enum Layout: Sendable {
    /// On one line, without blanks.
    case compact
    /// One member or element per line, indented by two blanks; empty objects and arrays as `{}` and `[]`.
    case pretty
  }

  /// The written bytes.
  var output = OutputBytes(capacity: 256)
  /// The maximum number of bytes that are kept. Bytes beyond it are dropped, and ``isOverLimit`` is true, until a rewind. So a response
  /// that is too large to be delivered does not fill memory.
  package var limit = Int.max
  /// True if the output exceeded ``limit`` and is therefore incomplete.
  package private(set) var isOverLimit = false
  /// True if members that explain a result are written, too. The writer itself does not use it.
  package var explains = false
  /// The bytes of explaining members that were left out (``leaveOut(_:)``), or nil if they are not needed.
  package var explanations: [UInt8]?
  private let layout: Layout
  private var depth = 0
  /// True if the innermost object or array has no content yet.
  private var isFirst = true
  private var isAfterKey = false

  /// A writer without output.
  package init(_ layout: Layout = .compact) { self.layout = layout }

  /// Reserves memory for `count` bytes.
  package mutating func reserve(_ count: Int) { output.reserve(count - output.count) }

  /// A copy of the written bytes.
  package var bytes: [UInt8] { Array(output.bytes) }

  /// The number of written bytes.
  package var count: Int { output.count }

  /// True if nothing was written yet.
  package var isEmpty: Bool { output.count == 0 }

  /// Calls `body` with the written bytes, without copying them.
  package func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try body(output.bytes)
  }

  /// The state of a writer at a position.
  package struct Checkpoint: Sendable {
    fileprivate let count: Int
    fileprivate let depth: Int
    fileprivate let isFirst: Bool
    fileprivate let isAfterKey: Bool
  }

  /// The current state, to which the writer can return.
  package var checkpoint: Checkpoint {
    Checkpoint(count: count, depth: depth, isFirst: isFirst, isAfterKey: isAfterKey)
  }

  /// Removes everything that was written after `checkpoint`.
  package mutating func rewind(to checkpoint: Checkpoint) {
    output.cut(to: checkpoint.count)
    depth = checkpoint.depth
    isFirst = checkpoint.isFirst
    isAfterKey = checkpoint.isAfterKey
    isOverLimit = false
  }

  /// Leaves out members that explain a result: `body` writes them, and they move to ``explanations``. If that is nil, `body` is not called.
  package mutating func leaveOut<E: Error>(_ body: (inout JSONWriter) throws(E) -> Void) throws(E) {
    guard explanations != nil else { return }
    let (before, wasOverLimit) = (checkpoint, isOverLimit)
    explains = true
    defer {
      explains = false
      rewind(to: before)
      isOverLimit = wasOverLimit
    }
    try body(&self)
    explanations?.append(contentsOf: output.bytes[before.count...])
  }

  /// Discards the bytes but keeps the open objects and arrays, so that further output continues them. Earlier checkpoints become invalid.
  package mutating func forgetBytes() { output.clear(keeping: Self.mostKept) }

  /// Discards the output, and keeps up to ``mostKept`` bytes of its memory for reuse.
  package mutating func clear() {
    forgetBytes()
    depth = 0
    isFirst = true
    isAfterKey = false
    isOverLimit = false
  }

  /// Memory beyond this size, which an unusually long text needed, is freed.
  private static let mostKept = 4 << 20

  /// The output as text.
  package var string: String { String(decoding: output.bytes, as: UTF8.self) }

  // MARK: Objects and arrays

  /// Writes an object; `body` writes its members.
  @inlinable package mutating func object<E: Error>(_ body: (inout JSONWriter) throws(E) -> Void) throws(E) {
    beginObject()
    try body(&self)
    endObject()
  }

  /// Writes an array; `body` writes its elements.
  @inlinable package mutating func array<E: Error>(_ body: (inout JSONWriter) throws(E) -> Void) throws(E) {
    beginArray()
    try body(&self)
    endArray()
  }

  /// Begins an object; ``endObject()`` ends it.
  package mutating func beginObject() { begin(UInt8(ascii: "{")) }
  /// Ends an object.
  package mutating func endObject() { end(UInt8(ascii: "}")) }
  /// Begins an array; ``endArray()`` ends it.
  package mutating func beginArray() { begin(UInt8(ascii: "[")) }
  /// Ends an array.
  package mutating func endArray() { end(UInt8(ascii: "]")) }

  /// Writes a member's key; its value comes next.
  package mutating func key(_ key: String) { Self.withBytes(of: key) { self.key($0) } }

  /// Writes a member's key, given by its bytes; its value comes next.
  mutating func key(_ bytes: UnsafeBufferPointer<UInt8>) {
    separate()
    guard !isOverLimit else { return }
    writeQuoted(bytes)
    output.append(UInt8(ascii: ":"))
    if layout == .pretty { output.append(UInt8(ascii: " ")) }
    isAfterKey = true
  }

  /// Writes a member's key; its value comes next.
  package mutating func key(_ key: Text) { self.key(key.string) }

  /// Writes a member's key; its value comes next.
  package mutating func key(_ key: Key) {
    separate()
    guard !isOverLimit else { return }
    output.append(key.bytes)
    if layout == .pretty { output.append(UInt8(ascii: " ")) }
    isAfterKey = true
  }

  // MARK: Scalars

  /// Writes `null`.
  package mutating func null() { raw("null") }
  /// Writes `true` or `false`.
  package mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }
  /// Writes a whole number.
  @inlinable package mutating func int(_ value: some BinaryInteger) {
    if let number = Int64(exactly: value) { digits(number) } else { raw(String(value)) }
  }
  /// Writes text in quotes.
  package mutating func string(_ value: String) { Self.withBytes(of: value) { string($0) } }
  /// Writes a text, given by its bytes, in quotes.
  mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) {
    separate()
    guard !isOverLimit else { return }
    writeQuoted(bytes)
  }
  /// Writes text in quotes.
  package mutating func string(_ value: Text) { string(value.string) }

  /// Writes the shortest decimal that reads back as `value`. Infinities and not-a-number have no JSON.
  package mutating func double(_ value: Double) throws(JSONWriterError) {
    guard value.isFinite else { throw .notFinite(value) }
    raw(value.description)
  }

  /// Writes an exact decimal with all its digits.
  package mutating func decimal(_ value: ExactDecimal) {
    guard -Self.mostDigits < value.exponent, value.exponent <= 0,
      let magnitude = UInt64(exactly: value.coefficient.magnitude)
    else { return raw(value.description) }
    separate()
    guard !isOverLimit else { return }
    writeDigits(of: magnitude, isNegative: value.coefficient < 0, places: -Int(value.exponent))
  }

  /// Writes existing JSON unchanged.
  package mutating func raw(_ json: String) {
    separate()
    guard !isOverLimit else { return }
    output.append(json)
  }

  /// Writes existing JSON unchanged.
  package mutating func raw(_ json: [UInt8]) {
    separate()
    guard !isOverLimit else { return }
    output.append(json)
  }

  /// Writes the digits of `value` without creating a text.
  package mutating func digits(_ value: Int64) {
    separate()
    guard !isOverLimit else { return }
    writeDigits(of: value.magnitude, isNegative: value < 0)
  }

  /// Writes `magnitude`, with its last `places` digits after a point.
  private mutating func writeDigits(of magnitude: UInt64, isNegative: Bool, places: Int = 0) {
    if isNegative { output.append(UInt8(ascii: "-")) }
    // A 64-bit number has at most twenty digits, and at most as many decimal places. The last digit comes first.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * Self.mostDigits) { digits in
      var (rest, first, left) = (magnitude, digits.count, places)
      repeat {
        first -= 1
        digits.initializeElement(at: first, to: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
        rest /= 10
        left -= 1
        if left == 0 {
          first -= 1
          digits.initializeElement(at: first, to: UInt8(ascii: "."))
        }
      } while rest > 0 || left >= 0
      output.append(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(digits)[first...]))
    }
  }

  /// The maximum number of digits of a 64-bit number.
  private static let mostDigits = 20

  /// Ends the text with a line end.
  package mutating func newline() { output.append(UInt8(ascii: "\n")) }

  // MARK: - Layout

  private mutating func begin(_ bracket: UInt8) {
    separate()
    guard !isOverLimit else { return }
    output.append(bracket)
    depth += 1
    isFirst = true
  }

  private mutating func end(_ bracket: UInt8) {
    guard !isOverLimit else { return }
    depth = max(0, depth - 1)
    if !isFirst { breakLine() }
    output.append(bracket)
    isFirst = false
  }

  /// Writes the separator and the indentation before a key or a value.
  private mutating func separate() {
    if output.count > limit { isOverLimit = true }
    guard !isOverLimit else { return }
    if isAfterKey {
      isAfterKey = false
      isFirst = false
      return
    }
    guard depth > 0 else { return }
    if !isFirst { output.append(UInt8(ascii: ",")) }
    isFirst = false
    breakLine()
  }

  private mutating func breakLine() {
    guard layout == .pretty else { return }
    output.append(UInt8(ascii: "\n"))
    for _ in 0..<depth * 2 { output.append(UInt8(ascii: " ")) }
  }
}

// Members of objects: a key and its value in one call.

extension JSONWriter {
  /// Writes the member `key`, a text.
  package mutating func member(_ key: String, _ text: Text) { member(key, text.string) }

  /// Writes the member `key`, a text.
  package mutating func member(_ key: String, _ text: String) {
    self.key(key)
    string(text)
  }

  /// Writes the member `key`, a whole number.
  @inlinable package mutating func member(_ key: String, _ number: some BinaryInteger) {
    self.key(key)
    int(number)
  }

  /// Writes the member `key`, true or false.
  package mutating func member(_ key: String, _ truth: Bool) {
    self.key(key)
    bool(truth)
  }

  /// Writes the member `key`, an object; `body` writes its members.
  @inlinable package mutating func object<E: Error>(
    _ key: String, _ body: (inout JSONWriter) throws(E) -> Void
  ) throws(E) {
    self.key(key)
    try object(body)
  }

  /// Writes the member `key`, an array; `body` writes its elements.
  @inlinable package mutating func array<E: Error>(
    _ key: String, _ body: (inout JSONWriter) throws(E) -> Void
  ) throws(E) {
    self.key(key)
    try array(body)
  }

  /// Writes the member `key`, a list of texts.
  package mutating func member(_ key: String, _ texts: some Sequence<Text>) {
    array(key) { writer in for text in texts { writer.string(text) } }
  }

  /// Writes the member `key`, a list of texts.
  package mutating func member(_ key: String, _ texts: some Sequence<String>) {
    array(key) { writer in for text in texts { writer.string(text) } }
  }

  /// Writes the member `key`, any value.
  package mutating func member(_ key: String, _ value: Value) throws(JSONWriterError) {
    self.key(key)
    try self.value(value)
  }

  /// Writes the member `key` with a text, or nothing if `text` is nil.
  package mutating func member(_ key: String, ifAny text: Text?) {
    if let text { member(key, text.string) }
  }

  /// Writes the member `key` with a text, or nothing if `text` is nil.
  package mutating func member(_ key: String, ifAny text: String?) {
    if let text { member(key, text) }
  }

  /// Writes the member `key` with a whole number, or nothing if `number` is nil.
  package mutating func member(_ key: String, ifAny number: (some BinaryInteger)?) {
    if let number { member(key, number) }
  }

  /// Writes the start of a place as the members `file` and `line`.
  package mutating func fileAndLine(of place: Place) {
    member("file", place.source.name)
    member("line", place.line)
  }
}

extension JSONWriter {
  /// The maximum nesting of a value (`nesting`).
  package static let nestingLimit = 1000

  /// Writes a value by CEL's conversion to JSON: bytes in Base64, timestamps in RFC 3339, durations in seconds (`3.5s`), types by name, an
  /// absent optional as `null`, and keys that are not strings as their text.
  package mutating func value(_ value: Value) throws(JSONWriterError) { try write(value, nesting: 0) }

  private mutating func write(_ value: Value, nesting: Int) throws(JSONWriterError) {
    guard nesting <= Self.nestingLimit else { throw .nestedTooDeep(limit: Self.nestingLimit) }
    switch value {
    case .null: null()
    case .bool(let bool): self.bool(bool)
    case .int(let int): self.int(int)
    case .uint(let uint): int(uint)
    case .double(let double): try self.double(double)
    case .decimal(let decimal): self.decimal(decimal)
    case .string(let text): string(text)
    case .bytes(let bytes): string(String(decoding: Base64.encode(bytes), as: UTF8.self))
    case .timestamp(let timestamp): string(timestamp.description)
    case .duration(let duration): string(Self.seconds(duration))
    case .type(let name): string(name)
    case .optional(let wrapped):
      if let wrapped { try write(wrapped, nesting: nesting + 1) } else { null() }
    case .list(let list):
      beginArray()
      for element in list { try write(element, nesting: nesting + 1) }
      endArray()
    case .map(let map):
      beginObject()
      for (key, value) in map.entries {
        self.key(Self.keyText(key))
        try write(value, nesting: nesting + 1)
      }
      endObject()
    }
  }

  private static func keyText(_ key: Value) -> String {
    switch key {
    case .string(let text): text.string
    case .int(let int): String(int)
    case .uint(let uint): String(uint)
    case .bool(let bool): bool ? "true" : "false"
    default: "null"
    }
  }

  /// The duration in protobuf's JSON form, `3.5s`.
  private static func seconds(_ duration: ExactDuration) -> String {
    let isNegative = duration.seconds < 0 || duration.nanoseconds < 0
    var text = (isNegative ? "-" : "") + String(duration.seconds.magnitude)
    if duration.nanoseconds != 0 {
      var fraction = String(duration.nanoseconds.magnitude)
      fraction = String(repeating: "0", count: max(0, 9 - fraction.count)) + fraction
      while fraction.hasSuffix("0") { fraction.removeLast() }
      text += "." + fraction
    }
    return text + "s"
  }
}

/// A value that cannot be written as JSON.
package enum JSONWriterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Infinity or NaN.
  case notFinite(Double)
  /// Lists and maps nested deeper than ``JSONWriter/nestingLimit``.
  case nestedTooDeep(limit: Int)

  package var description: String {
    switch self {
    case .notFinite: "JSON has neither infinity nor not-a-number"
    case .nestedTooDeep(let limit): "lists and maps are nested more than \(limit) deep"
    }
  }
}

// Quoted and escaped texts.

extension JSONWriter {
  /// A key as it appears in the output: quoted, escaped, and with its colon. For keys that are written often.
  package struct Key: Sendable {
    let bytes: [UInt8]

    /// The key `key`.
    package init(_ key: String) {
      var writer = JSONWriter()
      JSONWriter.withBytes(of: key) { writer.writeQuoted($0) }
      bytes = writer.bytes + [UInt8(ascii: ":")]
    }
  }

  /// Calls `body` with the bytes of `text`.
  static func withBytes(of text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    if text.utf8.withContiguousStorageIfAvailable(body) == nil { Array(text.utf8).withUnsafeBufferPointer(body) }
  }

  mutating func writeQuoted(_ text: UnsafeBufferPointer<UInt8>) {
    output.append(UInt8(ascii: "\""))
    var from = 0
    while from < text.count {
      let rest = UnsafeBufferPointer(rebasing: text[from...])
      let plain = Self.plainCount(rest)
      if plain > 0, let start = rest.baseAddress { output.append(start, plain) }
      from += plain
      if plain < rest.count { from += writeEscaped(UnsafeBufferPointer(rebasing: rest[plain...])) }
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Writes the first character of `text`, or its first byte, escaped if necessary. Returns the number of bytes that it took from `text`.
  private mutating func writeEscaped(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    let byte = text[0]
    // U+2028 and U+2029 (E2 80 A8, E2 80 A9) are valid unescaped, but not in JavaScript before 2019 and for some line readers.
    if byte == 0xE2, text.count > 2, text[1] == 0x80, text[2] & 0xFE == 0xA8 {
      output.append(text[2] == 0xA8 ? "\\u2028" : "\\u2029")
      return 3
    }
    if byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F {
      output.append(Self.escape(byte))
    } else {
      output.append(byte)
    }
    return 1
  }

  /// The number of bytes at the beginning that need no escape: those before the first control character, quote, backslash, or byte that may
  /// begin U+2028.
  private static func plainCount(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    /// Nonzero if a byte of `word` is zero.
    func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & (ones << 7) }
    let raw = UnsafeRawBufferPointer(text)
    var count = 0
    while raw.count - count >= 8 {
      let word = raw.loadUnaligned(fromByteOffset: count, as: UInt64.self)
      let below = (word &- ones &* 0x20) & ~word & (ones << 7)
      let others = zeros(word ^ ones &* 0x22) | zeros(word ^ ones &* 0x5C) | zeros(word ^ ones &* 0x7F)
      if below | others | zeros(word ^ ones &* 0xE2) != 0 { break }
      count += 8
    }
    while count < raw.count {
      let byte = raw[count]
      if byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xE2 { return count }
      count += 1
    }
    return count
  }

  private static func escape(_ byte: UInt8) -> String {
    switch byte {
    case 0x22: "\\\""
    case 0x5C: "\\\\"
    case 0x08: "\\b"
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0C: "\\f"
    case 0x0D: "\\r"
    default: "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
    }
  }
}

// Nodes as they are, but for the order of their members.

extension JSONWriter {
  /// Writes `node`, the members of each map in the order of their keys and numbers as exact decimals, so that equal values have
  /// equal bytes.
  ///
  /// Recursion is bounded by the document's nesting.
  package mutating func sorted(_ node: Node) { sorted(node.index, in: node.document) }

  private mutating func sorted(_ index: Int32, in document: Document) {
    let place = document.resolved(index)
    let raw = document.raw(place)
    switch raw.tag {
    case RawNode.Tag.map:
      beginObject()
      for key in keys(ofMap: place, raw, in: document) {
        document.withScalarBytes(key) { self.key($0) }
        sorted(key + 1, in: document)
      }
      endObject()
    case RawNode.Tag.list:
      beginArray()
      var element = place + 1
      while element < Int32(bitPattern: raw.link) {
        sorted(element, in: document)
        element = document.next(after: element)
      }
      endArray()
    case RawNode.Tag.string: document.withScalarBytes(place) { string($0) }
    case RawNode.Tag.bool: bool(raw.form == RawNode.Form.true)
    case RawNode.Tag.number:
      let node = Node(document: document, index: place)
      if let number = node.decimal { decimal(number) } else { self.raw(node.rawNumber?.string ?? "0") }
    default: null()
    }
  }

  /// The keys of a map, sorted by their bytes.
  private func keys(ofMap map: Int32, _ raw: RawNode, in document: Document) -> [Int32] {
    func isBefore(_ a: Int32, _ b: Int32) -> Bool {
      document.withScalarBytes(a) { a in document.withScalarBytes(b) { b in Text.isBefore(a, b) } }
    }
    var keys: [Int32] = []
    keys.reserveCapacity(8)
    var isSorted = true
    var key = map + 1
    while key < Int32(bitPattern: raw.link) {
      if let last = keys.last, isBefore(key, last) { isSorted = false }
      keys.append(key)
      key = document.next(after: key + 1)
    }
    if !isSorted { keys.sort(by: isBefore) }
    return keys
  }
}
