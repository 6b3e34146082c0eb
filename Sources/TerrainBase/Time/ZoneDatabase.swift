/// Where the system keeps the IANA time zone database.
package struct ZoneDatabase: Sendable {
  /// Folders to look in, the first one first.
  package let folders: [String]

  /// A database in the first of `folders` that has the zone asked for.
  package init(folders: [String]) { self.folders = folders }

  /// `TZDIR` where it is set, else the folders that systems use.
  package static var system: ZoneDatabase {
    if let folder = CurrentProcess.environment("TZDIR"), !folder.isEmpty { return ZoneDatabase(folders: [folder]) }
    return ZoneDatabase(folders: ["/usr/share/zoneinfo", "/usr/share/lib/zoneinfo", "/usr/lib/zoneinfo"])
  }

  /// The largest file that is read; the largest real one has 4 KB.
  package static let fileSizeLimit = 1 << 20

  /// The zones that were read, by their files: nearly every request names one of a few, and its file does not change while a process
  /// runs.
  private static let known = Mutex<[String: Zone]>([:])

  /// Callers choose names freely; there are some 600 zones.
  private static let mostKnown = 1024

  /// The zone called `name`.
  package func zone(named name: Text) throws(ZoneError) -> Zone {
    guard ZoneDatabase.isWellFormed(name) else { throw .malformedName }
    for folder in folders {
      let file = "\(folder)/\(name)"
      if let zone = ZoneDatabase.known.withLock({ $0[file] }) { return zone }
      guard let bytes = ZoneDatabase.read(file, limit: ZoneDatabase.fileSizeLimit) else { continue }
      let zone = Zone(name: name, table: try ZoneTable(bytes))
      ZoneDatabase.known.withLock { known in
        if known.count >= ZoneDatabase.mostKnown { known.removeAll() }
        known[file] = zone
      }
      return zone
    }
    throw .unknown
  }

  /// The release of the database (`2025b`), from `+VERSION` (BSD, macOS) or the first line of `tzdata.zi`; nil where the
  /// system does not report it.
  package var version: Text? {
    for folder in folders {
      if let bytes = ZoneDatabase.read("\(folder)/+VERSION", limit: 64) {
        let version = Text(decoding: bytes.prefix { $0 > UInt8(ascii: " ") })
        if !version.isEmpty { return version }
      }
      // "# version 2025b\n"
      if let bytes = Descriptor.firstBytes(of: "\(folder)/tzdata.zi", 64) {
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
    // The zone that this machine is set to is not a name that results could depend on.
    guard 1...128 ~= name.utf8.count, name != "localtime", name != "posixrules" else { return false }
    return name.string.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
      segment in
      guard let first = segment.first, isLetter(first) else { return false }
      return segment.allSatisfy { isLetter($0) || "0123456789_+-.".utf8.contains($0) }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }

  /// The file's bytes; nil where it cannot be read, is empty or has more than `limit`.
  private static func read(_ path: String, limit: Int) -> [UInt8]? {
    guard let bytes = Descriptor.firstBytes(of: path, limit + 1), !bytes.isEmpty, bytes.count <= limit else {
      return nil
    }
    return bytes
  }
}
