/// Writes a ZIP archive of uncompressed entries without dates, so that equal entries make equal bytes.
package struct ZipWriter {
  private var entries: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  /// An archive without entries.
  package init() {}

  /// Adds the entry `name`.
  package mutating func add(_ name: String, _ bytes: [UInt8]) {
    let offset = entries.count
    // Version 2.0, names in UTF-8, stored, 1980-01-01 00:00.
    var fields = Self.number(20, 2) + Self.number(0x800, 2) + Self.number(0, 2) + Self.number(0, 2)
    fields += Self.number(0x21, 2) + Self.number(Int(CRC32.checksum(bytes)), 4)
    fields += Self.number(bytes.count, 4) + Self.number(bytes.count, 4) + Self.number(name.utf8.count, 2)
    fields += Self.number(0, 2)
    entries += ZipFormat.entry + fields + name.utf8 + bytes
    directory += ZipFormat.directoryEntry + Self.number(20, 2) + fields
    directory += Self.number(0, 2) + Self.number(0, 2) + Self.number(0, 2) + Self.number(0, 4)
    directory += Self.number(offset, 4) + name.utf8
    count += 1
  }

  /// The archive.
  package var bytes: [UInt8] {
    var end = ZipFormat.end + Self.number(0, 2) + Self.number(0, 2) + Self.number(count, 2) + Self.number(count, 2)
    end += Self.number(directory.count, 4) + Self.number(entries.count, 4) + Self.number(0, 2)
    return entries + directory + end
  }

  /// `value` in `size` bytes, the lowest first.
  private static func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}

/// The signatures that begin the parts of an archive.
enum ZipFormat {
  static let entry: [UInt8] = [0x50, 0x4B, 3, 4]
  static let directoryEntry: [UInt8] = [0x50, 0x4B, 1, 2]
  static let end: [UInt8] = [0x50, 0x4B, 5, 6]
}

/// The checksum of ZIP archives: CRC-32 with the polynomial of ISO 3309.
package enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
  }

  /// The checksum of `bytes`.
  package static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { value, byte in value >> 8 ^ table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] }
  }
}
