import Foundation
import TestSupport
import Testing

/// The engine's folder; outside of the suite, whose condition cannot name its own members.
private let engineForPlayground = ProcessInfo.processInfo.environment["TERRAIN_ENGINE"]

/// The page that runs the engine, which `bin/test` compiles for WebAssembly where it is asked to: it takes some minutes.
@Suite(
  .enabled(
    if: engineForPlayground != nil && installedProgram("node") != nil,
    "the engine was not compiled for WebAssembly (TERRAIN_PLAYGROUND=1 bin/test), or node is missing"))
struct PlaygroundTests {
  private static let engine = engineForPlayground
  private static let isLong = ProcessInfo.processInfo.environment["TERRAIN_LONG"] != nil
  private static let checkout = BatchCommandTests.checkout

  /// The bytes of the native program: examples of every pack, scores, pages, requests with mistakes in them, and the CEL cases.
  @Test func answersAsTheProgram() throws {
    let engine = try #require(Self.engine)
    let counts =
      Self.isLong
      ? ["--scores", "1000000", "--pages", "5000", "--hostile", "20000"]
      : ["--scores", "300", "--pages", "10", "--hostile", "60"]
    let cases = Conformance.cel.folder.map { ["--cel", $0.path] } ?? []
    let result = try runCommand(
      [Self.checkout.appending(path: "Playground/parity.mjs").path, engine, terrainProgram.path] + counts + cases,
      program: try #require(installedProgram("node")), directory: Self.checkout, timeout: Self.isLong ? 7200 : 240)
    #expect(result.exitCode == 0, "\(result.standardOutput)\(result.standardError)")
    #expect(result.standardOutput.contains("every answer is the same"))
  }

  /// What is compressed in a page expands to the bytes that it was made of, and damaged bytes are refused.
  @Test(.enabled(if: installedProgram("xz") != nil, "xz is missing, which compresses what is in a page"))
  func pageContainsTheEngine() throws {
    try withTemporaryDirectory { folder in
      let page = folder.appending(path: "page.html").path
      let written = try runCommand(
        ["quicksip", "-o", page], program: Self.checkout.appending(path: "bin/playground"),
        environment: ["TERRAIN_PROGRAM": terrainProgram.path], directory: Self.checkout, timeout: 600)
      try #require(written.exitCode == 0, "\(written.standardError)")
      let result = try runCommand(
        [Self.checkout.appending(path: "Playground/contents.mjs").path, page, try #require(Self.engine)],
        program: try #require(installedProgram("node")), directory: Self.checkout, timeout: 60)
      #expect(result.exitCode == 0, "\(result.standardOutput)\(result.standardError)")
    }
  }

  /// In a worker, with the calls of a client: answers, refusals with their diagnostics, and an end.
  @Test func answersInAWorker() throws {
    try withTemporaryDirectory { folder in
      let pack = folder.appending(path: "pack.json").path
      let built = try runCommand(
        ["build", "terrain", "--output", pack], program: terrainProgram, directory: Self.checkout, timeout: 60)
      try #require(built.exitCode == 0, "\(built.standardError)")
      let script = """
        import { readFile } from "node:fs/promises";
        import { load } from "\(Self.checkout.appending(path: "clients/js/engine/index.mjs").path)";
        const terrain = await load({ wasm: await readFile("\(try #require(Self.engine))"), pack: await readFile("\(pack)") });
        const asked = [-4, 0, 5].map((cold_heat) => terrain.ask("decide", { decision: "types.thermal", facts: { cold_heat } }));
        console.log((await Promise.all(asked)).map((answer) => answer.value).join(" "));
        await terrain.set({ "terrain.types.cold_at_most": -5 });
        console.log((await terrain.ask("decide", { decision: "types.thermal", facts: { cold_heat: -4 } })).value);
        await terrain.ask("score", { answers: { nothing: "x" } }).catch((error) => console.log(error.diagnostics[0].code));
        await terrain.close();
        await terrain.ask("score", {}).catch((error) => console.log(error.message));
        await load({ wasm: await readFile("\(try #require(Self.engine))"), pack: new Uint8Array(3) }).catch((error) => console.log(error.name));
        """
      let file = folder.appending(path: "worker.mjs")
      try Data(script.utf8).write(to: file)
      let result = try runCommand(
        [file.path], program: try #require(installedProgram("node")), directory: Self.checkout, timeout: 60)
      #expect(
        result.standardOutput == """
          cold neutral warm
          neutral
          answers/unknown-question
          the engine was closed
          TerrainError

          """, "\(result.standardError)")
    }
  }
}
