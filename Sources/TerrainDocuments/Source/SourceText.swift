import TerrainBase

/// The bytes and the name of a file, to which all locations in messages refer.
///
/// Lines end at LF, CR LF, or CR. Offsets count bytes from the start, including a byte order mark.
public final class SourceText: Sendable {
  /// The name shown in messages: a path, or `<stdin>`.
  public let name: String
  /// The bytes, as read.
  package let bytes: [UInt8]
  /// The offset of the first byte that is not valid UTF-8, or nil if all bytes are valid.
  package let firstInvalidByte: Int?
  /// True if every byte is below 0x80, so that characters and bytes are the same.
  package let isASCII: Bool
  /// The mapping to the text that this text was made from, or nil for a text as its author wrote it.
  package let origin: SourceOrigin?
  /// The texts that this text was put together from, in order; empty for all other texts.
  private let parts: [Part]

  /// A text that is part of another.
  package struct Part: Sendable {
    /// The offset at which it begins in the other text.
    package let start: UInt32
    /// The text.
    package let source: SourceText
  }

  private let lines = LineIndex()

  /// A source called `name`.
  package convenience init(name: String, bytes: [UInt8]) { self.init(name: name, bytes: bytes, origin: nil) }

  /// A source that consists only of line `number`, counted from 1, of the file `name`, preceded by empty lines so that its places are
  /// places in the file. The empty lines cost one byte each, so this is used only for the few lines with a mistake.
  package convenience init(name: String, line: ArraySlice<UInt8>, number: Int) {
    self.init(name: name, bytes: [UInt8](repeating: UInt8(ascii: "\n"), count: max(0, number - 1)) + line)
  }

  /// The line `number`, counted from 1, of the file `name`, whose text must not be shown. Places in it are places in the file.
  package convenience init(name: String, hiddenLine line: ArraySlice<UInt8>, number: Int) {
    let point = SourceOrigin.Point(offset: 0, line: UInt32(clamping: number), column: 1, byteColumn: 1)
    self.init(name: name, bytes: Array(line), origin: SourceOrigin([point]))
  }

  /// A source called `name`, which was made from another text with that name.
  package convenience init(name: String, bytes: [UInt8], origin: SourceOrigin?) {
    self.init(name: name, bytes: bytes, origin: origin, parts: [])
  }

  /// A source called `name`, whose `bytes` are those of `parts`. Places in it are places in the parts.
  package convenience init(name: String, bytes: [UInt8], parts: [Part]) {
    self.init(name: name, bytes: bytes, origin: nil, parts: parts)
  }

  private init(name: String, bytes: [UInt8], origin: SourceOrigin?, parts: [Part]) {
    self.name = name
    self.bytes = bytes
    self.origin = origin
    self.parts = parts
    let checked = bytes.withUnsafeBufferPointer(UTF8Validation.init)
    firstInvalidByte = checked.firstInvalid
    isASCII = checked.isASCII
  }

  /// A source called `name` that holds `text`.
  package convenience init(name: String, text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// The length of a UTF-8 byte order mark at the start: 3 or 0.
  package var byteOrderMarkLength: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// The range of all bytes.
  package var wholeRange: SourceRange { SourceRange(start: 0, end: UInt32(clamping: bytes.count)) }

  /// The part in which `range` begins, and the range in that part, or nil for a text without parts.
  func part(at range: SourceRange) -> (source: SourceText, range: SourceRange)? {
    guard !parts.isEmpty, let part = parts.last(where: { $0.start <= range.start }) else { return nil }
    return (part.source, SourceRange(start: range.start - part.start, end: max(range.end, part.start) - part.start))
  }

  /// The text of `range`; bytes that are not UTF-8 become U+FFFD.
  public func text(of range: SourceRange) -> String {
    String(decoding: bytes[clamped(range)], as: UTF8.self)
  }

  /// `range` as indices of `bytes`, clamped to them.
  package func clamped(_ range: SourceRange) -> Range<Int> {
    let start = min(Int(range.start), bytes.count)
    return start..<min(max(Int(range.end), start), bytes.count)
  }
}

// MARK: - Lines and columns

extension SourceText {
  /// Line and column of a byte, both from 1. The column counts characters (grapheme clusters) without a byte order mark.
  public func position(at offset: Int) -> (line: Int, column: Int) {
    if let point = origin?.point(at: offset) {
      // The text between the point and `offset` is on one line of the origin.
      let between = bytes[clamped(SourceRange(start: point.offset, end: UInt32(clamping: offset)))]
      return (Int(point.line), Int(point.column) + String(decoding: between, as: UTF8.self).count)
    }
    let (line, start, offset) = lineStart(of: offset)
    let from = start == 0 ? min(byteOrderMarkLength, offset) : start
    let end = max(from, offset)
    return (line, (isASCII ? end - from : lines.characters(from: from, to: end, of: bytes)) + 1)
  }

  /// Line and column of a byte, both from 1. The column counts UTF-8 bytes without a byte order mark.
  package func bytePosition(at offset: Int) -> (line: Int, column: Int) {
    if let point = origin?.point(at: offset) {
      return (Int(point.line), Int(point.byteColumn) + min(offset, bytes.count) - Int(point.offset))
    }
    let (line, start, offset) = lineStart(of: offset)
    let from = start == 0 ? min(byteOrderMarkLength, offset) : start
    return (line, max(offset - from, 0) + 1)
  }

