import Foundation
import TestSupport
import Testing

/// The completion scripts, asked by the shells they are for.
@Suite struct CompletionTests {
  static let bash = URL(fileURLWithPath: "/bin/bash")

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")),
    arguments: [
      ("terrain table ", "export import --help"),
      ("terrain serve m", "mcp"),
      ("terrain check --fo", "--format"),
      ("terrain check --format ", "text json sarif junit github"),
      ("terrain check --fail-on w", "warning"),
      ("terrain run --", "--help"),
      ("terrain score --set ", ""),
    ])
  func bashOffers(_ typed: String, _ offered: String) throws {
    let script = try runCommand(["--completion", "bash"]).standardOutput
    let words = typed.split(separator: " ", omittingEmptySubsequences: false).map { "'\($0)'" }.joined(separator: " ")
    let question = """
      \(script)
      COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=(); _terrain; echo "${COMPREPLY[*]}"
      """
    let answer = try runCommand(["--norc", "-s"], program: Self.bash, input: Array(question.utf8))
    #expect(answer.standardOutput == "\(offered)\n")
    #expect(answer.standardError.isEmpty)
  }

  @Test(arguments: ["zsh", "fish"]) func otherShellsCanReadTheirs(_ shell: String) throws {
    let script = try runCommand(["--completion", shell]).standardOutput
    #expect(script.contains("terrain"))
    guard let program = installedProgram(shell) else {
      print("SKIPPED: \(shell) is not installed: it does not read its completions")
      return
    }
    try withTemporaryDirectory { folder in
      let file = try folder.write(Array(script.utf8), to: "script")
      let read = try runCommand(["-n", file], program: program)
      #expect(read.exitCode == 0 && read.standardError.isEmpty)
    }
  }
}
