import Foundation
import TestSupport
import Testing

/// The example of an app: a package of its own that needs one product of this one.
@Suite struct ExamplePackageTests {
  /// It compiles what an app compiles, which takes minutes.
  @Test(.enabled(if: TestExtent.isLong && installedProgram("swift") != nil, "run bin/test --long"))
  func theExampleIsBuiltAndRun() throws {
    let checkout = TranscriptTests.checkout
    let swift = try #require(installedProgram("swift"))
    // Beside the tests' own build: what did not change is not built again.
    let scratch = checkout.appending(path: ".build/example").path
    let build = [
      "build", "--package-path", checkout.appending(path: "Documentation/Examples/Embedding").path, "--scratch-path",
      scratch,
    ]
    let built = try runCommand(build, program: swift, directory: checkout, timeout: 900)
    #expect(built.exitCode == 0, "\(built.standardOutput.suffix(2000))\(built.standardError.suffix(2000))")
    let folder = try runCommand(build + ["--show-bin-path"], program: swift, directory: checkout, timeout: 120)
    let program = URL(
      fileURLWithPath: folder.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines) + "/embedding")

    try withTemporaryDirectory { folder in
      let pack = folder.appending(path: "terrain.pack.json").path
      let made = try runCommand(
        ["build", "ContentPacks/terrain", "--output", pack], environment: BatchCommandTests.environment,
        directory: checkout)
      #expect(made.exitCode == 0, "\(made.standardError)")
      let run = try runCommand([pack], program: program, directory: folder, timeout: 60)
      #expect(run.exitCode == 0, "\(run.standardError)")
      #expect(run.standardOutput.hasPrefix("Content "))
      #expect(run.standardOutput.contains("\nYou are Low Flame\n"))
      // People read labels: no id of the pack is shown.
      #expect(!run.standardOutput.contains(/\b(shen|[a-z]+_[a-z_]+)\b/))
      #expect(run.standardOutput.contains(/\nFirst question: .+\?\n/))
      #expect(run.standardOutput.contains(/\n\d+ days in a row, \d+ at most\n/))
      #expect(run.standardOutput.contains("\nTrend of "))
      #expect(run.standardOutput.split(separator: "\n").count { $0.hasPrefix("Try ") } == 3)
      #expect(run.standardOutput.hasSuffix("A warm day is planned\n"))
    }
    #if os(Linux)
      // No C library of ours comes with it.
      let needed = try runCommand([program.path], program: URL(fileURLWithPath: "/usr/bin/ldd")).standardOutput
      #expect(needed.contains("libc") && !needed.contains("yaml"))
    #endif
  }

  /// Every public declaration of the library is documented, and every link of its articles leads somewhere.
  @Test(.enabled(if: installedProgram("swift") != nil && installedProgram("docc") != nil, "docc is missing"))
  func theCatalogIsConverted() throws {
    let checkout = TranscriptTests.checkout
    let modules = terrainProgram.deletingLastPathComponent().appending(path: "Modules")
    let (swift, docc) = (try #require(installedProgram("swift")), try #require(installedProgram("docc")))
    try withTemporaryDirectory { folder in
      let information = try runCommand(["-print-target-info"], program: swift).standardOutput
      let target = try #require(information.firstMatch(of: /"triple": "([^"]+)"/)).1
      let graphs = folder.appending(path: "graphs")
      try FileManager.default.createDirectory(at: graphs, withIntermediateDirectories: true)
      let extracted = try runCommand(
        [
          "symbolgraph-extract", "-module-name", "TerrainKit", "-target", String(target), "-I", modules.path,
          "-output-dir", graphs.path, "-minimum-access-level", "public",
        ], program: swift, timeout: 120)
      #expect(extracted.exitCode == 0, "\(extracted.standardError)")
      let converted = try runCommand(
        [
          "convert", checkout.appending(path: "Sources/TerrainKit/TerrainKit.docc").path,
          "--additional-symbol-graph-dir", graphs.path, "--output-dir", folder.appending(path: "site").path,
          "--fallback-display-name", "TerrainKit", "--fallback-bundle-identifier", "terrain.TerrainKit",
          "--warnings-as-errors",
        ], program: docc, timeout: 120)
      #expect(converted.exitCode == 0, "\(converted.standardOutput)\(converted.standardError)")
      #expect(
        FileManager.default.fileExists(
          atPath: folder.appending(path: "site/data/documentation/terrainkit/frompacktoscreen.json").path))
    }
  }
}
