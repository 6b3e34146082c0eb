import Foundation
import TestSupport
import Testing

/// `terrain mcp` as clients know it that nobody here wrote: PyPI's `mcp` and `fastmcp`, under the published schemas.
@Suite struct AssistantClientTests {
  @Test func clientsOfPyPI() throws {
    let env = URL(fileURLWithPath: "/usr/bin/env")
    let python = ProcessInfo.processInfo.environment["TERRAIN_MCP_PYTHON"] ?? "python3"
    guard let schemas = Conformance.mcp.folder else {
      print("SKIPPED: the conformance folder `mcp` is missing: no schema judges messages of `terrain mcp`")
      return
    }
    guard (try? runCommand([python, "-c", "import mcp, fastmcp, jsonschema"], program: env).exitCode) == 0 else {
      print(
        "SKIPPED: python3 with `mcp`, `fastmcp` and `jsonschema` is not installed: our own client alone judges `terrain mcp`"
      )
      return
    }
    try withTemporaryDirectory { folder in
      let script = TranscriptTests.checkout.appending(path: "Tests/TerrainCommandTests/Fixtures/Assistants/check.py")
      let result = try runCommand(
        [python, script.path, terrainProgram.path, TranscriptTests.checkout.path, schemas.path, folder.path],
        program: env, timeout: 300)
      print(result.standardOutput)
      #expect(result.exitCode == 0, "\(result.standardOutput)\(result.standardError)")
      #expect(result.standardOutput.hasSuffix("everything is valid\n"))
    }
  }

  @Test func theFolderForWritingIsThere() throws {
    let result = try runCommand(
      ["mcp", "--pack", "ContentPacks/terrain", "--allow-write", "nowhere"], environment: BatchCommandTests.environment,
      directory: TranscriptTests.checkout)
    #expect(result.exitCode == 1)
    #expect(result.standardError.contains("mcp/no-folder"))
    #expect(result.standardOutput.isEmpty)
  }

  @Test func aBuiltPackHasNoFiles() throws {
    try withTemporaryDirectory { folder in
      let pack = folder.appending(path: "terrain.pack.json").path
      let built = try runCommand(
        ["pack", "build", "ContentPacks/terrain", "--output", pack], environment: BatchCommandTests.environment,
        directory: TranscriptTests.checkout, timeout: 240)
      #expect(built.exitCode == 0, "\(built.standardError)")
      let call = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"validate"}}"#
      let lines = [
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#, call,
        #"{"jsonrpc":"2.0","id":2,"method":"resources/list"}"#,
      ].map { "\($0)\n" }.joined()
      let result = try runCommand(
        ["mcp", "--pack", pack], input: Array(lines.utf8), environment: BatchCommandTests.environment,
        directory: TranscriptTests.checkout, timeout: 240)
      let answers = result.standardOutput.split(separator: "\n")
      try #require(answers.count == 3, "\(result.standardOutput)\(result.standardError)")
      #expect(answers[1].contains("mcp/built-pack"))
      #expect(answers[2].contains("terrain://diagnostics") && !answers[2].contains("terrain://files/"))
      #expect(result.exitCode == 0)
    }
  }
}
