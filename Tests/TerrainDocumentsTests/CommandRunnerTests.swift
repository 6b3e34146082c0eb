import Foundation
import TestSupport
import Testing

/// The tools other tests stand on.
@Suite struct CommandRunnerTests {
  private let shell = URL(fileURLWithPath: "/bin/sh")

  @Test func whatACommandDoesIsSeen() throws {
    let result = try runCommand(
      ["-c", "cat; echo \"$GREETING\" >&2; exit 3"], program: shell, input: Array("生姜\n".utf8),
      environment: ["GREETING": "hello"])
    #expect(result.standardOutput == "生姜\n" && result.standardError == "hello\n")
    #expect(result.exitCode == 3 && !result.timedOut)
  }

  @Test func aCommandThatDoesNotEndIsEnded() throws {
    #expect(try runCommand(["-c", "while :; do :; done"], program: shell, timeout: 0.1).timedOut)
  }

  @Test func theProgramIsBesideItsTests() {
    #expect(terrainProgram.lastPathComponent == "terrain")
    #expect(FileManager.default.fileExists(atPath: terrainProgram.deletingLastPathComponent().path))
    #expect(terrainProgram.path.contains(".build/"))
  }

  @Test func marksAreTakenOut() {
    let marked = MarkedText("生1️⃣a2️⃣\n1 2️")
    #expect(marked.text == "生a\n1 2️")
    #expect(marked[1] == 3 && marked[2] == 4 && marked[3] == -1)
  }
}
