import Foundation
import TestSupport
import Testing

/// Documents that an earlier version of the program wrote, and that this one has to read.
@Suite struct ReleasedDocumentsTests {
  private static let folder = TranscriptTests.folder.appending(path: "Fixtures/released-0.1")

  @Test func aBuiltPackLoads() throws {
    let result = try runCommand(
      ["suggest", "anna.yaml", "--pack", "./tea-shop.pack.json", "--json"], environment: BatchCommandTests.environment,
      directory: Self.folder)
    #expect(result.exitCode == 0, "\(result.standardError)")
    #expect(result.standardOutput.contains(#""items":[{"id":"chamomile","kind":"tea","#), "\(result.standardOutput)")
  }

  @Test func anAccountLoads() throws {
    let account = Self.folder.appending(path: "account.json").path
    let result = try runCommand(
      ["loyalty", "status", account, "--now", "2026-04-01T00:00:00Z", "--pack", "embera", "--json"],
      environment: BatchCommandTests.environment, directory: TranscriptTests.checkout)
    #expect(result.exitCode == 0, "\(result.standardError)")
    #expect(result.standardOutput.contains(#""balances":{"points":{"balance":315,"active":315,"#))
  }
}
