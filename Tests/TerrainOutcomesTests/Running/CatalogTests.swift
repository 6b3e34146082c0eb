import TerrainDocuments
import TerrainOutcomes
import TestSupport
import Testing

/// The screen of rewards and the till agree: a reward is shown as available exactly if it can be reserved.
@Suite struct CatalogTests {
  private let session: OutcomeSession

  init() throws { session = try ShippedSystem.session("embera", namesVersions: false) }

  private func result(_ operation: String, _ request: String) throws -> Node {
    switch session.run(try #require(session.operation(operation)), try ShippedSystem.tree(request)) {
    case .result(let node, _): return node
    case .refused(let diagnostics): throw DiagnosticError(diagnostics)
    }
  }

  private func account(_ result: Node) throws -> String {
    var writer = JSONWriter(.compact)
    try writer.value(try #require(result["account"]).value)
    return writer.string
  }

  /// An account after a few orders, some of which were spent on rewards.
  private func randomAccount(_ random: inout SplitMix64) throws -> String {
    var account = "anna"
    for number in 0..<Int.random(in: 0...4, using: &random) {
      let order =
        "{ id: o\(number), type: earn, time: \"2026-10-0\(number + 1)T10:00:00-04:00\", amount: { currency: USD, minor: \(Int.random(in: 100...30_000, using: &random)) }, facts: { fulfilment: pickup } }"
      account = try self.account(
        try result("loyalty.apply", "{ account: \(account), budgets: {}, event: \(order) }"))
      if Bool.random(using: &random) { continue }
      let reward = ["cupping", "free-latte", "grind-kit"][Int.random(in: 0..<3, using: &random)]
      let reserve =
        "{ id: r\(number), type: reserve, time: \"2026-10-0\(number + 1)T11:00:00-04:00\", facts: { reward: \(reward) } }"
      account = try self.account(
        try result("loyalty.apply", "{ account: \(account), budgets: {}, event: \(reserve) }"))
    }
    return account
  }

  @Test func whatIsShownAsAvailableCanBeReserved() throws {
    var random = SplitMix64(seed: 3611)
    for number in 0..<TestExtent.count(25, long: 2_000, of: "accounts with all rewards") {
      let account = try randomAccount(&random)
      let budgets =
        "{ stock/keep-cup: { granted: \([0, 79, 80][Int.random(in: 0..<3, using: &random)]) }, stock/cupping: { granted: \([0, 12][Int.random(in: 0..<2, using: &random)]) } }"
      let catalog = try result(
        "suggest",
        "{ ranking: catalog, now: \"2026-10-05T09:00:00-04:00\", account: \(account), budgets: \(budgets) }")
      let items = try #require(catalog["suggestions"]?["items"]).elements.map { $0 }
      #expect(items.count == 11)
      for item in items {
        let (id, details) = (try #require(item["id"]?.text), try #require(item["details"]))
        let state = try #require(details["state"]?.text)
        let pay = details["money"].flatMap { $0["minor"]?.int } ?? 0
        let reserve =
          "{ id: new, type: reserve, time: \"2026-10-05T09:00:00-04:00\", facts: { reward: \(id), pay: 0 }, amount: { currency: USD, minor: \(pay) } }"
        let quote = try result("loyalty.quote", "{ account: \(account), budgets: \(budgets), event: \(reserve) }")
        let refused = quote["refused"]?.text
        #expect((state == "available") == (refused == nil), "\(number): \(id) is \(state), and \(refused ?? "applied")")
        if state == "points" { #expect(refused == "balance" && details["missing"]?.int ?? 0 > 0) }
        if state == "had" { #expect(refused == "once") }
      }
    }
  }
}
