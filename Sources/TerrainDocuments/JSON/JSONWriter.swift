import TerrainValues

/// Writes JSON, the same bytes for the same calls.
///
/// Members come in the order they are written. Commas, colons, line ends and indentation are the writer's business;
/// that a key goes before each value of an object is the caller's.
package struct JSONWriter: Sendable {
  /// How it is laid out.
  package enum Layout: Sendable {
    /// On one line, without blanks.
    case compact
    /// A member or element a line, indented by two blanks; empty ones as `{}` and `[]`.
    case pretty
  }

  /// What was written so far.
  package internal(set) var bytes: [UInt8] = []
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
  package mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  /// How far a writer has come.
  package struct Checkpoint: Sendable {
    fileprivate let count: Int
    fileprivate let depth: Int
    fileprivate let isFirst: Bool
    fileprivate let isAfterKey: Bool
  }

  /// Where it is now, so that it can come back.
  package var checkpoint: Checkpoint {
    Checkpoint(count: bytes.count, depth: depth, isFirst: isFirst, isAfterKey: isAfterKey)
  }

  /// Takes back everything that was written after `checkpoint`.
  package mutating func rewind(to checkpoint: Checkpoint) {
    bytes.removeLast(max(0, bytes.count - checkpoint.count))
    depth = checkpoint.depth
    isFirst = checkpoint.isFirst
    isAfterKey = checkpoint.isAfterKey
    isOverLimit = false
  }

  /// Forgets the bytes but not the open objects and arrays: what is written next continues them. Checkpoints taken before
  /// are no longer valid.
  package mutating func forgetBytes() { empty() }

  /// Forgets what was written, and keeps the memory for what comes, up to ``mostKept`` bytes of it.
  package mutating func clear() {
    empty()
    depth = 0
    isFirst = true
    isAfterKey = false
    isOverLimit = false
  }

  /// Memory beyond this, which one unusually long text needed, is given back.
  private static let mostKept = 4 << 20

  private mutating func empty() { bytes.removeAll(keepingCapacity: bytes.capacity <= Self.mostKept) }

  /// What was written so far, as text.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

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
  package mutating func key(_ key: String) {
    separate()
    guard !isOverLimit else { return }
    writeString(key, isKey: true)
    if layout == .pretty { bytes.append(UInt8(ascii: " ")) }
    isAfterKey = true
  }

  /// Writes a member's key; its value comes next.
  package mutating func key(_ key: Text) { self.key(key.string) }

  /// Writes a member's key; its value comes next.
  package mutating func key(_ key: Key) {
    separate()
    guard !isOverLimit else { return }
    key.bytes.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    if layout == .pretty { bytes.append(UInt8(ascii: " ")) }
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
  package mutating func string(_ value: String) {
    separate()
    guard !isOverLimit else { return }
    writeString(value)
  }
  /// Writes text in quotes.
  package mutating func string(_ value: Text) { string(value.string) }

  /// Writes the shortest decimal that reads back as `value`. Infinities and not-a-number have no JSON.
  package mutating func double(_ value: Double) throws(JSONWriterError) {
    guard value.isFinite else { throw .notFinite(value) }
    raw(value.description)
  }

  /// Writes an exact decimal with all its digits.
  package mutating func decimal(_ value: ExactDecimal) { raw(value.description) }

  /// Writes JSON that was made elsewhere, as it is.
  package mutating func raw(_ json: String) {
    separate()
    guard !isOverLimit else { return }
    bytes.append(contentsOf: json.utf8)
  }

  /// Writes JSON that was made elsewhere, as it is.
  package mutating func raw(_ json: [UInt8]) {
    separate()
    guard !isOverLimit else { return }
    bytes += json
  }

  /// The digits of `value`, without a text of their own.
  package mutating func digits(_ value: Int64) {
    separate()
    guard !isOverLimit else { return }
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var unit: UInt64 = 1
    while value.magnitude / unit >= 10 { unit *= 10 }
    while unit > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value.magnitude / unit % 10))
      unit /= 10
    }
  }

  /// Ends the text with a line end.
  package mutating func newline() { bytes.append(UInt8(ascii: "\n")) }

  // MARK: - Layout

  private mutating func begin(_ bracket: UInt8) {
    separate()
    guard !isOverLimit else { return }
    bytes.append(bracket)
    depth += 1
    isFirst = true
  }

  private mutating func end(_ bracket: UInt8) {
    guard !isOverLimit else { return }
    depth = max(0, depth - 1)
    if !isFirst { breakLine() }
    bytes.append(bracket)
    isFirst = false
  }

  /// What goes before a key or a value.
  private mutating func separate() {
    if bytes.count > limit { isOverLimit = true }
    guard !isOverLimit else { return }
    if isAfterKey {
      isAfterKey = false
      isFirst = false
      return
    }
    guard depth > 0 else { return }
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    breakLine()
  }

  private mutating func breakLine() {
    guard layout == .pretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
  }
}
