import Foundation
import TestSupport
import Testing

@testable import TerrainBase

/// Every zone of this machine's database beside `zdump`, which reads the same files through the C library: the offset just before
/// and at each transition of the years 1900 to 2037, and that it stays between them.
@Suite struct ZoneConformance {
  @Test func everyTransitionIsThatOfZdump() throws {
    let database = ZoneDatabase.system
    let folder = database.folders.first { FileManager.default.fileExists(atPath: "\($0)/UTC") }
    guard let program = installedProgram("zdump"), let folder else {
      print("SKIPPED: zdump or the database of zones is not installed: nobody else judges offsets")
      return
    }
    let names = Self.zones(in: folder)
    var report = ConformanceReport("zones (zdump)")
    var transitions = 0
    for (name, observations) in try Self.observations(of: names, program, folder) {
      do throws(ZoneError) {
        let zone = try Zone(named: Text(name), database: database)
        transitions += observations.count / 2
        if let problem = problem(zone, observations) { report.fail(name, problem) } else { report.pass() }
      } catch {
        report.fail(name, "\(error)")
      }
    }
    print(report.summary)
    print("zones: \(transitions) transitions from 1900 to 2037")
    #expect(report.failed.isEmpty)
    #expect(report.passed == names.count)
    #expect(names.count > 300 && transitions > 10_000)
  }

  /// What `zdump` prints for an instant.
  private struct Observation {
    /// Seconds since 1970.
    let instant: Int64
    /// Seconds ahead of UTC.
    let offset: Int
    /// What calendar and clock show, as seconds since 1970 if it were UTC; nil where it is not printed.
    let local: Int64?
  }

  private static let begin = CalendarDate.daysSince1970(year: 1900, month: 1, day: 1) * 86_400
  private static let end = CalendarDate.daysSince1970(year: 2038, month: 1, day: 1) * 86_400

  /// What differs; nil where nothing does.
  private func problem(_ zone: Zone, _ observations: [Observation]) -> String? {
    for observation in observations {
      guard let instant = try? Timestamp(seconds: observation.instant) else { return "no instant" }
      let offset = zone.offset(at: instant)
      if offset != observation.offset { return "\(offset) at \(instant), not \(observation.offset)" }
      let local = zone.local(at: instant)
      if let shown = observation.local, local.secondsAsUTC != shown { return "\(local) at \(instant)" }
    }
    // Before the first observation the offset is that of the first, and after each that of it.
    let first = observations.first.map { Observation(instant: Self.begin, offset: $0.offset, local: nil) }
    let all = [first].compactMap(\.self) + observations
    for (index, observation) in all.enumerated() {
      let next = index + 1 < all.count ? all[index + 1].instant : Self.end
      for second in stride(from: observation.instant, to: next, by: Self.step) {
        guard let instant = try? Timestamp(seconds: second) else { return "no instant" }
        let offset = zone.offset(at: instant)
        if offset != observation.offset { return "\(offset) at \(instant), where nothing changes" }
      }
    }
    return nil
  }

  /// Seconds between the instants that are tried where nothing changes: 7 days, or 12 hours.
  private static let step = 86_400 * 7 / TestExtent.count(1, long: 14, of: "instants in a week of each zone")

  /// The names of the zones in `folder`, but not those that count leap seconds.
  private static func zones(in folder: String) -> [String] {
    let files = FileManager.default.enumerator(atPath: folder)
    let names = (files?.compactMap { $0 as? String } ?? []).filter { name in
      guard ZoneDatabase.isWellFormed(Text(name)), !name.hasPrefix("right/") else { return false }
      let handle = FileHandle(forReadingAtPath: "\(folder)/\(name)")
      return (try? handle?.read(upToCount: 4)) == Data("TZif".utf8)
    }
    return names.sorted()
  }

  private static func observations(
    of names: [String], _ program: URL, _ folder: String
  ) throws -> [(String, [Observation])] {
    var found = Dictionary(uniqueKeysWithValues: names.map { ($0, [Observation]()) })
    for line in try run(program, ["-v", "-c", "1900,2038"] + names, folder) {
      // Asia/Tokyo  Sat May  1 14:59:59 1948 UT = Sat May  1 23:59:59 1948 JST isdst=0 gmtoff=32400
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 16, words[6] == "UT", words[15].hasPrefix("gmtoff=") else {
        try #require(words.count == 4 && words[3] == "NULL", "zdump: \(line)")
        continue
      }
      let offset = try #require(Int(words[15].dropFirst("gmtoff=".count)))
      let instant = try seconds(Array(words[2...5]))
      found[words[0]]?.append(Observation(instant: instant, offset: offset, local: try seconds(Array(words[9...12]))))
    }
    let still = names.filter { found[$0]?.isEmpty ?? true }
    var zone = ""
    for line in try run(program, ["-i", "-c", "1900,2038"] + still, folder) {
      // TZ="Etc/GMT+5", and on the next line "-", "-" and -05 between tabs
      if line.hasPrefix("TZ=") { zone = String(line.dropFirst(4).dropLast()) }
      let words = line.split(separator: "\t")
      guard words.count >= 3, words[0] == "-", words[1] == "-" else { continue }
      found[zone] = [Observation(instant: 0, offset: try offset(String(words[2])), local: nil)]
    }
    return names.map { ($0, found[$0] ?? []) }
  }

  /// `May 1 14:59:59 1948`
  private static func seconds(_ words: [String]) throws -> Int64 {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let month = try #require(months.firstIndex(of: words[0]))
    let clock = words[2].split(separator: ":").compactMap { Int64($0) }
    try #require(clock.count == 3)
    let days = CalendarDate.daysSince1970(
      year: try #require(Int(words[3])), month: month + 1, day: try #require(Int(words[1])))
    return days * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
  }

  /// `+hh`, `-hhmm`, `+hhmmss`
  private static func offset(_ text: String) throws -> Int {
    let digits = Array(text.dropFirst() + String(repeating: "0", count: max(0, 7 - text.count))).compactMap(
      \.wholeNumberValue)
    try #require(digits.count == 6)
    let seconds = (digits[0] * 10 + digits[1]) * 3600 + (digits[2] * 10 + digits[3]) * 60 + digits[4] * 10 + digits[5]
    return text.hasPrefix("-") ? -seconds : seconds
  }

  /// The lines that the program prints.
  private static func run(_ program: URL, _ arguments: [String], _ folder: String) throws -> [Substring] {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = ["TZDIR": folder, "LC_ALL": "C"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return String(decoding: output, as: UTF8.self).split(separator: "\n")
  }
}
