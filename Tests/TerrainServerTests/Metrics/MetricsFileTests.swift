import Foundation
import TerrainDocuments
import TerrainServer
import TestSupport
import Testing

/// The file that metrics are written to.
@Suite struct MetricsFileTests {
  private static func requests(in file: URL) throws -> String? {
    try MetricsFixture.samples(String(contentsOf: file, encoding: .utf8))[#"terrain_requests_total{method="health"}"#]
  }

  /// At the beginning, after each pause, and at the end.
  @Test func itIsWrittenOnItsScheduleAndAtTheEnd() throws {
    try withTemporaryDirectory { folder in
      let file = folder.appending(path: "new/folder/terrain.prom")
      let state = try MetricsFixture.state()
      let metrics = try MetricsFile(file.path, of: state)
      #expect(try Self.requests(in: file) == "0")
      var seen: [String?] = []
      metrics.write {
        seen.append(try? Self.requests(in: file))
        _ = try? MetricsFixture.send([MetricsFixture.request("health")], to: state)
        return seen.count < 3
      }
      #expect(seen == ["0", "1", "2"])
      #expect(try Self.requests(in: file) == "3", "the end")
      #expect(try String(contentsOf: file, encoding: .utf8) == state.metricsReport().text)
    }
  }

  /// Also where its pause is not over for a long time.
  @Test func theEndDoesNotWaitForThePause() throws {
    try withTemporaryDirectory { folder in
      let file = folder.appending(path: "terrain.prom")
      let state = try MetricsFixture.state()
      let metrics = try MetricsFile(file.path, of: state)
      metrics.write(everySeconds: 3600)
      try MetricsFixture.send([MetricsFixture.request("health")], to: state)
      metrics.stop()
      #expect(try Self.requests(in: file) == "1")
    }
  }

  /// Whoever reads it while it is replaced has all of the old one; nothing else is left in the folder.
  @Test func itIsReplacedInOneStep() throws {
    try withTemporaryDirectory { folder in
      let file = folder.appending(path: "terrain.prom")
      let state = try MetricsFixture.state()
      let metrics = try MetricsFile(file.path, of: state)
      let old = try FileHandle(forReadingFrom: file)
      let before = state.metricsReport().text
      try MetricsFixture.send([MetricsFixture.request("health")], to: state)
      metrics.write()
      #expect(try old.readToEnd().map { String(decoding: $0, as: UTF8.self) } == before)
      #expect(try Self.requests(in: file) == "1")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["terrain.prom"])
    }
  }

  /// Something that cannot be replaced is refused before the service begins; a pipe without a reader would stop it.
  @Test func onlyFilesAreReplaced() throws {
    try withTemporaryDirectory { folder in
      let pipe = folder.appending(path: "pipe").path
      #expect(mkfifo(pipe, 0o600) == 0)
      let state = try MetricsFixture.state()
      for path in [pipe, folder.path, "/dev/null"] {
        let error = #expect(throws: DiagnosticError.self) { try MetricsFile(path, of: state) }
        #expect(error?.diagnostics.map(\.code) == ["file/cannot-write"])
        #expect(error?.diagnostics.first?.message == "`\(path)` cannot be written: it is not a regular file")
      }
      let file = try folder.write("", to: "file")
      let error = #expect(throws: DiagnosticError.self) { try MetricsFile(file + "/terrain.prom", of: state) }
      #expect(error?.diagnostics.map(\.code) == ["file/cannot-write"])
    }
  }

  /// A folder that is away is logged once, and the file is written again when it is back.
  @Test func failuresAreLoggedOnce() throws {
    try withTemporaryDirectory { folder in
      let parent = folder.appending(path: "metrics")
      let file = parent.appending(path: "terrain.prom")
      let log = LogCollector()
      let state = try MetricsFixture.state(log: log.log(level: .info))
      let metrics = try MetricsFile(file.path, of: state)
      try FileManager.default.removeItem(at: parent)
      try folder.write("", to: "metrics")
      func count() -> Int { log.text.split(separator: "\n").count { $0.contains(#""event":"metrics-not-written""#) } }
      metrics.write()
      metrics.write()
      #expect(count() == 1)
      #expect(log.text.contains(#""level":"warning""#) && log.text.contains(#""reason":"Not a directory""#))
      try FileManager.default.removeItem(at: parent)
      metrics.write()
      #expect(try Self.requests(in: file) == "0")
      try FileManager.default.removeItem(at: parent)
      try folder.write("", to: "metrics")
      metrics.write()
      #expect(count() == 2)
    }
  }
}
