import Foundation
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainService
import TerrainYAML
import Testing

/// A pipe that takes the place of a file: nobody writes to it, and a service that waited for it would never see another version.
@Suite struct PipeReloadTests {
  private func replaceByPipe(_ file: URL) throws -> Data {
    let bytes = try Data(contentsOf: file)
    try FileManager.default.removeItem(at: file)
    #expect(mkfifo(file.path, 0o600) == 0)
    return bytes
  }

  private func restore(_ file: URL, _ bytes: Data) throws {
    try FileManager.default.removeItem(at: file)
    try bytes.write(to: file)
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "Rules/small/clock.yaml", "Rules/small/ruleset.yaml", "ContentPacks/small/pack.yaml",
    ])
  func aFolderIsReadWithoutWaiting(_ name: String) throws {
    try ReloadTests.withCopy { copy in
      let state = ServiceState(try copy.served(), log: LogCollector().log(level: .error))
      let served = state.served
      let file = copy.folder.appending(path: name)
      let bytes = try replaceByPipe(file)
      #expect(!served.isCurrent)
      #expect(throws: DiagnosticError.self) { try ReloadTests.answer("pack.reload", state) }
      #expect(state.served === served)
      try restore(file, bytes)
      #expect(served.isCurrent)
      #expect(try ReloadTests.answer("pack.reload", state).contains(#""outcome":"unchanged""#))
    }
  }

  @Test(.timeLimit(.minutes(1))) func aWatcherSeesWhatComesAfterThePipe() throws {
    try ReloadTests.withCopy { copy in
      let swapped = DispatchSemaphore(value: 0)
      let state = ServiceState(
        try copy.served(),
        log: LogCollector().log(level: .info) { if $0.contains("version-swapped") { swapped.signal() } })
      let watcher = try #require(SystemWatcher(state))
      defer { watcher.stop() }
      let bytes = try replaceByPipe(copy.rules)
      Thread.sleep(forTimeInterval: 1)
      try restore(copy.rules, Data("# Another remark.\n".utf8) + bytes)
      #expect(swapped.wait(timeout: .now() + 30) == .success)
    }
  }

  /// Between the look at a path and the read of it: whatever is there then is not waited for.
  @Test(.timeLimit(.minutes(1))) func whatIsReadIsAFile() throws {
    try ReloadTests.withCopy { copy in
      let pipe = copy.folder.appending(path: "pipe").path
      #expect(mkfifo(pipe, 0o600) == 0)
      for path in [pipe, "/dev/zero", "/dev/full"] {
        let error = #expect(throws: DiagnosticError.self) { try SourceText.loadFile(path: path) }
        #expect(error?.diagnostics.map(\.code) == ["file/not-found"], "\(path)")
        let files = ContentFiles.disk(SourceReader.read)
        #expect(throws: DiagnosticError.self) { try files.source(path) }
        #expect(files.media(path) == nil)
        #expect(throws: DiagnosticError.self) { try BuiltPack.load(path: path) }
      }
      let error = #expect(throws: DiagnosticError.self) { try SourceText.loadFile(path: copy.folder.path) }
      #expect(error?.diagnostics.map(\.code) == ["file/is-a-directory"])
      let source = try SourceText.loadFile(path: copy.rules.path)
      #expect(!source.bytes.isEmpty)
    }
  }
}