  /// The bytes of a line (counted from 1) without its line end, or nil if the line does not exist or if the text was made from another
  /// text.
  package func range(ofLine line: Int) -> SourceRange? {
    if origin != nil { return nil }
    let starts = lines.starts(of: bytes)
    guard line >= 1, line <= starts.count else { return nil }
    var start = Int(starts[line - 1])
    if start == 0 { start = byteOrderMarkLength }
    var end = line < starts.count ? Int(starts[line]) : bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return SourceRange(start: UInt32(clamping: start), end: UInt32(clamping: max(start, end)))
  }

  private func lineStart(of offset: Int) -> (line: Int, start: Int, offset: Int) {
    let starts = lines.starts(of: bytes)
    let offset = min(max(offset, 0), bytes.count)
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= offset { low = middle } else { high = middle }
    }
    return (low + 1, Int(starts[low]), offset)
  }
}

/// The offsets at which lines begin, computed on first use: most sources have no diagnostic and never need them. Safe to use from several
/// threads.
final class LineIndex: @unchecked Sendable {
  // Guarded by `lock`, written once.
  private var lineStarts: [UInt32]?
  private var column = Column(lineStart: -1, offset: 0, count: 0)
  private let lock = Monitor()

  /// The number of characters of a line before a byte of it.
  private struct Column {
    var lineStart: Int
    var offset: Int
    var count: Int
  }

  /// The offset of the first byte of each line; the first line always exists.
  func starts(of bytes: [UInt8]) -> [UInt32] {
    lock.lock()
    defer { lock.unlock() }
    if let lineStarts { return lineStarts }
    var starts: [UInt32] = [0]
    bytes.withUnsafeBufferPointer { bytes in
      for index in bytes.indices {
        let byte = bytes[index]
        // 0x0A and 0x0D. In CR LF only the LF ends the line.
        guard byte == 0x0A || byte == 0x0D else { continue }
        if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { continue }
        starts.append(UInt32(clamping: index + 1))
      }
    }
    lineStarts = starts
    return starts
  }

  /// The number of characters (grapheme clusters) from `start`, the beginning of a line or of its text, to `offset`.
  ///
  /// A line can be a whole file with thousands of diagnostics, so counting continues from the previous result if that was before `offset`.
  func characters(from start: Int, to offset: Int, of bytes: [UInt8]) -> Int {
    lock.lock()
    defer { lock.unlock() }
    var counted =
      column.lineStart == start && column.offset <= offset ? column : Column(lineStart: start, offset: start, count: 0)
    // The position between two ASCII characters of a line is always a character boundary, so counts may be added up there.
    var boundary = offset
    while boundary > counted.offset, !isBoundary(boundary, bytes) { boundary -= 1 }
    if boundary > counted.offset {
      counted.count += String(decoding: bytes[counted.offset..<boundary], as: UTF8.self).count
      counted.offset = boundary
      column = counted
    }
    return counted.count + String(decoding: bytes[counted.offset..<offset], as: UTF8.self).count
  }

  private func isBoundary(_ offset: Int, _ bytes: [UInt8]) -> Bool {
    guard offset > 0, offset < bytes.count else { return false }
    return bytes[offset - 1] < 0x80 && bytes[offset] < 0x80 && bytes[offset - 1] != 0x0D
  }
}

/// Finds the first byte that is not UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
struct UTF8Validation {
  let firstInvalid: Int?
  let isASCII: Bool

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var isASCII = true
    var index = 0
    let count = bytes.count
    guard let base = bytes.baseAddress else {
      firstInvalid = nil
      self.isASCII = true
      return
    }
    while index < count {
      if count - index >= 32 {
        let a = UnsafeRawPointer(base + index).loadUnaligned(as: SIMD4<UInt64>.self)
        if (a.x | a.y | a.z | a.w) & 0x8080_8080_8080_8080 == 0 {
          index += 32
          continue
        }
      }
      let stop = min(index + 32, count)
      while index < stop {
        if base[index] < 0x80 {
          index += 1
          continue
        }
        isASCII = false
        let length = Self.sequenceLength(base + index, available: count - index)
        if length == 0 {
          firstInvalid = index
          self.isASCII = false
          return
        }
        index += length
      }
    }
    firstInvalid = nil
    self.isASCII = isASCII
  }

  /// The length of the well-formed sequence at `at`, which begins with a byte of 0x80 or more; 0 if it is malformed.
  private static func sequenceLength(_ at: UnsafePointer<UInt8>, available: Int) -> Int {
    func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
    let first = at[0]
    switch first {
    case 0xC2...0xDF:
      return available >= 2 && isContinuation(at[1]) ? 2 : 0
    case 0xE0...0xEF:
      guard available >= 3, isContinuation(at[1]), isContinuation(at[2]) else { return 0 }
      if first == 0xE0 && at[1] < 0xA0 { return 0 }
      if first == 0xED && at[1] > 0x9F { return 0 }
      return 3
    case 0xF0...0xF4:
      guard available >= 4, isContinuation(at[1]), isContinuation(at[2]), isContinuation(at[3]) else { return 0 }
      if first == 0xF0 && at[1] < 0x90 { return 0 }
      if first == 0xF4 && at[1] > 0x8F { return 0 }
      return 4
    default:
      return 0
    }
  }
}
