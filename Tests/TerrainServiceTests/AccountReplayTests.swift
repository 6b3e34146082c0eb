import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainService
import TestSupport
import Testing

/// Files of events: however many threads read them, the accounts are those of their events.
@Suite struct AccountReplayTests {
  /// An order, a return of a part of it, a correction: one of them an hour.
  private static func line(_ number: Int, of account: String) -> String {
    let day = String(format: "%02d-%02dT%02d", number / 600 % 12 + 1, number / 24 % 25 + 1, number % 24)
    let time = "2026-\(day):00:00Z"
    let head = "{\"account\":\"\(account)\",\"id\":\"e\(number)\",\"time\":\"\(time)\","
    switch number % 3 {
    case 0:
      return head + "\"type\":\"earn\",\"amount\":{\"currency\":\"USD\",\"minor\":\(900 + number % 700)},"
        + "\"facts\":{\"lines\":[{\"product\":\"house-ember\",\"quantity\":1}]}}"
    case 1:
      return head + "\"type\":\"refund\",\"of\":\"e\(number - 1)\",\"amount\":{\"currency\":\"USD\",\"minor\":150}}"
    default: return head + "\"type\":\"adjust\",\"change\":\(number % 2 == 0 ? 3 : -3)}"
    }
  }

  /// How many accounts the lines are of.
  @Test(arguments: [1, 3, 40]) func howeverManyReadThem(accounts: Int) throws {
    // Two threads at least read the lines of one account.
    let count = TestExtent.count(5000, long: 12_000, of: "events of \(accounts) accounts")
    let lines = (0..<count).map { Self.line($0, of: "a\($0 / 3 % accounts)") }
    var dice = SplitMix64(seed: 1)
    let file = lines.shuffled(using: &dice).joined(separator: "\n")
    var found: [String] = []
    try withTemporaryDirectory { folder in
      let path = try folder.write(file, to: "events.ndjson")
      try AccountReplay(now: nil, balancesOnly: false, engine: MethodFixture.loyaltyEngine)
        .run(file: path) { found.append(String(decoding: $0, as: UTF8.self)) }
    }

    let engine = try MethodFixture.loyaltyEngine()
    let session = LoyaltySession(engine)
    var expected: [String] = []
    for account in (0..<accounts).map({ "a\($0)" }).sorted() {
      let own = try lines.filter { $0.contains("\"\(account)\"") }.map { line in
        let (document, _) = JSONReader.read(SourceText(name: "line", bytes: Array(line.utf8)))
        return try engine.event(try #require(document).root, of: Text(account))
      }
      let (folded, _) = try session.replay(own, account: Text(account), now: own.map(\.time).max() ?? .epoch)
      #expect(folded.unitsThatDisagree().isEmpty)
      var writer = JSONWriter(.compact)
      try ResultType.account.write(AccountDocument(account: folded, engine: engine), to: &writer)
      writer.newline()
      expected.append(String(decoding: writer.bytes, as: UTF8.self))
    }
    #expect(found == expected)
  }

  /// A file that is grouped by account gives the same accounts, however much of it is read at once.
  @Test(arguments: [1, 300_000, 32 << 20]) func groupedIsTheSame(size: Int) throws {
    // Accounts of very different sizes; the last line has no end.
    let lines = (0..<9000).map { number in
      Self.line(number, of: "a\(number < 6000 ? 0 : number < 6100 ? 1 : 2 + (number - 6100) / 60)")
    }
    try withTemporaryDirectory { folder in
      let path = try folder.write(lines.joined(separator: "\n"), to: "events.ndjson")
      let replay = AccountReplay(now: nil, balancesOnly: false, engine: MethodFixture.loyaltyEngine)
      var (whole, grouped): ([[UInt8]], [[UInt8]]) = ([], [])
      try replay.run(file: path) { whole.append($0) }
      try replay.run(grouped: path, size: size) { grouped.append($0) }
      #expect(grouped.count == 51)
      #expect(grouped.sorted { $0.lexicographicallyPrecedes($1) } == whole.sorted { $0.lexicographicallyPrecedes($1) })
      #expect(String(decoding: grouped[1].prefix(15), as: UTF8.self) == "{\"account\":\"a1\"")
    }
  }

  @Test(arguments: [1, 32 << 20]) func whatIsNotGroupedIsRefused(size: Int) throws {
    var lines = (0..<4000).map { Self.line($0, of: "a\($0 / 1000)") }
    try withTemporaryDirectory { folder in
      func codes() throws -> [String] {
        let path = try folder.write(lines.joined(separator: "\n") + "\n", to: "events.ndjson")
        let error = #expect(throws: DiagnosticError.self) {
          try AccountReplay(now: nil, balancesOnly: true, engine: MethodFixture.loyaltyEngine).run(
            grouped: path, size: size
          ) { _ in }
        }
        return error?.diagnostics.map { diagnostic in
          (diagnostic.place.map { "\($0.source.position(at: Int($0.range.start)).line) " } ?? "") + diagnostic.code
        } ?? []
      }
      lines.append(Self.line(4000, of: "a1"))
      let ungrouped = try codes()
      #expect(ungrouped == ["4001 account/not-grouped"])
      lines[4000] = #"{"account": "a9", "type": "ern", "id": "x", "time": "2026-01-05T12:00:00Z"}"#
      let wrong = try codes()
      #expect(wrong == ["4001 account/event-type"])
      lines = ["", ""]
      let empty = try codes()
      #expect(empty == ["account/line"])
    }
  }

  /// Lines that are no events, or one that is there already: all of them are complained of, as they stand.
  @Test func everyLineThatIsNoEventIsNamed() throws {
    var lines = (0..<9000).map { Self.line($0, of: "a\($0 % 7)") }
    lines[3] = "{bad"
    lines[4100] = #"{"account": "a0", "type": "ern", "id": "x", "time": "2026-01-05T12:00:00Z"}"#
    lines[4200] = Self.line(4200, of: "a0").replacing("minor\":", with: "minor\":1")
    lines[4201] = Self.line(4200, of: "a0")
    lines[8000] = "[]"
    try withTemporaryDirectory { folder in
      let path = try folder.write(lines.joined(separator: "\n"), to: "events.ndjson")
      var written = 0
      let error = #expect(throws: DiagnosticError.self) {
        try AccountReplay(now: nil, balancesOnly: true, engine: MethodFixture.loyaltyEngine).run(file: path) { _ in
          written += 1
        }
      }
      let found = error?.diagnostics.map { diagnostic in
        let line = diagnostic.place.map { "\($0.source.position(at: Int($0.range.start)).line) " } ?? ""
        return line + diagnostic.code
      }
      #expect(
        found?.dropFirst() == [
          "4101 account/event-type", "4202 account/event-conflict", "8001 account/line",
        ])
      #expect(found?.first?.hasPrefix("4 json/") == true)
      #expect(written == 0)
    }
  }

  @Test func noMoreIsSaidThanAnybodyReads() throws {
    try withTemporaryDirectory { folder in
      let path = try folder.write(String(repeating: "[]\n", count: 1000), to: "events.ndjson")
      let error = #expect(throws: DiagnosticError.self) {
        try AccountReplay(now: nil, balancesOnly: true, engine: MethodFixture.loyaltyEngine).run(file: path) { _ in }
      }
      #expect(error?.diagnostics.count == AccountReplay.diagnosticLimit)
      let empty = try folder.write("\n\n", to: "empty.ndjson")
      #expect(throws: DiagnosticError.self) {
        try AccountReplay(now: nil, balancesOnly: true, engine: MethodFixture.loyaltyEngine).run(file: empty) { _ in }
      }
    }
  }
}
