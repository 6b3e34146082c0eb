import TerrainBase

/// Writes JSON, the same bytes for the same calls.
///
/// Members come in the order they are written. Commas, colons, line ends and indentation are the writer's business;
/// that a key goes before each value of an object is the caller's. It owns its bytes and is not copied: writing checks for no other
/// owner.
package struct JSONWriter: ~Copyable, Sendable {
  /// How it is laid out.
  package enum Layout: Sendable {
    /// On one line, without blanks.
    case compact
    /// A member or element a line, indented by two blanks; empty ones as `{}` and `[]`.
    case pretty
  }

  /// What was written so far.
  var output = OutputBytes(capacity: 256)
  /// The most bytes that are kept. Whatever is written beyond them is dropped, and ``isOverLimit`` is true, until a rewind: a
  /// response that is never delivered does not fill memory either.
  package var limit = Int.max
  /// True when more was written than ``limit`` allows; what was written is not whole then.
  package private(set) var isOverLimit = false
  private let layout: Layout
  private var depth = 0
  /// Nothing was written yet in the innermost object or array.
  private var isFirst = true
  private var isAfterKey = false

  /// A writer of nothing yet.
  package init(_ layout: Layout = .compact) { self.layout = layout }

  /// Makes room for `count` bytes.
  package mutating func reserve(_ count: Int) { output.reserve(count - output.count) }

  /// A copy of what was written so far.
  package var bytes: [UInt8] { Array(output.bytes) }

  /// How many bytes were written so far.
  package var count: Int { output.count }

  /// Whether nothing was written so far.
  package var isEmpty: Bool { output.count == 0 }

  /// Calls `body` with what was written so far, where it is.
  package func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try body(output.bytes)
  }

  /// How far a writer has come.
  package struct Checkpoint: Sendable {
    fileprivate let count: Int
    fileprivate let depth: Int
    fileprivate let isFirst: Bool
    fileprivate let isAfterKey: Bool
  }

  /// Where it is now, so that it can come back.
  package var checkpoint: Checkpoint {
    Checkpoint(count: count, depth: depth, isFirst: isFirst, isAfterKey: isAfterKey)
  }

  /// Takes back everything that was written after `checkpoint`.
  package mutating func rewind(to checkpoint: Checkpoint) {
    output.cut(to: checkpoint.count)
    depth = checkpoint.depth
    isFirst = checkpoint.isFirst
    isAfterKey = checkpoint.isAfterKey
    isOverLimit = false
  }

  /// Forgets the bytes but not the open objects and arrays: what is written next continues them. Checkpoints taken before
  /// are no longer valid.
  package mutating func forgetBytes() { output.clear(keeping: Self.mostKept) }

  /// Forgets what was written, and keeps the memory for what comes, up to ``mostKept`` bytes of it.
  package mutating func clear() {
    forgetBytes()
    depth = 0
    isFirst = true
    isAfterKey = false
    isOverLimit = false
  }

  /// Memory beyond this, which one unusually long text needed, is given back.
  private static let mostKept = 4 << 20

  /// What was written so far, as text.
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

  /// Writes a member's key, of which these are the bytes; its value comes next.
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
  /// Writes a text, of which these are the bytes, in quotes.
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

  /// Writes JSON that was made elsewhere, as it is.
  package mutating func raw(_ json: String) {
    separate()
    guard !isOverLimit else { return }
    output.append(json)
  }

  /// Writes JSON that was made elsewhere, as it is.
  package mutating func raw(_ json: [UInt8]) {
    separate()
    guard !isOverLimit else { return }
    output.append(json)
  }

  /// The digits of `value`, without a text of their own.
  package mutating func digits(_ value: Int64) {
    separate()
    guard !isOverLimit else { return }
    writeDigits(of: value.magnitude, isNegative: value < 0)
  }

  /// Writes `magnitude`, the last `places` digits of it after a point.
  private mutating func writeDigits(of magnitude: UInt64, isNegative: Bool, places: Int = 0) {
    if isNegative { output.append(UInt8(ascii: "-")) }
    // 64 bits have at most twenty digits, and there are no more places; the last digit comes first.
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

  /// The most digits that 64 bits have.
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

  /// What goes before a key or a value.
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
