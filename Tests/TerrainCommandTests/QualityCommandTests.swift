import Foundation
import TestSupport
import Testing

/// `terrain population` and `terrain quality` as programs.
@Suite struct QualityCommandTests {
  private static let checkout = BatchCommandTests.checkout

  private static func run(_ arguments: [String], program: URL = terrainProgram) throws -> CommandResult {
    try runCommand(
      arguments, program: program, environment: BatchCommandTests.environment, directory: checkout, timeout: 300)
  }

  /// The same figures, computed a second time with numpy from the same observations.
  @Test(arguments: ["quicksip", "embera"]) func agreesWithNumpy(pack: String) throws {
    let env = URL(fileURLWithPath: "/usr/bin/env")
    guard try runCommand(["python3", "-c", "import numpy"], program: env).exitCode == 0 else {
      print("numpy is not installed: figures of quality are not computed a second time")
      return
    }
    try withTemporaryDirectory { folder in
      let sample = ["quality", pack, "--people", "40", "--days", "9"]
      let report = try Self.run(sample + ["--json"])
      #expect(report.exitCode == 0, "\(report.standardError)")
      let lines = try Self.run(sample + ["--observations"]).standardOutput
      let observations = try folder.write(Array(lines.utf8), to: "observations.ndjson")
      let path = try folder.write(Array(report.standardOutput.utf8), to: "report.json")
      let numpy = try Self.run(["python3", "Tests/Quality/quality.py", observations, path], program: env)
      #expect(numpy.exitCode == 0, "\(numpy.standardOutput)\(numpy.standardError)")
    }
  }

  /// Real people: NDJSON and CSV of the same people give the same figures.
  @Test func csvAndNDJSONAreTheSamePeople() throws {
    try withTemporaryDirectory { folder in
      let lines = (1...3).map {
        "{\"person_id\": \"p\($0)\", \"now\": \"2026-11-23\", \"facts\": {\"lately\": [\"iced-matcha\"]}}"
      }
      let rows = ["person_id,now,facts.lately[]"] + (1...3).map { "p\($0),2026-11-23,iced-matcha" }
      let ndjson = try folder.write(Array(lines.joined(separator: "\n").utf8), to: "people.ndjson")
      let csv = try folder.write(Array(rows.joined(separator: "\r\n").utf8), to: "people.csv")
      let results = try [ndjson, csv].map { try Self.run(["quality", "quicksip", "--population", $0, "--json"]) }
      #expect(results[0].exitCode == 0, "\(results[0].standardError)")
      #expect(results[0].standardOutput == results[1].standardOutput)
      #expect(results[0].standardOutput.contains("\"people\": 3"))
    }
  }

  @Test func aPopulationIsWrittenOneRequestPerLine() throws {
    let result = try Self.run(["population", "--people", "5", "--days", "2", "--page", "today"])
    let lines = result.standardOutput.split(separator: "\n")
    #expect(lines.count == 10)
    #expect(lines.allSatisfy { $0.hasPrefix("{\"person_id\":\"everyday-1-") })
    #expect(lines.allSatisfy { !$0.contains("\"goals\":[],\"answers\"") })
    let unknown = try Self.run(["population", "everydya"])
    #expect(unknown.exitCode == 2)
    #expect(unknown.standardError.contains("population/not-found"))
    #expect(unknown.standardError.contains("everyday"))
  }
}
