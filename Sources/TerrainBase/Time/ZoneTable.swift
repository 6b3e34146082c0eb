/// The offsets of a zone over time, as a TZif file has them (RFC 9636; versions 1 to 4).
///
/// Leap seconds are not supported (`right/…`), since instants do not count them.
struct ZoneTable: Sendable {
  /// When the offset changes, in seconds since 1970, ascending.
  private let transitions: [Int64]
  /// The offset from each of them on, in seconds.
  private let offsets: [Int32]
  /// The offset before the first of them.
  private let initialOffset: Int32
  /// The rule from the last of them on.
  private let rule: PosixZoneRule?

  /// The offset at `seconds` since 1970.
  func offset(at seconds: Int64) -> Int {
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    if low == transitions.count, let rule { return rule.offset(at: seconds) }
    return Int(low == 0 ? initialOffset : offsets[low - 1])
  }

  /// Reads the bytes of a TZif file.
  init(_ bytes: [UInt8]) throws(ZoneError) {
    var reader = Reader(bytes: bytes)
    var header = try reader.header()
    if header.version >= 2 {
      // The first block repeats the table with 32-bit times for the readers of old.
      try reader.skip(header.dataSize(timeSize: 4))
      header = try reader.header()
    }
    guard header.leapCount == 0 else { throw .unreadable(reason: "it counts leap seconds") }
    guard header.typeCount > 0, header.typeCount <= 256 else { throw .unreadable(reason: "it has no offsets") }
    let timeSize = header.version >= 2 ? 8 : 4
    var transitions: [Int64] = []
    for _ in 0..<header.timeCount { transitions.append(try reader.signed(timeSize)) }
    guard zip(transitions, transitions.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw .unreadable(reason: "its times are not ascending")
    }
    var types: [Int] = []
    for _ in 0..<header.timeCount { types.append(Int(try reader.byte())) }
    var typeOffsets: [Int32] = []
    for _ in 0..<header.typeCount {
      let offset = try reader.signed(4)
      guard -86_400 < offset, offset < 86_400 else { throw .unreadable(reason: "an offset of a day or more") }
      typeOffsets.append(Int32(offset))
      // Whether it is summer time, and its abbreviation: not needed here.
      try reader.skip(2)
    }
    guard types.allSatisfy({ $0 < typeOffsets.count }) else {
      throw .unreadable(reason: "it names an offset that it does not have")
    }
    try reader.skip(header.charCount + header.standardCount + header.utcCount)
    self.transitions = transitions
    self.offsets = types.map { typeOffsets[$0] }
    self.initialOffset = typeOffsets.first ?? 0
    self.rule = header.version >= 2 ? try reader.footer() : nil
  }
}

private struct Header {
  var version = 1
  var utcCount = 0
  var standardCount = 0
  var leapCount = 0
  var timeCount = 0
  var typeCount = 0
  var charCount = 0

  /// Each count is at most 2^32, so that this cannot overflow.
  func dataSize(timeSize: Int) -> Int {
    timeCount * (timeSize + 1) + typeCount * 6 + charCount + leapCount * (timeSize + 4) + standardCount + utcCount
  }
}

/// A checked reading position in a TZif file.
private struct Reader {
  let bytes: [UInt8]
  var offset = 0

  static let truncated = ZoneError.unreadable(reason: "it ends too early")

  mutating func skip(_ count: Int) throws(ZoneError) {
    guard count <= bytes.count - offset else { throw Reader.truncated }
    offset += count
  }

  mutating func byte() throws(ZoneError) -> UInt8 {
    guard offset < bytes.count else { throw Reader.truncated }
    defer { offset += 1 }
    return bytes[offset]
  }

  /// A big-endian two's complement number of 4 or 8 bytes.
  mutating func signed(_ size: Int) throws(ZoneError) -> Int64 {
    var bits: UInt64 = 0
    for _ in 0..<size { bits = bits << 8 | UInt64(try byte()) }
    return size == 4 ? Int64(Int32(truncatingIfNeeded: bits)) : Int64(bitPattern: bits)
  }

  mutating func header() throws(ZoneError) -> Header {
    guard bytes[offset...].starts(with: "TZif".utf8) else { throw .unreadable(reason: "it is not a TZif file") }
    offset += 4
    var header = Header()
    let version = try byte()
    header.version = version == 0 ? 1 : Int(version) - Int(UInt8(ascii: "0"))
    try skip(15)
    header.utcCount = try count()
    header.standardCount = try count()
    header.leapCount = try count()
    header.timeCount = try count()
    header.typeCount = try count()
    header.charCount = try count()
    guard header.dataSize(timeSize: 4) <= bytes.count - offset else { throw Reader.truncated }
    return header
  }

  private mutating func count() throws(ZoneError) -> Int { Int(UInt32(truncatingIfNeeded: try signed(4))) }

  /// The POSIX rule between the two line feeds at the end; nil when there is none.
  mutating func footer() throws(ZoneError) -> PosixZoneRule? {
    guard try byte() == UInt8(ascii: "\n") else { throw .unreadable(reason: "its footer is not where it should be") }
    let rule = Array(bytes[offset...].prefix { $0 != UInt8(ascii: "\n") })
    guard offset + rule.count < bytes.count else { throw Reader.truncated }
    if rule.isEmpty { return nil }
    guard let parsed = PosixZoneRule(rule) else {
      throw .unreadable(reason: "its rule for later years cannot be read")
    }
    return parsed
  }
}
