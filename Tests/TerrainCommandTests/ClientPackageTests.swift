import Foundation
import TestSupport
import Testing

/// The client packages by their own tests, and generated code: types on demand, and the results of TerrainKit.
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

  /// Types of every operation: they parse, no name is declared twice, and programs that use them are checked if a checker is installed.
  @Test(arguments: [[], ["--pack", "terrain"]])
  func stubs(pack: [String]) throws {
    try withTemporaryDirectory { folder in
      func write(_ language: String, to name: String) throws -> String {
        let result = try runCommand(
          ["schema", "--stubs", language] + pack, environment: BatchCommandTests.environment, directory: Self.checkout,
          timeout: 120)
        #expect(result.exitCode == 0, "\(result.standardError)")
        try Data(result.standardOutput.utf8).write(to: folder.appending(path: name))
        return result.standardOutput
      }
      func run(_ program: String, _ arguments: [String]) throws {
        guard let program = installedProgram(program) else { return print("SKIPPED: \(program) is not installed") }
        let result = try runCommand(arguments, program: program, directory: folder, timeout: 240)
        #expect(result.exitCode == 0, "\(result.standardOutput)\(result.standardError)")
      }
      let python = try write("python", to: "types_of_terrain.py")
      let use = """
        from types_of_terrain import DecideResult


        def word(answer: DecideResult) -> object:
            return answer["value"]

        """
      try Data(use.utf8).write(to: folder.appending(path: "use.py"))
      try run("python3", ["-m", "py_compile", "types_of_terrain.py"])
      try run("python3", ["use.py"])
      try run("mypy", ["--strict", "use.py"])
      let names = python.split(separator: "\n").compactMap { $0.prefixMatch(of: /[A-Z][A-Za-z0-9]* =/)?.0 }
      #expect(Set(names).count == names.count && names.contains("LoyaltyApplyParams ="))
      let script = try write("typescript", to: "terrain.ts")
      try run("tsc", ["--strict", "--noEmit", "terrain.ts"])
      let declared = script.split(separator: "\n").compactMap { $0.prefixMatch(of: /export [a-z]+ [A-Za-z0-9]+/)?.0 }
      #expect(Set(declared).count == declared.count && declared.contains("export interface Operations"))
    }
  }

  /// The committed results of TerrainKit are those that the generator writes for the operations of this version.
  @Test func kitIsGeneratedFromTheOperations() throws {
    let program = try #require(installedProgram("python3"))
    try withTemporaryDirectory { folder in
      let generator = "Tests/Generators/kit-results.py"
      let result = try runCommand(
        [generator, terrainProgram.path, folder.path], program: program, environment: BatchCommandTests.environment,
        directory: Self.checkout, timeout: 120)
      #expect(result.exitCode == 0, "\(result.standardError)")
      let generated = "Sources/TerrainKit/Generated"
      func files(_ root: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: generated).path).sorted()
      }
      #expect(try files(folder) == files(Self.checkout))
      for file in try files(folder) {
        let path = "\(generated)/\(file)"
        let written = try Data(contentsOf: folder.appending(path: path))
        let committed = try Data(contentsOf: Self.checkout.appending(path: path))
        #expect(written == committed, "\(path) is out of date: python3 \(generator) PROGRAM")
      }
    }
  }
}
