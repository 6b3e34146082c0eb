import Foundation
import TestSupport
import Testing

/// What command lines have in common, whatever the command.
@Suite struct CommandLineTests {
  private func run(
    _ words: [String], input: String = "", environment: [String: String?] = [:]
  ) throws -> CommandResult {
    try runCommand(
      words, input: Array(input.utf8), environment: environment.merging(["TERRAIN_HOME": nil]) { first, _ in first },
      directory: TranscriptTests.checkout)
  }

  /// What is published as a method's example goes through the command of the same name, too.
  @Test(arguments: ["page", "program", "score", "streak", "suggest", "trend"])
  func examplesOfMethodsGoThroughCommands(_ method: String) throws {
    let words =
      switch method {
      case "program", "streak": ["run", method]
      case "page": ["page", "today"]
      default: [method]
      }
    let result = try run(words + ["ContentPacks/terrain/examples/requests/\(method).json"])
    #expect(result.exitCode == 0, "\(result.standardError)")
  }

  @Test func optionsOfARequestStandInIt() throws {
    let example = TranscriptTests.checkout.appending(path: "ContentPacks/terrain/examples/requests/suggest.json")
    let request = try String(contentsOf: example, encoding: .utf8).replacing("\"limit\": 3", with: "\"limit\": 2")
    func count(_ words: [String]) throws -> Int {
      let result = try run(["suggest", "-"] + words, input: request)
      #expect(result.exitCode == 0, "\(result.standardError)")
      let answer = try JSONSerialization.jsonObject(with: Data(result.standardOutput.utf8)) as? [String: Any]
      let ranking = answer?["suggestions"] as? [String: Any]
      return (ranking?["items"] as? [Any])?.count ?? -1
    }
    #expect(try count([]) == 2)
    #expect(try count(["--limit", "3"]) == 3)
  }

  @Test(arguments: [
    (["run", "merge", "-", "-"], "`-` is standard input, and can be given once"),
    (["validate", "-", "-"], "`-` is standard input, and can be given once"),
    (["--verison"], "did you mean `--version`?"), (["score", "x.json", "--set", "x"], "rules/set-syntax"),
    (["score", "x.json", "--pack", "terain"], "did you mean `terrain`?"),
    (["explain", "loyalty", "apply"], "`terrain explain loyalty.apply` needs ACCOUNT"),
    (["explain", "loyalty", "comit"], "`loyalty` is not a command of `terrain explain`"),
  ]) func whatCannotBeMeantEndsWithTwo(_ words: [String], _ says: String) throws {
    let result = try run(words)
    #expect(result.exitCode == 2)
    #expect(result.standardError.contains(says), "\(result.standardError)")
    #expect(result.standardOutput.isEmpty)
  }

  /// Annotations go where people read; what a program reads is one document.
  @Test func annotationsKeepOutOfDocuments() throws {
    let runner = ["GITHUB_ACTIONS": "true"]
    let wrong = "Tests/TerrainCommandTests/Fixtures/wrong-shape.json"
    let words = ["validate", "--schema", "ContentPacks/Schemas/answers.schema.json", wrong]
    #expect(try run(words, environment: runner).standardOutput.contains("::error file="))
    let json = try run(words + ["--format", "json"], environment: runner).standardOutput
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(json.utf8)) }
  }
}
