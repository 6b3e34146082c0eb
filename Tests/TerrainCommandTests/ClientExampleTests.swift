import Foundation
import TestSupport
import Testing

/// The documented clients, in the languages they are in.
@Suite struct ClientExampleTests {
  @Test(arguments: [
    ("python3", "client.py", "thermal: cold because of cold\nrefused: Invalid params\n"),
    ("node", "client.mjs", "thermal: cold, neutral, warm\nrefused: Invalid params\n"),
  ])
  func talksToTheService(_ interpreter: String, _ script: String, _ expected: String) throws {
    guard let program = BatchCommandTests.find(interpreter) else {
      return BatchCommandTests.skip(interpreter, "the client \(script) was not run")
    }
    let path = BatchCommandTests.checkout.appending(path: "Documentation/Examples/\(script)").path
    let result = try runCommand(
      [path, terrainProgram.path], program: program, environment: BatchCommandTests.environment,
      directory: BatchCommandTests.checkout, timeout: 60)
    #expect(result.standardOutput == expected, "\(result.standardError)")
    #expect(result.exitCode == 0)
  }
}
