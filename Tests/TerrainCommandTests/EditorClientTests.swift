import Foundation
import TerrainChecks
import TestSupport
import Testing

/// `terrain serve lsp` as clients know it that nobody here wrote: PyPI's pytest-lsp, and Neovim.
@Suite struct EditorClientTests {
  private static let fixtures = TranscriptTests.checkout.appending(path: "Tests/TerrainCommandTests/Fixtures/Editors")

  private func withSystem(_ body: (_ environment: [String: String?], _ folder: URL) throws -> Void) throws {
    try withTemporaryDirectory { folder in
      let schemas = TranscriptTests.checkout.appending(path: "ContentPacks/Schemas").path
      let root = Conformance.packageRoot.path
      let scaffold = try Scaffold.system(
        of: ["page"], from: ("\(root)/ContentPacks/starter", "\(root)/Rules/starter"), in: folder.path, name: "my-shop",
        version: "1.0.0", schemas: schemas)
      for file in scaffold.created {
        let url = URL(fileURLWithPath: file.path)
        try url.deletingLastPathComponent().write(file.bytes, to: url.lastPathComponent)
      }
      try body(["TERRAIN_FOLDER": folder.path, "TERRAIN_PROGRAM": terrainProgram.path, "TERRAIN_HOME": nil], folder)
    }
  }

  @Test func pytestLSP() throws {
    let python = URL(fileURLWithPath: "/usr/bin/env")
    guard (try? runCommand(["python3", "-c", "import pytest_lsp"], program: python).exitCode) == 0 else {
      print("SKIPPED: python3 with `pytest-lsp` is not installed: our own client alone judges the language server")
      return
    }
    try withSystem { environment, folder in
      let result = try runCommand(
        [
          "python3", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error::pytest_lsp.LspSpecificationWarning",
          Self.fixtures.appending(path: "test_language_server.py").path,
        ], program: python, environment: environment, directory: folder, timeout: 120)
      #expect(result.exitCode == 0, "\(result.standardOutput)\(result.standardError)")
      #expect(result.standardOutput.contains("4 passed"))
    }
  }

  @Test func neovim() throws {
    guard let program = installedProgram("nvim") else {
      print("SKIPPED: nvim is not installed: no editor judges the language server")
      return
    }
    try withSystem { environment, folder in
      let result = try runCommand(
        ["--headless", "--clean", "-S", Self.fixtures.appending(path: "neovim.lua").path], program: program,
        environment: environment, directory: folder, timeout: 120)
      let printed = result.standardOutput + result.standardError
      #expect(result.exitCode == 0, "\(printed)")
      #expect(printed.contains("rules/unknown-name"), "\(printed)")
      #expect(printed.contains("**parameter** `my_shop.today.late_from`: `int`"), "\(printed)")
      #expect(printed.contains("evening_from"), "\(printed)")
    }
  }
}
