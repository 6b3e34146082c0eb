import Foundation
import TestSupport
import Testing

/// The client packages, by their own tests, and what is generated from the operations against what the service reports of itself.
@Suite(
  .enabled(if: installedProgram("python3") != nil && installedProgram("node") != nil, "python3 or node is missing"))
struct ClientPackageTests {
  private static let checkout = BatchCommandTests.checkout

  /// Their own tests: the service, and every hostile service, which ends each call with a named error.
  @Test(arguments: [
    ("python3", "clients/python", ["-m", "unittest", "test_client"]), ("node", "clients/js", ["--test", "test.js"]),
  ])
  func passesItsOwnTests(_ interpreter: String, _ folder: String, _ arguments: [String]) throws {
    let program = try #require(installedProgram(interpreter))
    let hostile = Self.checkout.appending(path: "Tests/TerrainCommandTests/Fixtures/hostile-server.py")
    let environment = BatchCommandTests.environment.merging([
      "TERRAIN_PROGRAM": terrainProgram.path, "TERRAIN_HOSTILE": hostile.path, "PYTHONDONTWRITEBYTECODE": "1",
      "TERRAIN_HOME": Self.checkout.path,
    ]) { $1 }
    let result = try runCommand(
      arguments, program: program, environment: environment, directory: Self.checkout.appending(path: folder),
      timeout: 240)
    #expect(result.exitCode == 0, "\(result.standardOutput)\n\(result.standardError)")
  }

  /// What is committed is what the generator writes for the operations of this version.
  @Test func isGeneratedFromTheOperations() throws {
    let program = try #require(installedProgram("python3"))
    try withTemporaryDirectory { folder in
      let result = try runCommand(
        ["clients/generate.py", terrainProgram.path, folder.path], program: program,
        environment: BatchCommandTests.environment, directory: Self.checkout, timeout: 120)
      #expect(result.exitCode == 0, "\(result.standardError)")
      let types = "Sources/TerrainKit/Results"
      func files(_ root: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: types).path).sorted()
      }
      #expect(try files(folder) == files(Self.checkout))
      let paths = [
        "clients/python/terrain_client/operations.py", "clients/js/operations.d.ts",
        "Sources/TerrainKit/Terrain+Results.swift",
      ]
      for path in try paths + files(folder).map({ "\(types)/\($0)" }) {
        let written = try Data(contentsOf: folder.appending(path: path))
        let committed = try Data(contentsOf: Self.checkout.appending(path: path))
        #expect(written == committed, "\(path) is out of date: python3 clients/generate.py PROGRAM")
      }
    }
  }
}
