/// Messages with a header, as the Language Server Protocol frames them: `Content-Length: N`, an empty line, N bytes.
package struct MessageReader {
  /// A frame of the input.
  package enum Frame: Equatable {
    /// The content of a message.
    case message([UInt8])
    /// A message whose number of bytes exceeds the limit; its content was skipped.
    case tooLarge(Int)
    /// A header without a length, or one that is too long to be read; reading continues at the next length.
    case badHeader
  }

  /// The most bytes of a message that are kept (`messageSize`).
  package static let messageLimit = 64 << 20
  /// The most bytes of a header that are read (`headerSize`).
  package static let headerLimit = 4 << 10

  private static let lengthKey = Array("content-length:".utf8)

  private let limit: Int
  private var header: [UInt8] = []
  private var content: [UInt8] = []
  /// Bytes of the content that are still to come; nil while a header is read.
  private var missing: Int?
  private var skipping: Int?
  /// True if a header was refused, so that everything up to the next length is skipped.
  private var isLost = false

  /// A reader of messages of at most `limit` bytes.
  package init(limit: Int = messageLimit) { self.limit = limit }

  /// Reads more bytes, and returns the frames that are now complete.
  package mutating func read(_ bytes: [UInt8]) -> [Frame] {
    var frames: [Frame] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      if missing == nil {
        readHeader(rest.removeFirst(), &frames)
      } else {
        readContent(&rest, &frames)
      }
    }
    return frames
  }

  private mutating func readContent(_ rest: inout ArraySlice<UInt8>, _ frames: inout [Frame]) {
    guard let left = missing else { return }
    let part = rest.prefix(left)
    rest = rest.dropFirst(part.count)
    if skipping == nil { content += part }
    missing = left - part.count
    if part.count == left { finish(&frames) }
  }

  private mutating func finish(_ frames: inout [Frame]) {
    frames.append(skipping.map { .tooLarge($0) } ?? .message(content))
    (content, missing, skipping) = ([], nil, nil)
  }

  private mutating func readHeader(_ byte: UInt8, _ frames: inout [Frame]) {
    header.append(byte)
    if isLost {
      // A line with a length begins a header again.
      if byte == UInt8(ascii: "\n") {
        isLost = !header.map(Self.lowercased).starts(with: Self.lengthKey)
        if isLost { header = [] }
      } else if header.count > Self.headerLimit {
        header = []
      }
    } else if isComplete {
      begin(&frames)
    } else if header.count > Self.headerLimit {
      lose(&frames)
    }
  }

  private mutating func lose(_ frames: inout [Frame]) {
    header = []
    isLost = true
    frames.append(.badHeader)
  }

  /// True if the header ends with an empty line.
  private var isComplete: Bool {
    header.suffix(4) == [0x0D, 0x0A, 0x0D, 0x0A] || header.suffix(2) == [0x0A, 0x0A] || header == [0x0D, 0x0A]
  }

  private mutating func begin(_ frames: inout [Frame]) {
    guard let length = Self.length(in: header) else { return lose(&frames) }
    header = []
    missing = length
    skipping = length > limit ? length : nil
    if length == 0 { finish(&frames) }
  }

  /// The value of `Content-Length`; nil if it is missing or not a number.
  private static func length(in header: [UInt8]) -> Int? {
    for line in header.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard line.map(lowercased).starts(with: lengthKey) else { continue }
      let digits = line.dropFirst(lengthKey.count).filter { $0 != 0x20 && $0 != 0x09 }
      guard let length = Int(String(decoding: digits, as: UTF8.self)), length >= 0 else { return nil }
      return length
    }
    return nil
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}

/// Writes messages with their headers.
package enum MessageWriter {
  /// `content` with its header.
  package static func frame(_ content: [UInt8]) -> [UInt8] {
    Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content
  }
}
