import Foundation
import TerrainServer
import TestSupport
import Testing

/// A log of decisions as other programs read it.
@Suite struct DecisionCountTests {
  /// DuckDB (PyPI's `duckdb`) counts what was sent, by operation and outcome; numbered files too.
  @Test func duckDBCountsTheSame() throws {
    let python = URL(fileURLWithPath: "/usr/bin/env")
    guard (try? runCommand(["python3", "-c", "import duckdb"], program: python).exitCode) == 0 else {
      print("SKIPPED: python3 with `duckdb` is not installed: logs of decisions are read by our own tests alone")
      return
    }
    try DecisionLogTests.withService(limit: 4000) { state, file, _ in
      let lines = (0..<50).map { id in
        switch id % 5 {
        case 0: DecisionLogTests.request("\(id)", "health", "{}")
        case 1: DecisionLogTests.request("\(id)", "decide", "{}")
        default: DecisionLogTests.request("\"\(id)\"", "decide", DecisionLogTests.season)
        }
      }
      try MetricsFixture.send(lines, to: state)
      let script = """
        import duckdb, sys
        rows = duckdb.sql(f"SELECT operation, outcome, count(*) FROM read_json('{sys.argv[1]}*', "
          "format = 'newline_delimited') GROUP BY ALL ORDER BY ALL").fetchall()
        print(rows)
        """
      let result = try runCommand(["python3", "-c", script, file.path], program: python, timeout: 60)
      #expect(
        result.standardOutput == "[('decide', 'invalid_params', 10), ('decide', 'ok', 30), ('health', 'ok', 10)]\n",
        "\(result)")
      #expect(FileManager.default.fileExists(atPath: file.path + ".1"))
    }
  }
}
