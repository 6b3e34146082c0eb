import Foundation
import TestSupport
import Testing

/// `terrain serve mcp` as clients know it that nobody here wrote: PyPI's `mcp` and `fastmcp`, under the published schemas.
@Suite struct AssistantClientTests {
  @Test func clientsOfPyPI() throws {
    let env = URL(fileURLWithPath: "/usr/bin/env")
    let python = ProcessInfo.processInfo.environment["TERRAIN_MCP_PYTHON"] ?? "python3"
    guard let schemas = Conformance.mcp.folder else {
      print("SKIPPED: the conformance folder `mcp` is missing: no schema judges messages of `terrain serve mcp`")
      return
    }
    guard (try? runCommand([python, "-c", "import mcp, fastmcp, jsonschema"], program: env).exitCode) == 0 else {
      print(
        "SKIPPED: python3 with `mcp`, `fastmcp` and `jsonschema` is not installed: our own client alone judges `terrain serve mcp`"
      )
      return
    }
    let script = TranscriptTests.checkout.appending(path: "Tests/TerrainCommandTests/Fixtures/Assistants/check.py")
    let result = try runCommand(
      [python, script.path, terrainProgram.path, TranscriptTests.checkout.path, schemas.path], program: env,
      timeout: 300)
    print(result.standardOutput)
    #expect(result.exitCode == 0, "\(result.standardOutput)\(result.standardError)")
    #expect(result.standardOutput.hasSuffix("everything is valid\n"))
  }
}
