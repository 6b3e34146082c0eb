#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where the system keeps the IANA time zone database.
public struct ZoneDatabase: Sendable {
  /// Folders to look in, the first one first.
  public let folders: [String]

  /// A database in the first of `folders` that has the zone asked for.
  public init(folders: [String]) { self.folders = folders }

  /// `TZDIR` where it is set, else the folders that systems use.
  public static var system: ZoneDatabase {
    if let folder = getenv("TZDIR"), folder.pointee != 0 { return ZoneDatabase(folders: [String(cString: folder)]) }
    return ZoneDatabase(folders: ["/usr/share/zoneinfo", "/usr/share/lib/zoneinfo", "/usr/lib/zoneinfo"])
  }

  /// The largest file that is read; the largest real one has 4 KB.
  public static let fileSizeLimit = 1 << 20

  /// The zone called `name`.
  public func zone(named name: Text) throws(ZoneError) -> Zone {
    guard ZoneDatabase.isWellFormed(name) else { throw .malformedName }
    for folder in folders {
      guard let bytes = ZoneDatabase.read("\(folder)/\(name)", limit: ZoneDatabase.fileSizeLimit) else { continue }
      return Zone(name: name, table: try ZoneTable(bytes))
    }
    throw .unknown
  }

  /// The release of the database (`2025b`), from `+VERSION` (BSD, macOS) or the first line of `tzdata.zi`; nil where the
  /// system does not say.
  public var version: Text? {
    for folder in folders {
      if let bytes = ZoneDatabase.read("\(folder)/+VERSION", limit: 64) {
        let version = Text(decoding: bytes.prefix { $0 > UInt8(ascii: " ") })
        if !version.isEmpty { return version }
      }
      // "# version 2025b\n"
      if let bytes = ZoneDatabase.read("\(folder)/tzdata.zi", limit: 64, wholly: false) {
        let prefix = Array("# version ".utf8)
        if bytes.starts(with: prefix) {
          return Text(decoding: bytes.dropFirst(prefix.count).prefix { $0 > UInt8(ascii: " ") })
        }
      }
    }
    return nil
  }

  /// Segments of letters, digits and `_ + - .`, all beginning with a letter: nothing that leaves the folder.
  static func isWellFormed(_ name: Text) -> Bool {
    // What this machine is set to is no name that answers could depend on.
    guard 1...128 ~= name.utf8.count, name != "localtime", name != "posixrules" else { return false }
    return name.string.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
      segment in
      guard let first = segment.first, isLetter(first) else { return false }
      return segment.allSatisfy { isLetter($0) || "0123456789_+-.".utf8.contains($0) }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }

  /// The file's bytes (its first `limit` ones, if not `wholly`); nil when it cannot be read or is longer.
  private static func read(_ path: String, limit: Int, wholly: Bool = true) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: limit + 1) { buffer, count in
      count = fread(buffer.baseAddress, 1, limit + 1, file)
      failed = ferror(file) != 0
    }
    if failed || bytes.isEmpty { return nil }
    guard wholly else { return Array(bytes.prefix(limit)) }
    return bytes.count <= limit ? bytes : nil
  }
}
