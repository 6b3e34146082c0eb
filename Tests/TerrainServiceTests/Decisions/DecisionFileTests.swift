import Foundation
import TerrainBase
import TerrainDocuments
import TerrainService
import TestSupport
import Testing

/// The files of a log of decisions.
@Suite struct DecisionFileTests {
  private static func request(_ id: Int) -> String {
    DecisionLogTests.request("\(id)", "decide", DecisionLogTests.season)
  }

  private static func ids(_ files: [URL]) throws -> [Int] {
    try files.flatMap(DecisionLogTests.records).map { record in
      try #require(
        (JSONSerialization.jsonObject(with: Data(record.utf8)) as? [String: Any])?["id"] as? Int, "\(record)")
    }
  }

  /// Full files have numbers, in the order in which they became full; nothing is lost between them.
  @Test func fullFilesAreNumbered() throws {
    try DecisionLogTests.withService(limit: 1000) { state, file, _ in
      // An earlier run left this one.
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("{\"id\":-1}\n".utf8).write(to: URL(fileURLWithPath: file.path + ".1"))
      for id in 0..<20 { try CountsFixture.send([Self.request(id)], to: state) }
      let names = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
      #expect(names.count > 4)
      let numbers = names.compactMap { Int($0.dropFirst("decisions.ndjson.".count)) }.sorted()
      #expect(numbers == Array(1...(names.count - 1)))
      let files = numbers.map { URL(fileURLWithPath: "\(file.path).\($0)") } + [file]
      for file in files { #expect(try Data(contentsOf: file).count <= 1000) }
      #expect(try Self.ids(files) == [-1] + Array(0..<20))
    }
  }

  /// A record that is longer than a file has a file of its own.
  @Test func aLongRecordIsWhole() throws {
    try DecisionLogTests.withService(limit: 100) { state, file, _ in
      try CountsFixture.send([Self.request(0)], to: state)
      try CountsFixture.send([Self.request(1)], to: state)
      #expect(try Self.ids([URL(fileURLWithPath: file.path + ".1"), file]) == [0, 1])
    }
  }

  /// What a killed process left of a record is removed: its request has no response.
  @Test(arguments: [
    ("", ""), ("{\"id\":1}\n", "{\"id\":1}\n"), ("{\"id\":1}\n{\"id\":", "{\"id\":1}\n"), ("{\"id\":", ""),
    ("{\"id\":1}\n" + String(repeating: "x", count: 200_000), "{\"id\":1}\n"),
  ]) func partsOfRecordsAreRemoved(_ left: String, _ kept: String) throws {
    try withTemporaryDirectory { folder in
      let file = URL(fileURLWithPath: try folder.write(left, to: "decisions.ndjson"))
      let log = try DecisionLog(file.path, limit: 1 << 20)
      #expect(try String(contentsOf: file, encoding: .utf8) == kept)
      let state = ServiceState(
        try MethodFixture.served(), log: LogCollector().log(level: .error), decisions: log)
      try CountsFixture.send([CountsFixture.request("health")], to: state)
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.hasPrefix(kept + "{\"time\":") && text.hasSuffix("}\n"))
    }
  }

  @Test func oneServiceWritesAFile() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appending(path: "decisions.ndjson").path
      let first = try DecisionLog(path, limit: 1 << 20)
      let error = #expect(throws: DiagnosticError.self) { try DecisionLog(path, limit: 1 << 20) }
      #expect(error?.diagnostics.map(\.code) == ["file/cannot-write"])
      #expect(error?.diagnostics.first?.message == "`\(path)` cannot be written: another process writes it")
      withExtendedLifetime(first) {}
    }
  }

  @Test func onlyFilesAreWritten() throws {
    try withTemporaryDirectory { folder in
      let pipe = folder.appending(path: "pipe").path
      #expect(mkfifo(pipe, 0o600) == 0)
      for path in [pipe, folder.path, "/dev/null", try folder.write("", to: "file") + "/decisions.ndjson"] {
        let error = #expect(throws: DiagnosticError.self, "\(path)") { try DecisionLog(path, limit: 1 << 20) }
        #expect(error?.diagnostics.map(\.code) == ["file/cannot-write"])
      }
    }
  }

  /// Records that cannot be written are counted; requests are answered.
  @Test func lostRecordsAreCounted() throws {
    let log = LogCollector()
    try DecisionLogTests.withService(limit: 100, log: log.log(level: .error)) { state, file, _ in
      #expect(try ReloadTests.answer("health", state).contains(#""lost_records":0,"#))
      try CountsFixture.send([Self.request(0)], to: state)
      // The file is full, and there is nothing that could get a number.
      try FileManager.default.removeItem(at: file)
      for id in 1...2 { #expect(try CountsFixture.send([Self.request(id)], to: state).count == 1) }
      #expect(try ReloadTests.answer("health", state).contains(#""lost_records":2,"#))
      let logged = log.text.split(separator: "\n").filter { $0.contains("decisions-not-written") }
      #expect(logged.count == 1 && logged.first?.contains("No such file or directory") == true)
      // When the reason is gone, records are written again.
      try Data().write(to: file)
      try CountsFixture.send([Self.request(3)], to: state)
      #expect(try Self.ids([file]) == [3])
    }
  }
}

/// Records are kept for some days.
@Suite struct KeptDecisionTests {
  private static let day = 86_400

  private static func write(_ id: Int, on day: Int, to path: String) throws {
    let state = ServiceState(
      try MethodFixture.served(), log: LogCollector().log(level: .error),
      decisions: try DecisionLog(
        path, limit: 1 << 20, keptDays: 2, time: { (day * Self.day + 3600) * 1_000_000_000 }))
    try CountsFixture.send([DecisionLogTests.request("\(id)", "health", "{}")], to: state)
    let written = Date(timeIntervalSince1970: Double(day * Self.day + 3600))
    try FileManager.default.setAttributes([.modificationDate: written], ofItemAtPath: path)
  }

  @Test func aFileHasOneDayAndIsRemovedAfterItsDays() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appending(path: "log").path
      _ = try folder.write("not numbered", to: "log.old")
      for day in 20_000...20_004 { try Self.write(day, on: day, to: path) }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(names == ["log", "log.3", "log.4", "log.old"])
      try Self.write(1, on: 20_004, to: path)
      #expect(try DecisionLogTests.records(URL(fileURLWithPath: path)).count == 2)
    }
  }
}
