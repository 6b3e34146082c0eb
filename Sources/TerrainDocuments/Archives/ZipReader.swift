/// The entries of a ZIP archive, by its central directory. Each is inflated on request.
package struct ZipReader: Sendable {
  /// The maximum number of entries in an archive (`archiveEntries`).
  package static let entryLimit = 10_000
  /// The maximum number of bytes of an inflated entry (`archiveEntrySize`).
  package static let sizeLimit = 64 << 20

  private struct Entry {
    let method: Int
    let checksum: Int
    let compressedSize: Int
    let size: Int
    let offset: Int
    let isEncrypted: Bool
  }

  private let bytes: [UInt8]
  private let file: String
  private let limit: Int
  private var entries: [String: Entry] = [:]

  /// Reads the directory of the archive `bytes`, which is called `file` in diagnostics.
  ///
  /// - Throws: `archive/damaged`, `archive/unsupported`, `archive/too-large`.
  package init(_ bytes: [UInt8], file: String, sizeLimit: Int = Self.sizeLimit) throws(DiagnosticError) {
    self.bytes = bytes
    self.file = file
    limit = sizeLimit
    guard let end = Self.end(of: bytes), let count = number(end + 10, 2), let size = number(end + 12, 4),
      let start = number(end + 16, 4)
    else { throw DiagnosticError(.archiveDamaged(file, "it has no directory at its end")) }
    guard number(end + 4, 4) == 0, count != 0xFFFF, start != 0xFFFF_FFFF else {
      throw DiagnosticError(.archiveUnsupported(file, "it is in several files, or a ZIP64 archive"))
    }
    guard count <= Self.entryLimit else {
      throw DiagnosticError(.archiveTooLarge(file, "\(count) entries", "archiveEntries", Self.entryLimit))
    }
    guard start + size <= end else { throw DiagnosticError(.archiveDamaged(file, "its directory is cut")) }
    var offset = start
    for _ in 0..<count {
      guard let (name, entry, next) = entry(at: offset), next <= start + size else {
        throw DiagnosticError(.archiveDamaged(file, "its directory is cut"))
      }
      guard entries.updateValue(entry, forKey: name) == nil else {
        throw DiagnosticError(.archiveDamaged(file, "`\(name)` is in it twice"))
      }
      offset = next
    }
  }

  /// The content of the entry `name`, or nil if the archive does not have it.
  ///
  /// - Throws: `archive/damaged`, `archive/unsupported`, `archive/too-large`.
  package func bytes(of name: String) throws(DiagnosticError) -> [UInt8]? {
    guard let entry = entries[name] else { return nil }
    guard !entry.isEncrypted, entry.method == 0 || entry.method == 8 else {
      throw DiagnosticError(.archiveUnsupported(file, "`\(name)` in it is encrypted, or not deflated"))
    }
    guard entry.size <= limit else {
      throw DiagnosticError(.archiveTooLarge(file, "`\(name)` with \(entry.size) bytes", "archiveEntrySize", limit))
    }
    let damaged = DiagnosticError(.archiveDamaged(file, "`\(name)` in it is not what it was"))
    let offset = entry.offset
    guard isAt(offset, ZipFormat.entry), let nameSize = number(offset + 26, 2), let more = number(offset + 28, 2)
    else { throw damaged }
    let start = offset + 30 + nameSize + more
    guard start + entry.compressedSize <= bytes.count else { throw damaged }
    let own = bytes[start..<start + entry.compressedSize]
    let content: [UInt8]
    if entry.method == 0 {
      content = Array(own)
    } else {
      do throws(InflateError) {
        let inflated = try Inflate.bytes(of: own, limit: entry.size)
        guard inflated.length == own.count else { throw .isWrong }
        content = inflated.bytes
      } catch { throw damaged }
    }
    guard content.count == entry.size, Int(CRC32.checksum(content)) == entry.checksum else { throw damaged }
    return content
  }

  // MARK: The format

  /// The offset of the end-of-directory record: the last one whose comment reaches to the end of the file.
  private static func end(of bytes: [UInt8]) -> Int? {
    let longest = 22 + 0xFFFF
    var offset = bytes.count - 22
    while offset >= 0, offset >= bytes.count - longest {
      if bytes[offset...].starts(with: ZipFormat.end),
        Int(bytes[offset + 20]) + Int(bytes[offset + 21]) << 8 == bytes.count - offset - 22
      {
        return offset
      }
      offset -= 1
    }
    return nil
  }

  private func entry(at offset: Int) -> (name: String, entry: Entry, next: Int)? {
    guard isAt(offset, ZipFormat.directoryEntry), let flags = number(offset + 8, 2),
      let method = number(offset + 10, 2), let checksum = number(offset + 16, 4),
      let compressedSize = number(offset + 20, 4), let size = number(offset + 24, 4),
      let nameSize = number(offset + 28, 2), let more = number(offset + 30, 2), let comment = number(offset + 32, 2),
      let start = number(offset + 42, 4), offset + 46 + nameSize <= bytes.count
    else { return nil }
    let name = String(decoding: bytes[offset + 46..<offset + 46 + nameSize], as: UTF8.self)
    let entry = Entry(
      method: method, checksum: checksum, compressedSize: compressedSize, size: size, offset: start,
      isEncrypted: flags & 1 == 1)
    return (name, entry, offset + 46 + nameSize + more + comment)
  }

  private func isAt(_ offset: Int, _ mark: [UInt8]) -> Bool {
    offset <= bytes.count && bytes[offset...].starts(with: mark)
  }

  /// The number in `size` bytes, the lowest first.
  private func number(_ offset: Int, _ size: Int) -> Int? {
    guard offset >= 0, offset + size <= bytes.count else { return nil }
    return bytes[offset..<offset + size].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

extension Diagnostic {
  fileprivate static func archiveDamaged(_ file: String, _ what: String) -> Diagnostic {
    .file("archive/damaged", file, "`\(file)` is not a whole ZIP archive: \(what)")
  }

  fileprivate static func archiveUnsupported(_ file: String, _ what: String) -> Diagnostic {
    .file(
      "archive/unsupported", file, "`\(file)` is an archive that is not read: \(what)",
      fix: "save it without a password, deflated, in one file")
  }

  fileprivate static func archiveTooLarge(
    _ file: String, _ what: String, _ limit: String, _ most: Int
  ) -> Diagnostic {
    .file("archive/too-large", file, "`\(file)` has \(what), more than the limit `\(limit)` of \(most)")
  }
}

/// The reason why bytes could not be inflated.
package enum InflateError: Error, Equatable {
  /// The bytes end before the last block does.
  case isCut
  /// The bytes are not valid deflate data.
  case isWrong
  /// The inflated content exceeds the limit.
  case isTooLong
}

/// Inflates deflated bytes by RFC 1951. Rejects everything that zlib's inflate rejects.
package struct Inflate {
  private var reader: InflateBits
  private let limit: Int
  private var output: [UInt8] = []

  /// The bytes that `input` contains, at most `limit`, and the number of bytes of `input` that they took.
  package static func bytes(
    of input: ArraySlice<UInt8>, limit: Int
  ) throws(InflateError) -> (bytes: [UInt8], length: Int) {
    var inflate = Inflate(reader: InflateBits(input), limit: limit)
    try inflate.run()
    return (inflate.output, inflate.reader.position)
  }

  private init(reader: InflateBits, limit: Int) {
    self.reader = reader
    self.limit = limit
  }

  private mutating func run() throws(InflateError) {
    var isLast = false
    while !isLast {
      isLast = try reader.bits(1) == 1
      switch try reader.bits(2) {
      case 0: try stored()
      case 1: try codes(.fixedLengths, .fixedDistances)
      case 2: try dynamic()
      default: throw .isWrong
      }
    }
  }

  private mutating func stored() throws(InflateError) {
    reader.dropPartOfByte()
    let count = try reader.bits(16)
    guard try reader.bits(16) == count ^ 0xFFFF else { throw .isWrong }
    guard output.count + count <= limit else { throw .isTooLong }
    output += try reader.bytes(count)
  }

  // MARK: Codes

  /// The order in which a block lists the lengths of the code-length codes.
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private mutating func dynamic() throws(InflateError) {
    let lengthCount = try reader.bits(5) + 257
    let distanceCount = try reader.bits(5) + 1
    let codeCount = try reader.bits(4) + 4
    guard lengthCount <= 286, distanceCount <= 30 else { throw .isWrong }
    var own = [UInt8](repeating: 0, count: 19)
    for symbol in Self.order.prefix(codeCount) { own[symbol] = UInt8(try reader.bits(3)) }
    let code = try InflateCode(own, mayBeSingle: false)
    var lengths: [UInt8] = []
    while lengths.count < lengthCount + distanceCount {
      let symbol = try code.symbol(&reader)
      if symbol < 16 {
        lengths.append(UInt8(symbol))
        continue
      }
      let (value, count): (UInt8, Int)
      switch symbol {
      case 16:
        guard let last = lengths.last else { throw .isWrong }
        (value, count) = (last, 3 + (try reader.bits(2)))
      case 17: (value, count) = (0, 3 + (try reader.bits(3)))
      default: (value, count) = (0, 11 + (try reader.bits(7)))
      }
      guard lengths.count + count <= lengthCount + distanceCount else { throw .isWrong }
      lengths += repeatElement(value, count: count)
    }
    // The end-of-block symbol must have a code.
    guard lengths[256] != 0 else { throw .isWrong }
    try codes(
      InflateCode(Array(lengths[..<lengthCount]), mayBeSingle: true),
      InflateCode(Array(lengths[lengthCount...]), mayBeSingle: true))
  }

  /// The lengths that begin with symbol 257, and the number of extra bits of each.
  private static let lengths = bases(from: 3, count: 28, perBit: 4) + [(base: 258, bits: 0)]
  private static let distances = bases(from: 1, count: 30, perBit: 2)

  /// Twice `perBit` values without extra bits, then `perBit` values for each number of extra bits.
  private static func bases(from start: Int, count: Int, perBit: Int) -> [(base: Int, bits: Int)] {
    var base = start
    return (0..<count).map { index in
      let bits = max(0, index / perBit - 1)
      defer { base += 1 << bits }
      return (base, bits)
    }
  }

  private mutating func codes(_ lengths: InflateCode, _ distances: InflateCode) throws(InflateError) {
    while true {
      let symbol = try lengths.symbol(&reader)
      if symbol < 256 {
        guard output.count < limit else { throw .isTooLong }
        output.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol - 257 < Self.lengths.count else { throw .isWrong }
      let (base, bits) = Self.lengths[symbol - 257]
      let count = base + (try reader.bits(bits))
      let far = try distances.symbol(&reader)
      guard far < Self.distances.count else { throw .isWrong }
      let (start, more) = Self.distances[far]
      let distance = start + (try reader.bits(more))
      guard distance <= output.count else { throw .isWrong }
      guard output.count + count <= limit else { throw .isTooLong }
      // Bytes are copied one by one, because a copy may include bytes that it has just written.
      for _ in 0..<count { output.append(output[output.count - distance]) }
    }
  }
}

/// Bits, the lowest of a byte first.
struct InflateBits {
  private let input: ArraySlice<UInt8>
  private var next: Int
  private var held: UInt32 = 0
  private var count = 0

  init(_ input: ArraySlice<UInt8>) {
    self.input = input
    next = input.startIndex
  }

  /// The number of bytes read; a byte that was read partly is included.
  var position: Int { next - input.startIndex - count / 8 }

  /// The next bits, at most 16, without reading them; zeros after the end.
  mutating func look() -> Int {
    while count < 16, next < input.endIndex {
      held |= UInt32(input[next]) << UInt32(count)
      next += 1
      count += 8
    }
    return Int(held & 0xFFFF)
  }

  mutating func skip(_ bits: Int) throws(InflateError) {
    guard bits <= count else { throw .isCut }
    held >>= UInt32(bits)
    count -= bits
  }

  mutating func bits(_ bits: Int) throws(InflateError) -> Int {
    let value = look() & ((1 << bits) - 1)
    try skip(bits)
    return value
  }

  mutating func dropPartOfByte() {
    held >>= UInt32(count % 8)
    count -= count % 8
  }

  /// The next bytes, after ``dropPartOfByte()``.
  mutating func bytes(_ length: Int) throws(InflateError) -> ArraySlice<UInt8> {
    let start = next - count / 8
    guard length <= input.endIndex - start else { throw .isCut }
    next = start + length
    held = 0
    count = 0
    return input[start..<next]
  }
}

/// A Huffman code: symbols by their bits.
struct InflateCode {
  private static let shortest = 9
  private static let longest = 15

  static let fixedLengths = complete(
    [(144, 8), (112, 9), (24, 7), (8, 8)].flatMap { [UInt8](repeating: $0.1, count: $0.0) })
  static let fixedDistances = complete([UInt8](repeating: 5, count: 32))

  /// A table indexed by the next ``shortest`` bits. Each entry is a symbol times 16 plus the length of its code, or 0 for longer codes.
  private var short = [UInt16](repeating: 0, count: 1 << Self.shortest)
  /// The number of codes of each length.
  private var counts = [Int](repeating: 0, count: Self.longest + 1)
  /// Symbols in the order of their codes.
  private var symbols: [Int] = []

  /// The code in which the symbol `n` has `lengths[n]` bits. A symbol with length 0 has no code.
  ///
  /// - Parameter mayBeSingle: True if the code may consist of a single symbol with one bit.
  /// - Throws: if the lengths do not form a complete prefix code.
  init(_ lengths: [UInt8], mayBeSingle: Bool) throws(InflateError) {
    self.init(lengths)
    let used = symbols.count
    var left = 1
    for length in 1...Self.longest {
      left = left * 2 - counts[length]
      if left < 0 { throw .isWrong }
    }
    if left > 0, used > 0, !(mayBeSingle && used == counts[1]) { throw .isWrong }
  }

  private static func complete(_ lengths: [UInt8]) -> InflateCode { InflateCode(lengths) }

  private init(_ lengths: [UInt8]) {
    for length in lengths where length > 0 { counts[min(Int(length), Self.longest)] += 1 }
    for length in 1...Self.longest where counts[length] > 0 {
      for (symbol, own) in lengths.enumerated() where own == length { symbols.append(symbol) }
    }
    var (code, index) = (0, 0)
    for length in 1...Self.shortest {
      for _ in 0..<counts[length] {
        // Codes have their highest bit first.
        var start = 0
        for bit in 0..<length where code >> bit & 1 == 1 { start |= 1 << (length - 1 - bit) }
        while start < short.count {
          short[start] = UInt16(symbols[index] << 4 | length)
          start += 1 << length
        }
        code += 1
        index += 1
      }
      code <<= 1
    }
  }

  func symbol(_ reader: inout InflateBits) throws(InflateError) -> Int {
    let bits = reader.look()
    let entry = short[bits & (short.count - 1)]
    if entry != 0 {
      try reader.skip(Int(entry & 15))
      return Int(entry >> 4)
    }
    var (code, first, index) = (0, 0, 0)
    for length in 1...Self.longest {
      code |= bits >> (length - 1) & 1
      let count = counts[length]
      if code - count < first {
        try reader.skip(length)
        return symbols[index + code - first]
      }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    throw .isWrong
  }
}
