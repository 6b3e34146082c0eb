import Foundation
import TerrainService
import TestSupport
import Testing

/// A log of decisions as other programs read it.
@Suite struct DecisionCountTests {
  /// What the query of the guide counts in the log `file`; nil where there is no DuckDB (PyPI's `duckdb`).
  private func counts(_ file: URL) throws -> String? {
    let python = URL(fileURLWithPath: "/usr/bin/env")
    guard (try? runCommand(["python3", "-c", "import duckdb"], program: python).exitCode) == 0 else {
      print("SKIPPED: python3 with `duckdb` is not installed: logs of decisions are read by our own tests alone")
      return nil
    }
    let page = MethodFixture.checkout.appending(path: "Documentation/how-to/operate.md")
    let guide = try String(contentsOf: page, encoding: .utf8)
    let query = String(try #require(guide.firstMatch(of: /duckdb -c "([^"]+)"/)).1)
      .replacing("/var/lib/terrain/decisions.ndjson", with: file.path)
    let script = "import duckdb, sys\nprint(sorted(duckdb.sql(sys.argv[1]).fetchall()))"
    let result = try runCommand(["python3", "-c", script, query], program: python, timeout: 60)
    return result.standardOutput.isEmpty ? "\(result)" : result.standardOutput
  }

  /// DuckDB counts what was sent, by operation and outcome; numbered files too.
  @Test func duckDBCountsTheSame() throws {
    try DecisionLogTests.withService(limit: 4000) { state, file, _ in
      let lines = (0..<50).map { id in
        switch id % 5 {
        case 0: DecisionLogTests.request("\(id)", "health", "{}")
        case 1: DecisionLogTests.request("\(id)", "decide", "{}")
        default: DecisionLogTests.request("\"\(id)\"", "decide", DecisionLogTests.season)
        }
      }
      try CountsFixture.send(lines, to: state)
      guard let counts = try counts(file) else { return }
      #expect(counts == "[('decide', 'invalid_params', 10), ('decide', 'ok', 30), ('health', 'ok', 10)]\n")
      #expect(FileManager.default.fileExists(atPath: file.path + ".1"))
    }
  }
}
