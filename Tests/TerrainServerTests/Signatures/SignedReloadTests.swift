import Foundation
import TerrainDocuments
import TerrainOperations
import TerrainServer
import TestSupport
import Testing

/// A service that requires a signature: what is signed is served, and what is not leaves the last good version.
@Suite struct SignedReloadTests {
  private func refusal(_ state: ServiceState) -> [String] {
    do {
      _ = try ReloadTests.answer("pack.reload", state)
      return []
    } catch let error as DiagnosticError {
      return error.diagnostics.map(\.code)
    } catch {
      return ["\(error)"]
    }
  }

  @Test(arguments: Signer.installed) func theLastGoodVersionStays(_ signer: Signer) throws {
    try SignatureFixture.with(signer) { fixture in
      let log = LogCollector()
      let state = ServiceState(try fixture.served(fixture.requirement()), log: log.log(level: .debug))
      let first = state.served
      #expect(first.signature?.signer == (signer == .openSSH ? SignatureFixture.identity : nil))
      let report = try #require(first.signature?.report)
      let named = signer == .openSSH ? #""signer":"\#(SignatureFixture.identity)","# : ""
      #expect(try ReloadTests.answer("health", state).contains(#""signature":{\#(named)"report":""#))
      #expect(report.contains(signer == .openSSH ? SignatureFixture.identity : "signed by a test"))
      #expect(refusal(state) == [])

      // A new version without its signature.
      try fixture.copy.change("northern_month:", "# Another remark.\n  northern_month:")
      try fixture.build()
      #expect(refusal(state) == ["signature/not-valid"])
      #expect(state.served === first)
      let health = try ReloadTests.answer("health", state)
      #expect(health.contains(#""status":"stale""#) && health.contains("signature/not-valid"))
      #expect(state.metricsReport().text.contains("\nterrain_stale 1\n"))
      #expect(log.text.contains("version-refused") && log.text.contains("signature/not-valid"))
      #expect(try ReloadTests.answer("pack.validate", state).contains("signature/not-valid"))

      try fixture.sign("pack.json")
      #expect(refusal(state) == [])
      let second = state.served
      #expect(second !== first && second.rules.hash != first.rules.hash)
      #expect(try ReloadTests.answer("health", state).contains(#""status":"ok""#))
      #expect(log.text.contains("version-swapped") && log.text.contains(#""signature":"#))
      #expect(try !ReloadTests.answer("pack.validate", state).contains("signature/"))

      // A folder with the name of the file is not signed, however right its pack is.
      try FileManager.default.removeItem(atPath: fixture.path("pack.json"))
      try FileManager.default.copyItem(atPath: fixture.path("ContentPacks/small"), toPath: fixture.path("pack.json"))
      #expect(refusal(state) == ["signature/not-a-built-pack"])
      try FileManager.default.removeItem(atPath: fixture.path("pack.json"))
      #expect(refusal(state) == ["file/not-found"])
      try fixture.build()
      #expect(refusal(state) == [])

      // A key that is taken away no longer counts.
      try fixture.makeKey("other")
      try FileManager.default.removeItem(atPath: fixture.path("key.keys"))
      try FileManager.default.moveItem(atPath: fixture.path("other.keys"), toPath: fixture.path("key.keys"))
      #expect(refusal(state) == ["signature/not-valid"])
      #expect(state.served === second)
    }
  }

  @Test(arguments: Signer.installed) func aServiceDoesNotBeginWithAnUnsignedPack(_ signer: Signer) throws {
    try SignatureFixture.with(signer) { fixture in
      try fixture.makeKey("other")
      #expect(throws: DiagnosticError.self) { try fixture.served(fixture.requirement(keys: "other.keys")) }
    }
  }

  /// The pack is replaced by another one while the program verifies it: what was verified is served.
  @Test(arguments: Signer.installed) func theBytesThatWereVerifiedAreLoaded(_ signer: Signer) throws {
    try SignatureFixture.with(signer) { fixture in
      let honest = try fixture.served(fixture.requirement())
      try fixture.copy.change("northern_month:", "# Another remark.\n  northern_month:")
      try fixture.build("unsigned.json")
      let tool = try #require(installedProgram(signer.rawValue)).path
      let program = try fixture.program(
        "cp '\(fixture.path("unsigned.json"))' '\(fixture.path("pack.json"))'\nexec '\(tool)' \"$@\"")
      let served = try fixture.served(fixture.requirement(program: program))
      #expect(served.rules.hash == honest.rules.hash && served.pack == honest.pack)
      #expect(!served.isCurrent, "what is there now is something else")
      let decide = try #require(AnyOperation.named("decide"))
      let request = #"{"decision": "clock.season", "facts": {"month": 4, "hour": 7}}"#
      #expect(
        try MethodFixture.answer(decide, request, OperationSession(served))
          == MethodFixture.answer(decide, request, OperationSession(honest)))
      // The other order: an unsigned pack that becomes the signed one meanwhile was not verified.
      let signed = try Data(contentsOf: fixture.folder.appending(path: "pack.json"))
      #expect(fixture.codes(fixture.requirement()) == ["signature/not-valid"])
      try fixture.copy.change("# Another remark.\n  northern_month:", "northern_month:")
      try fixture.build("signed.json")
      let other = try fixture.program(
        "cp '\(fixture.path("signed.json"))' '\(fixture.path("pack.json"))'\nexec '\(tool)' \"$@\"")
      try signed.write(to: fixture.folder.appending(path: "pack.json"))
      #expect(fixture.codes(fixture.requirement(program: other)) == ["signature/not-valid"])
    }
  }

  /// The pack arrives before its signature: the watcher tries again when the signature is there.
  @Test(arguments: Signer.installed) func theSignatureIsWatched(_ signer: Signer) throws {
    try SignatureFixture.with(signer) { fixture in
      // In a folder of its own, where nothing else changes.
      try FileManager.default.createDirectory(atPath: fixture.path("signatures"), withIntermediateDirectories: false)
      try fixture.sign("pack.json", as: "signatures/one")
      let (swapped, refused) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let state = ServiceState(
        try fixture.served(fixture.requirement(signature: "signatures/one")),
        log: LogCollector().log(level: .info) { line in
          if line.contains("version-swapped") { swapped.signal() }
          if line.contains("version-refused") { refused.signal() }
        })
      let watcher = try #require(SystemWatcher(state))
      try fixture.copy.change("northern_month:", "# Another remark.\n  northern_month:")
      try fixture.build("new.json")
      try fixture.sign("new.json", as: "new.signature")
      #expect(rename(fixture.path("new.json"), fixture.path("pack.json")) == 0)
      #expect(refused.wait(timeout: .now() + 60) == .success)
      #expect(rename(fixture.path("new.signature"), fixture.path("signatures/one")) == 0)
      #expect(swapped.wait(timeout: .now() + 60) == .success)
      watcher.stop()
    }
  }
}
