import Foundation
import TestSupport
import Testing

/// The documented clients, in the languages they are in.
@Suite(
  .enabled(if: installedProgram("python3") != nil && installedProgram("node") != nil, "python3 or node is missing"))
struct ClientExampleTests {
  @Test(arguments: [
    (
      "python3", "client.py",
      "thermal: cold because of cold\nrefused: Invalid params: this is not an option of `q1_run_temp`\n"
    ),
    (
      "node", "client.mjs",
      "thermal: cold, neutral, warm\nrefused: Invalid params: this is not an option of `q1_run_temp`\n"
    ),
  ])
  func talksToTheService(_ interpreter: String, _ script: String, _ expected: String) throws {
    let program = try #require(installedProgram(interpreter))
    let path = BatchCommandTests.checkout.appending(path: "Documentation/Examples/\(script)").path
    let result = try runCommand(
      [path, terrainProgram.path], program: program, environment: BatchCommandTests.environment,
      directory: BatchCommandTests.checkout, timeout: 60)
    #expect(result.standardOutput == expected, "\(result.standardError)")
    #expect(result.exitCode == 0)
  }

  private static let hostile = "Tests/TerrainCommandTests/Fixtures/hostile-server.py"

  /// Whatever a service writes, a client says what came of each call and ends by itself.
  @Test(arguments: [
    ("noise", "python3", "client.py", "thermal: cold because of cold\nrefused: Invalid params\n", 0),
    ("noise", "node", "client.mjs", "thermal: cold, neutral, warm\nrefused: Invalid params\n", 0),
    ("null", "python3", "client.py", "refused: Parse error\n", 0),
    ("null", "node", "client.mjs", "no answer: Parse error\nrefused: Parse error\n", 0),
    ("missing", "python3", "client.py", "refused: an error without a message\n", 0),
    (
      "missing", "node", "client.mjs",
      "no answer: an error without a message\nrefused: an error without a message\n", 0
    ),
    ("error", "python3", "client.py", "refused: an error without a message\n", 0),
    ("error", "node", "client.mjs", "no answer: an error without a message\nrefused: an error without a message\n", 0),
    ("result", "python3", "client.py", "no answer: the result is not what `decide` gives\n", 0),
    ("result", "node", "client.mjs", "thermal: , , \n", 0),
    ("closes", "python3", "client.py", "no answer: the service has ended\n", 3),
    ("closes", "node", "client.mjs", "no answer: the service has ended\nrefused: the service has ended\n", 3),
    ("half", "python3", "client.py", "no answer: the service has ended\n", 3),
    ("half", "node", "client.mjs", "no answer: the service has ended\nrefused: the service has ended\n", 3),
  ])
  func survivesAnyResponse(
    _ mode: String, _ interpreter: String, _ script: String, _ expected: String, _ status: Int32
  ) throws {
    let program = try #require(installedProgram(interpreter))
    let folder = BatchCommandTests.checkout
    let path = folder.appending(path: "Documentation/Examples/\(script)").path
    let result = try runCommand(
      [path, folder.appending(path: Self.hostile).path], program: program, environment: ["HOSTILE": mode],
      directory: folder, timeout: 60)
    #expect(result.standardOutput == expected)
    #expect(result.standardError.isEmpty, "\(result.standardError)")
    #expect(result.exitCode == status)
  }

  /// A service that is gone before anything is sent: what is noticed first depends on the moment, how it ends does not.
  @Test(arguments: [("python3", "client.py"), ("node", "client.mjs")])
  func survivesAServiceThatIsGone(_ interpreter: String, _ script: String) throws {
    let program = try #require(installedProgram(interpreter))
    let folder = BatchCommandTests.checkout
    let path = folder.appending(path: "Documentation/Examples/\(script)").path
    let result = try runCommand(
      [path, folder.appending(path: Self.hostile).path], program: program, environment: ["HOSTILE": "gone"],
      directory: folder, timeout: 60)
    #expect(result.standardOutput.hasPrefix("no answer: the service "), "\(result.standardOutput)")
    #expect(result.standardError.isEmpty, "\(result.standardError)")
    #expect(result.exitCode == 3)
  }
}
