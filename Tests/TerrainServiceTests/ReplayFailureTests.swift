import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainService
import TerrainYAML
import TestSupport
import Testing

/// Files of events in which rules fail for some accounts: all others are written, and each failure is reported with its event and its account.
@Suite struct ReplayFailureTests {
  /// A program whose rules divide by a number that events give.
  private static func write(to folder: URL) throws {
    try folder.write(
      """
      id: shop
      version: 1.0.0
      default_locale: en
      rules: { id: shop, version: "^1.0.0" }
      kinds: {}
      enums: { tier: { values: [plain, gold], ordered: true } }

      """, to: "pack/pack.yaml")
    try folder.write(
      "rules: 1\nid: shop\nversion: 1.0.0\nmodules: { shop.loyalty: loyalty.yaml }\n", to: "rules/ruleset.yaml")
    try folder.write(
      """
      rules: 1
      module: shop.loyalty
      facts:
        event_type: { type: string, values: [earn, adjust] }
        parts: { type: int, optional: true }
        lifetime: { type: int }
      decisions:
        settings: { value: { unit: points, zone: UTC, currency: USD, rounding: floor } }
        refused: { value: none }
        earned: { hit: collect, rows: [{ id: base, then: { add: "= 60 / parts.orValue(1)" } }] }
        cost: { value: 0 }
        taken_back: { value: 0 }
        level: { type: tier, hit: first, rows: [{ id: gold, when: "lifetime >= 100", then: gold }], otherwise: plain }

      """, to: "rules/loyalty.yaml")
  }

  private static func replay(_ folder: URL) throws -> AccountReplay {
    let engine = try LoyaltyEngine(
      LoadedSystem.load(
        packAt: folder.appending(path: "pack").path, rulesAt: folder.appending(path: "rules").path,
        documents: SourceReader.read, contracts: [LoyaltyEngine.contract], kinds: []))
    return AccountReplay(now: nil, balancesOnly: false) { () throws(DiagnosticError) in engine }
  }

  /// What was written, and what was reported.
  private static func outcome(
    _ replay: AccountReplay, _ path: String, grouped size: Int? = nil
  ) throws -> (lines: [String], diagnostics: [Diagnostic]) {
    var lines: [String] = []
    do throws(DiagnosticError) {
      let write: ([UInt8]) -> Void = { lines.append(String(decoding: $0, as: UTF8.self)) }
      if let size {
        try replay.run(grouped: path, size: size, write: write)
      } else {
        try replay.run(file: path, write: write)
      }
    } catch {
      return (lines, error.diagnostics)
    }
    return (lines, [])
  }

  @Test func whatFailsStopsNoOtherAccount() throws {
    try withTemporaryDirectory { folder in
      try Self.write(to: folder)
      let replay = try Self.replay(folder)
      for seed in 0..<TestExtent.count(60, long: 20_000, of: "files in which rules fail") {
        var dice = SplitMix64(seed: UInt64(seed))
        var (all, healthy): ([String], [String]) = ([], [])
        /// The first event that fails, and the first line, by account.
        var failing: [(account: String, event: String, line: Int)] = []
        for number in 0..<Int.random(in: 1...8, using: &dice) {
          let account = "a\(number)"
          var lines: [String] = []
          var failed: String?
          for event in 0..<Int.random(in: 1...5, using: &dice) {
            let parts = Int.random(in: 0...6, using: &dice)
            let isEarn = Bool.random(using: &dice)
            let body =
              isEarn
              ? "\"type\":\"earn\",\"facts\":{\"parts\":\(parts)}" : "\"type\":\"adjust\",\"change\":\(parts + 1)"
            if isEarn, parts == 0 { failed = failed ?? "e\(event)" }
            lines.append(
              "{\"account\":\"\(account)\",\"id\":\"e\(event)\",\"time\":\"2026-03-0\(event + 1)T10:00:00Z\",\(body)}")
          }
          if let failed { failing.append((account, failed, all.count + 1)) } else { healthy += lines }
          all += lines.shuffled(using: &dice)
        }
        let path = try folder.write(all.joined(separator: "\n"), to: "all.ndjson")
        let expected: [String]
        if healthy.isEmpty {
          expected = []
        } else {
          expected = try Self.outcome(replay, folder.write(healthy.joined(separator: "\n"), to: "healthy.ndjson")).lines
        }
        for size in [nil, 1, 1 << 20] as [Int?] {
          let (lines, diagnostics) = try Self.outcome(replay, path, grouped: size)
          #expect(lines == expected, "seed \(seed)")
          let messages = diagnostics.filter { $0.severity == .error }.map(\.message)
          #expect(messages.count == failing.count, "seed \(seed): \(messages)")
          for (message, (account, event, _)) in zip(messages, failing) {
            #expect(message.hasSuffix(" (event `\(event)` of account `\(account)`)"), "seed \(seed): \(message)")
          }
          let notes = diagnostics.filter { $0.severity == .info }.map(\.message)
          #expect(
            notes == failing.map { "this is about the account whose first event is on line \($0.line) of `\(path)`" },
            "seed \(seed)")
        }
      }
    }
  }

  /// A line that is no event is a mistake in the file: then nothing is written, whatever rules do.
  @Test func aLineThatIsNoEventIsReportedAlone() throws {
    try withTemporaryDirectory { folder in
      try Self.write(to: folder)
      let path = try folder.write(
        """
        {"account":"a","id":"x","time":"2026-03-01T10:00:00Z","type":"earn","facts":{"parts":0}}
        {"account":"b","id":"x","time":"2026-03-01T10:00:00Z","type":"earn"}
        {"account":"c","id":"x","time":"2026-03-01T10:00:00Z","type":"ern"}
        """, to: "events.ndjson")
      let (lines, diagnostics) = try Self.outcome(try Self.replay(folder), path)
      #expect(lines.isEmpty && diagnostics.map(\.code) == ["account/event-type"])
    }
  }

  @Test func noMoreThanALimitIsReported() throws {
    try withTemporaryDirectory { folder in
      try Self.write(to: folder)
      let lines = (0..<300).map { number in
        "{\"account\":\"a\(number)\",\"id\":\"x\",\"time\":\"2026-03-01T10:00:00Z\",\"type\":\"earn\",\"facts\":{\"parts\":\(number % 2)}}"
      }
      let path = try folder.write(lines.joined(separator: "\n"), to: "events.ndjson")
      let (written, diagnostics) = try Self.outcome(try Self.replay(folder), path)
      #expect(written.count == 150 && diagnostics.count == AccountReplay.diagnosticLimit)
    }
  }
}
