import Foundation
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainService
import TestSupport
import Testing

/// New versions: swapped in where they are right, refused where they are not.
@Suite struct ReloadTests {
  /// A copy of the small pack and its rules, to be changed.
  struct Copy {
    let folder: URL
    var rules: URL { folder.appending(path: "Rules/small/clock.yaml") }

    init(_ folder: URL) throws {
      self.folder = folder
      let small = MethodFixture.checkout.appending(path: "Tests/TerrainCommandTests/Fixtures/small")
      for name in try FileManager.default.contentsOfDirectory(atPath: small.path) {
        try FileManager.default.copyItem(at: small.appending(path: name), to: folder.appending(path: name))
      }
    }

    func served() throws -> ServedSystem {
      let locator = PackLocator(home: nil, workingFolder: "/nowhere", program: nil)
      return try ServedSystem(SystemPlace(pack: folder.appending(path: "ContentPacks/small").path, locator: locator))
    }

    func change(_ old: String, _ new: String) throws {
      let text = try String(contentsOf: rules, encoding: .utf8)
      #expect(text.contains(old))
      // As editors do: a new file, moved over the old one.
      try text.replacing(old, with: new).write(to: rules, atomically: true, encoding: .utf8)
    }
  }

  static func withCopy(_ body: (Copy) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "terrain-reload-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(Copy(folder))
  }

  static func answer(_ name: String, _ state: ServiceState) throws -> String {
    let method = try #require(AnyOperation.named(name))
    return try MethodFixture.answer(method, "{}", OperationSession(state.served, service: state))
  }

  @Test func aRightVersionIsSwappedInAndAWrongOneRefused() throws {
    try Self.withCopy { copy in
      let log = LogCollector()
      let state = ServiceState(try copy.served(), log: log.log(level: .debug))
      let first = state.served.rules.hash
      #expect(try Self.answer("pack.reload", state).contains(#""outcome":"unchanged""#))
      try copy.change("northern_month:", "# Another remark.\n  northern_month:")
      #expect(try Self.answer("pack.reload", state).contains(#""outcome":"swapped""#))
      let second = state.served.rules.hash
      #expect(second != first)
      #expect(try Self.answer("health", state).contains(#""status":"ok""#))

      try copy.change("then: spring", "then: sprng")
      do {
        _ = try Self.answer("pack.reload", state)
        Issue.record("a wrong version was taken")
      } catch let error as DiagnosticError {
        #expect(error.diagnostics.contains { $0.message.contains("sprng") || $0.fix?.contains("spring") ?? false })
      }
      #expect(state.served.rules.hash == second, "the old version stays")
      let health = try Self.answer("health", state)
      #expect(health.contains(#""status":"stale""#) && health.contains("did you mean `spring`"))
      #expect(log.text.contains("version-refused") && log.text.contains("clock.yaml"))

      try copy.change("then: sprng", "then: spring")
      #expect(try Self.answer("pack.reload", state).contains(#""outcome":"unchanged""#))
      #expect(try Self.answer("health", state).contains(#""status":"ok""#))
    }
  }

  /// Rules that are taken away are not replaced by others of the same id, wherever these are found.
  @Test func rulesThatAreTakenAwayAreNotReplaced() throws {
    try Self.withCopy { copy in
      try Self.withCopy { other in
        let home = other.folder.path
        let locator = PackLocator(home: home, workingFolder: home, program: "\(home)/bin/program/terrain")
        let pack = copy.folder.appending(path: "ContentPacks/small").path
        let state = ServiceState(
          try ServedSystem(SystemPlace(pack: pack, locator: locator)), log: LogCollector().log(level: .error))
        let (served, hash) = (state.served, state.served.rules.hash)
        let rules = copy.rules.deletingLastPathComponent()
        let away = copy.folder.appending(path: "elsewhere")
        try FileManager.default.moveItem(at: rules, to: away)
        // Other rules, so that a swap would be noticed.
        let clock = try String(contentsOf: other.rules, encoding: .utf8)
        try (clock + "# Another remark.\n").write(to: other.rules, atomically: true, encoding: .utf8)
        #expect(throws: DiagnosticError.self) { try Self.answer("pack.reload", state) }
        #expect(state.served === served && state.served.rules.hash == hash)
        #expect(try Self.answer("health", state).contains(#""status":"stale""#))
        try FileManager.default.moveItem(at: away, to: rules)
        #expect(try Self.answer("pack.reload", state).contains(#""outcome":"unchanged""#))
        #expect(try Self.answer("health", state).contains(#""status":"ok""#))
      }
    }
  }

  /// Rules that load and have a hole are not taken: what the proofs say counts.
  @Test func rulesThatCannotBeProvedAreRefused() throws {
    try Self.withCopy { copy in
      let state = ServiceState(try copy.served(), log: LogCollector().log(level: .error))
      try copy.change(", otherwise: evening", "")
      #expect(throws: DiagnosticError.self) { try Self.answer("pack.reload", state) }
      #expect(try Self.answer("health", state).contains("rules/table-gap"))
    }
  }

  /// Answers go on while versions change, and each says which one it is from.
  @Test func answersNameTheirVersion() throws {
    try Self.withCopy { copy in
      let served = try copy.served()
      let state = ServiceState(served, log: LogCollector().log(level: .error))
      let session = OperationSession(served, service: state)
      try copy.change("northern_month:", "# Another remark.\n  northern_month:")
      _ = try Self.answer("pack.reload", state)
      let method = try #require(AnyOperation.named("decide"))
      let ask = #"{"decision": "clock.season", "facts": {"month": 4, "hour": 7}}"#
      let old = try MethodFixture.answer(method, ask, session)
      let new = try MethodFixture.answer(method, ask, OperationSession(state.served, service: state))
      #expect(old.contains(served.rules.hash) && new.contains(state.served.rules.hash) && old != new)
    }
  }

  /// A watcher notices a file that is replaced, and one that is written in place.
  @Test func changesAreNoticed() throws {
    try Self.withCopy { copy in
      let swapped = DispatchSemaphore(value: 0)
      let state = ServiceState(
        try copy.served(),
        log: LogCollector().log(level: .info) { if $0.contains("version-swapped") { swapped.signal() } })
      let first = state.served.rules.hash
      let watcher = try #require(SystemWatcher(state))
      try copy.change("northern_month:", "# Replaced.\n  northern_month:")
      #expect(swapped.wait(timeout: .now() + 20) == .success)
      #expect(state.served.rules.hash != first)
      watcher.stop()
    }
  }

  /// A folder that is taken away and put back, or replaced by another one, is still the folder that is served.
  @Test func aFolderThatIsReplacedIsWatched() throws {
    try Self.withCopy { copy in
      let (swapped, refused) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let state = ServiceState(
        try copy.served(),
        log: LogCollector().log(level: .info) { line in
          if line.contains("version-swapped") { swapped.signal() }
          if line.contains("version-refused") { refused.signal() }
        })
      let first = state.served.rules.hash
      let watcher = try #require(SystemWatcher(state))
      let rules = copy.rules.deletingLastPathComponent()
      let away = copy.folder.appending(path: "elsewhere")
      try FileManager.default.moveItem(at: rules, to: away)
      #expect(refused.wait(timeout: .now() + 60) == .success)
      try FileManager.default.moveItem(at: away, to: rules)
      try copy.change("northern_month:", "# Back again.\n  northern_month:")
      #expect(swapped.wait(timeout: .now() + 60) == .success)
      #expect(state.served.rules.hash != first)
      watcher.stop()
    }
  }
}
