import TerrainDocuments
import TerrainEngines
import TerrainService
import TestSupport
import Testing

/// Files of accounts, read line by line.
@Suite struct AccountReportReaderTests {
  private func report(_ file: String) throws -> AccountReport {
    try withTemporaryDirectory { folder in
      var reader = AccountReportReader(
        LoyaltySession(try MethodFixture.loyaltyEngine()), .init(now: nil, since: nil, days: 30))
      try reader.add(file: folder.write(file, to: "accounts.ndjson"))
      return reader.report
    }
  }

  @Test func accountsOfAnotherProgramsOutput() throws {
    var lines: [String] = []
    try withTemporaryDirectory { folder in
      let events = (0..<700).map { number in
        "{\"account\":\"a\(number % 300)\",\"id\":\"e\(number)\",\"type\":\"earn\",\"time\":\"2026-03-01T10:00:00Z\","
          + "\"amount\":{\"currency\":\"USD\",\"minor\":1000},\"facts\":{\"lines\":[]}}"
      }
      let path = try folder.write(events.joined(separator: "\n"), to: "events.ndjson")
      try AccountReplay(now: nil, balancesOnly: false, engine: MethodFixture.loyaltyEngine)
        .run(file: path) { lines.append(String(decoding: $0, as: UTF8.self)) }
    }
    // More than a block, an empty line, and a last line without its end.
    let report = try report(String(lines.joined(separator: "\n").dropLast()))
    #expect(report.accounts == 300)
    let earned = report.rows.first { $0.section == .flow }
    // 100 each, and the welcome of each account.
    #expect(earned?.amount == Int64(700 * 100 + 300 * 100))
    #expect(earned?.accounts == 300)
  }

  @Test(arguments: ["[]", "{", #"{ "account": 1 }"#])
  func aLineThatIsNoAccount(line: String) throws {
    let error = #expect(throws: DiagnosticError.self) { try report("\n\(line)\n") }
    let codes = error?.diagnostics.map(\.code) ?? []
    #expect(codes.last == "account/folding")
    #expect((codes.first == "account/line") == (line == "[]"))
    #expect(error?.diagnostics.last?.message.hasPrefix("this is about the account on line 2 of `") == true)
  }
}
