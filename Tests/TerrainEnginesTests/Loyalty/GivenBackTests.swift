import TerrainBase
import TerrainEngines
import TestSupport
import Testing

/// What was spent and comes back: to the same lots, with the same expiry.
@Suite struct GivenBackTests {
  private static func module(_ givenBack: String) -> String {
    SharedWorld.module
      .replacing(
        "facts:\n", with: "facts:\n  spent_before: { type: int }\n  given_before: { type: int }\n"
      )
      .replacing(
        "taken_back: { value: 0 }", with: "taken_back: { value: 0 }\n  given_back: { value: \"\(givenBack)\" }")
  }

  /// What is left of which lot until when, and the balances.
  private static func lots(_ account: Account) -> [String] {
    account.balances.flatMap { balance in
      ["\(balance.unit) \(balance.active) \(balance.held) \(balance.spent) \(balance.expired)"]
        + balance.activeLots.map { "\($0.id) \($0.left) \($0.expires.map { "\($0)" } ?? "")" }
    }
  }

  /// Whether it comes back at once, or in parts.
  @Test(arguments: ["= spent_before - given_before", "= 7"])
  func whatComesBackWasNeverSpent(givenBack: String) throws {
    let world = try LineWorld(module: Self.module(givenBack))
    var spent = 0
    for seed in 0..<TestExtent.count(100, long: 20_000, of: "accounts that spend and return") {
      var dice = SplitMix64(seed: UInt64(seed))
      var account = world.engine.account("anna")
      var budgets: Budgets? = Budgets()
      var now = try Timestamp(seconds: Int64(SharedWorld.start))
      func apply(_ event: SharedOracle.Event) throws -> EventOutcome? {
        var event = event
        event.time = Int(now.seconds) - SharedWorld.start
        if Bool.random(using: &dice) { account = try world.session.read(world.session.document(account)) }
        let given = try world.session.event(SharedWorld.json(event))
        return try world.session.accept(given, to: &account, now: now, budgets: &budgets).outcome
      }
      for number in 0..<Int.random(in: 1...8, using: &dice) {
        now = try Timestamp(seconds: now.seconds + Int64(Int.random(in: 0..<12, using: &dice) * SharedWorld.day))
        _ = try apply(
          SharedOracle.Event(id: "e\(number)", time: 0, kind: "earn", dollars: Int.random(in: 1...20, using: &dice)))
        var reserve = SharedOracle.Event(id: "r\(number)", time: 0, kind: "reserve")
        reserve.pass = ["ticket", "boost", nil].randomElement(using: &dice) ?? nil
        reserve.cash = Int.random(in: 0...30, using: &dice)
        let before = Self.lots(account)
        guard try apply(reserve) == .applied else { continue }
        guard try apply(SharedOracle.Event(id: "c\(number)", time: 0, kind: "commit", of: reserve.id)) == .applied
        else {
          _ = try apply(SharedOracle.Event(id: "x\(number)", time: 0, kind: "cancel", of: reserve.id))
          continue
        }
        var part = 0
        while try apply(SharedOracle.Event(id: "b\(number)-\(part)", time: 0, kind: "refund", of: "c\(number)"))
          == .applied
        { part += 1 }
        spent += part
        #expect(Self.lots(account) == before, "account \(seed), order \(number)")
        #expect(!account.benefits.contains { $0.id.event == Text("c\(number)") && $0.stage == .issued })
      }
      now = try Timestamp(seconds: now.seconds + Int64(60 * SharedWorld.day))
      _ = try world.session.advance(&account, to: now)
      #expect(account.balances.allSatisfy { $0.balance == 0 && $0.expired == $0.earned }, "account \(seed)")
      #expect(try world.session.verify(world.session.read(world.session.document(account))) == nil, "account \(seed)")
    }
    #expect(spent > 50)
  }

  @Test func withoutTheDecisionNothingComesBack() throws {
    let world = try LineWorld(module: SharedWorld.module)
    var account = world.engine.account("anna")
    var budgets: Budgets? = Budgets()
    var outcomes: [EventOutcome?] = []
    for (second, event) in [
      SharedOracle.Event(id: "e", time: 0, kind: "earn", dollars: 20),
      SharedOracle.Event(id: "r", time: 1, kind: "reserve", pass: "ticket"),
      SharedOracle.Event(id: "c", time: 2, kind: "commit", of: "r"),
      SharedOracle.Event(id: "b", time: 3, kind: "refund", of: "c"),
    ].enumerated() {
      let given = try world.session.event(SharedWorld.json(event))
      let now = try Timestamp(seconds: Int64(SharedWorld.start + second))
      outcomes.append(try world.session.accept(given, to: &account, now: now, budgets: &budgets).outcome)
    }
    #expect(outcomes == [.applied, .applied, .applied, .refused("nothing_earned")])
  }
}
