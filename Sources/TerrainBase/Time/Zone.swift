/// A time zone: the offset of local time from UTC at every instant.
package struct Zone: Sendable {
  /// The name by which it was requested: `UTC`, `+08:00`, `Asia/Singapore`.
  package let name: Text
  private let clock: Clock

  private enum Clock: Sendable {
    case fixed(seconds: Int)
    case changing(ZoneTable)
  }

  /// Coordinated Universal Time.
  package static let utc = Zone(name: "UTC", clock: .fixed(seconds: 0))

  private init(name: Text, clock: Clock) {
    self.name = name
    self.clock = clock
  }

  init(name: Text, table: ZoneTable) { self.init(name: name, clock: .changing(table)) }

  /// The zone `name`: `UTC`, an offset (`+08:00`, `-0330`, and CEL's `02:00`), or a name of the IANA database, which is read from
  /// `database`.
  package init(named name: Text, database: ZoneDatabase = .system) throws(ZoneError) {
    if name == "UTC" {
      self = .utc
    } else if let seconds = Zone.fixedOffset(name) {
      self.init(name: name, clock: .fixed(seconds: seconds))
    } else {
      self = try database.zone(named: name)
    }
  }

  /// The offset of local time from UTC at `instant`, in seconds; negative west of Greenwich.
  package func offset(at instant: Timestamp) -> Int {
    switch clock {
    case .fixed(let seconds): seconds
    case .changing(let table): table.offset(at: instant.seconds)
    }
  }

  /// The local date and time at `instant`.
  package func local(at instant: Timestamp) -> LocalDateTime { LocalDateTime(instant, offset: offset(at: instant)) }

  /// The local day at `instant`.
  package func date(at instant: Timestamp) -> CalendarDate { local(at: instant).date }

  /// The instant of the local date and time `local`.
  ///
  /// If clocks are put back and show `local` twice, the first instant. If they are put forward and skip it, the instant by the offset
  /// before the change (02:30 becomes 03:30). The same choice as `java.time`, RFC 5545, and `Temporal`'s `compatible`.
  ///
  /// - Throws: `overflow` outside the years 1 to 9999.
  package func instant(of local: LocalDateTime) throws(ArithmeticError) -> Timestamp {
    let seconds = local.secondsAsUTC
    let nanoseconds = Int64(local.time.nanosecond)
    guard case .changing(let table) = clock else {
      return try Timestamp(seconds: seconds - Int64(offset(at: .epoch)), nanoseconds: nanoseconds)
    }
    // No offset reaches a day, so the instants a day earlier and later are safely before and after the local time.
    let before = Int64(table.offset(at: seconds - 86_400))
    let after = Int64(table.offset(at: seconds + 86_400))
    if before != after, Int64(table.offset(at: seconds - before)) != before,
      Int64(table.offset(at: seconds - after)) == after
    {
      return try Timestamp(seconds: seconds - after, nanoseconds: nanoseconds)
    }
    return try Timestamp(seconds: seconds - before, nanoseconds: nanoseconds)
  }

  /// The first instant of `date`, which is later than midnight if clocks are put forward at midnight.
  ///
  /// - Throws: `overflow` outside the years 1 to 9999.
  package func start(of date: CalendarDate) throws(ArithmeticError) -> Timestamp {
    try instant(of: LocalDateTime(date: date, time: .midnight))
  }

  /// Reads `+HH:MM`, `-HHMM`, or `HH:MM`, at most 23:59.
  private static func fixedOffset(_ name: Text) -> Int? {
    var scan = ByteScan(name)
    let west = scan.skip("-")
    let signed = west || scan.skip("+")
    guard let hours = try? scan.digits(2, in: 0...23), scan.skip(":") || signed,
      let minutes = try? scan.digits(2, in: 0...59), scan.isAtEnd
    else { return nil }
    return (west ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}

extension Zone: Hashable {
  /// Compares the names.
  package static func == (lhs: Zone, rhs: Zone) -> Bool { lhs.name == rhs.name }

  /// Hashes the name.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Zone: CustomStringConvertible {
  /// The name.
  package var description: String { name.string }
}

/// The reason why a zone is unknown.
package enum ZoneError: Error, Hashable, Sendable {
  /// A name that no zone can have.
  case malformedName
  /// A well-formed name that the database does not have.
  case unknown
  /// A file in the database that is not a table of offsets by RFC 9636; `reason` describes the mistake.
  case unreadable(reason: String)
}

extension ZoneError: CustomStringConvertible {
  /// The reason as part of a sentence.
  package var description: String {
    switch self {
    case .malformedName: "not the name of a time zone"
    case .unknown: "no such time zone"
    case .unreadable(let reason): "the time zone's file cannot be used: \(reason)"
    }
  }
}

/// The location of the system's IANA time zone database.
package struct ZoneDatabase: Sendable {
  /// The folders to search, in this order.
  package let folders: [String]

  /// A database in the first of `folders` that has the requested zone.
  package init(folders: [String]) { self.folders = folders }

  /// `TZDIR` if it is set, else the folders that systems use.
  package static var system: ZoneDatabase {
    if let folder = CurrentProcess.environment("TZDIR"), !folder.isEmpty { return ZoneDatabase(folders: [folder]) }
    return ZoneDatabase(folders: ["/usr/share/zoneinfo", "/usr/share/lib/zoneinfo", "/usr/lib/zoneinfo"])
  }

  /// The maximum size of a file; the largest real file has 4 KB.
  package static let fileSizeLimit = 1 << 20

  /// The zones that were read, by their files: nearly all requests name a few zones, and their files do not change while a process runs.
  private static let known = Mutex<[String: Zone]>([:])

  /// The maximum number of zones in memory: callers choose names freely, and the database has about 600 zones.
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

  /// The names of zones in the same region as `name` (`Europe/…`), in alphabetical order, for suggestions.
  package func names(beside name: Text) -> [String] {
    let parts = name.string.split(separator: "/").map(String.init)
    guard parts.count > 1, ZoneDatabase.isWellFormed(name) else { return [] }
    let region = parts.dropLast().joined(separator: "/")
    return folders.lazy.map { (try? Folder.names(in: "\($0)/\(region)")) ?? [] }.first { !$0.isEmpty }?
      .filter { !$0.hasPrefix(".") }.sorted().map { "\(region)/\($0)" } ?? []
  }

  /// The release of the database (`2025b`), from `+VERSION` (BSD, macOS) or the first line of `tzdata.zi`, or nil if the system does not
  /// report it.
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

  /// True for segments of letters, digits, and `_ + - .` that all begin with a letter, so that the path stays in the folder.
  static func isWellFormed(_ name: Text) -> Bool {
    // The machine's own time zone (`localtime`) is excluded, because results must not depend on it.
    guard 1...128 ~= name.utf8.count, name != "localtime", name != "posixrules" else { return false }
    return name.string.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
      segment in
      guard let first = segment.first, isLetter(first) else { return false }
      return segment.allSatisfy { isLetter($0) || "0123456789_+-.".utf8.contains($0) }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }

  /// The file's bytes, or nil if the file cannot be read, is empty, or has more than `limit` bytes.
  private static func read(_ path: String, limit: Int) -> [UInt8]? {
    guard let bytes = Descriptor.firstBytes(of: path, limit + 1), !bytes.isEmpty, bytes.count <= limit else {
      return nil
    }
    return bytes
  }
}
