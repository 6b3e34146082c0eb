import Foundation
import TerrainValues
import TestSupport
import Testing

/// Every transition of every zone, as `zdump` has it.
@Suite struct ZoneDumpTests {
  private static let program = ["/usr/bin/zdump", "/usr/sbin/zdump"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  private static let list = "/usr/share/zoneinfo/tzdata.zi"

  /// Names of zones and of links, from the compact source beside the compiled zones.
  private static func names() throws -> [String] {
    try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      switch words.first {
      case "Z" where words.count > 1: return String(words[1])
      case "L" where words.count > 2: return String(words[2])
      default: return nil
      }
    }
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  @Test func offsetsAreThoseOfZdump() throws {
    guard let program = Self.program, FileManager.default.fileExists(atPath: Self.list) else {
      print("SKIPPED: zdump or tzdata.zi is not installed: nobody else judges offsets of zones")
      return
    }
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    var zones = 0
    var checked = 0
    let names = try Self.names()
    #expect(names.count > 300)
    for start in stride(from: 0, to: names.count, by: 100) {
      let part = Array(names[start..<min(start + 100, names.count)])
      let dump = try runCommand(
        ["-v", "-c", "1850,2100"] + part, program: URL(fileURLWithPath: program), environment: ["LC_ALL": "C"],
        timeout: 60)
      var tables: [String: Zone] = [:]
      for name in part { tables[name] = try Zone(named: Text(name)) }
      zones += tables.count
      // Europe/Paris  Sun Mar 30 00:59:59 2025 UT = Sun Mar 30 01:59:59 2025 CET isdst=0 gmtoff=3600
      for line in dump.standardOutput.split(separator: "\n") {
        let words = line.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count > 8, words[6] == "UT", words[7] == "=", let zone = tables[String(words[0])],
          let month = months.firstIndex(of: String(words[2])), let day = Int(words[3]), let year = Int(words[5]),
          (1...9999).contains(year), let last = words.last, last.hasPrefix("gmtoff="),
          let offset = Int(last.dropFirst(7))
        else { continue }
        let text = "\(year)-\(Self.two(month + 1))-\(Self.two(day))T\(words[4])Z"
        let instant = try Timestamp(rfc3339: Text(text))
        #expect(zone.offset(at: instant) == offset, "\(words[0]) \(text)")
        checked += 1
      }
    }
    print("zdump: \(checked) offsets of \(zones) zones agree")
    #expect(checked > 10_000)
  }
}
