import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

/// Budgets over many accounts, campaigns that exclude each other, and shares of members.
@Suite struct BudgetTests {
  /// Gifts draw on a budget of 60 in all, and 15 a day.
  private func world() throws -> LineWorld {
    try LineWorld(
      module: LineWorld.module.replacing("on: base, stage: 1 } }", with: "on: base, stage: 1, budget: party } }")
        .replacing("cost: {", with: "budgets: { value: { party: { total: 60, per_day: 15 } } }\n  cost: {"))
  }

  private func earn(
    _ world: LineWorld, _ account: Account, _ event: String, budgets: String
  ) throws -> (account: Account, budgets: String, drawn: [Text: Int64]) {
    let request =
      "{ \"account\": \(try world.session.document(account)), \"event\": \(event), \"budgets\": \(budgets) }"
    let node = try TerrainFixture.document(request, name: "request.json").root
    let result = try LoyaltyRequest(node, .apply, engine: world.engine).result(world.session)
    let response = try Operations.loyalty(.apply).result.json(AccountResult(result, engine: world.engine))
    let document = try TerrainFixture.document(String(decoding: response, as: UTF8.self), name: "response.json")
    var writer = JSONWriter(.compact)
    if let budgets = document.root["budgets"] { try writer.value(budgets.value) }
    return (result.account, String(decoding: writer.bytes, as: UTF8.self), result.change.drawn)
  }

  private func order(_ id: String, day: Int, dollars: Int, gift: Bool = true) -> String {
    "{ \"id\": \"\(id)\", \"type\": \"earn\", \"time\": \"2026-03-0\(day)T10:00:00Z\", \"amount\": { \"currency\": \"USD\", \"minor\": \(dollars * 100) }, "
      + "\"facts\": { \"gift\": \(gift) } }"
  }

  @Test func aBudgetIsGrantedOnceAndFoldedAsItWasGranted() throws {
    let world = try world()
    for seed in 0..<TestExtent.count(40, long: 2000, of: "random worlds of budgets") {
      var dice = SplitMix64(seed: UInt64(seed))
      var accounts = ["anna", "ben", "cleo"].map { world.engine.account(Text($0)) }
      var budgets = "{}"
      var (total, days, expected) = (0, [Int](repeating: 0, count: 10), [[String]](repeating: [], count: 3))
      for number in 0..<Int.random(in: 1...20, using: &dice) {
        let (who, day) = (Int.random(in: 0..<3, using: &dice), Int.random(in: 1...9, using: &dice))
        let (dollars, gift) = (Int.random(in: 0...70, using: &dice), Bool.random(using: &dice))
        let event = order("e\(number)", day: day, dollars: dollars, gift: gift)
        (accounts[who], budgets, _) = try earn(world, accounts[who], event, budgets: budgets)
        // Once more: nothing is granted twice.
        (accounts[who], budgets, _) = try earn(world, accounts[who], event, budgets: budgets)
        let base = min(dollars, 60)
        let bonus = gift ? min(base / 2, 60 - base, 60 - total, 15 - days[day]) : 0
        total += bonus
        days[day] += bonus
        for amount in [base, bonus] where amount > 0 { expected[who].append("e\(number) \(amount)") }
      }
      for (who, account) in accounts.enumerated() {
        #expect(account.entries.map { "\($0.event) \($0.amount)" }.sorted() == expected[who].sorted(), "world \(seed)")
        // Folded again from its document, whatever budgets have become.
        #expect(try world.session.verify(world.session.read(world.session.document(account))) == nil, "world \(seed)")
      }
      let parts = days.enumerated().filter { $0.element > 0 }.map { "\"2026-03-0\($0.offset)\":\($0.element)" }
      let document = total == 0 ? "{}" : "{\"party\":{\"granted\":\(total),\"days\":{\(parts.joined(separator: ","))}}}"
      #expect(budgets == document, "world \(seed)")
    }
  }

  @Test func withoutBudgetsNothingIsGranted() throws {
    let world = try world()
    var account = world.engine.account("anna")
    let event = try world.engine.event(
      TerrainFixture.document(order("o", day: 1, dollars: 10), name: "event.json").root)
    let change = try world.session.apply(event, to: &account, now: event.time)
    #expect(account.entries.map(\.amount) == [10])
    #expect(change.drawn.isEmpty)
  }

  @Test(arguments: [
    ("{ party: { total: -1 } }", "`shop.loyalty.budgets` has to yield budgets with their limits"),
    ("{ party: { most: 1 } }", "`shop.loyalty.budgets` has to yield budgets with their limits"),
    ("{ fest: { total: 1 } }", "a step of `shop.loyalty.earned` draws on `party`, which `budgets` does not declare"),
  ])
  func limitsAreDeclared(budgets: String, message: String) throws {
    let module = LineWorld.module.replacing("on: base, stage: 1 } }", with: "on: base, stage: 1, budget: party } }")
      .replacing("cost: {", with: "budgets: { value: \(budgets) }\n  cost: {")
    let error = #expect(throws: DiagnosticError.self) {
      let world = try LineWorld(module: module)
      _ = try earn(world, world.engine.account("anna"), order("o", day: 1, dollars: 10), budgets: "{}")
    }
    #expect(error?.diagnostics.map { "\($0.code): \($0.message)" } == ["account/budgets: \(message)"])
  }

  @Test(arguments: [
    "[]", #"{ "party": { "granted": -1 } }"#, #"{ "party": { "granted": 1, "days": { "2026-03-01": "x" } } }"#,
  ])
  func budgetsAreReadAsTheyWereReturned(document: String) throws {
    let world = try world()
    let error = #expect(throws: DiagnosticError.self) {
      try earn(world, world.engine.account("anna"), order("o", day: 1, dollars: 10), budgets: document)
    }
    #expect(error?.diagnostics.map(\.code) == ["account/budgets"])
  }

  @Test func ofAGroupTheHighestPriorityIsTaken() throws {
    let rows = """
      - { id: rest, then: { add: 1, group: g, priority: 1 } }
            - { id: b, then: { add: 2, group: g, priority: 3 } }
            - { id: c, then: { add: 4, group: g, priority: 3 } }
            - { id: d, then: { add: 8, group: h } }
            - { id: e, then: { add: 16 } }
      """
    let module = LineWorld.module.replacing(
      "- { id: rest, then: { add: \"= math.greatest(0, int(math.floor(amount.orValue(decimal('0')))) - of_lines)\" } }",
      with: rows)
    let world = try LineWorld(module: module)
    var account = world.engine.account("anna")
    let event = try world.session.event(
      order("o", day: 1, dollars: 10, gift: false))
    _ = try world.session.apply(event, to: &account, now: event.time)
    #expect(account.entries.map(\.amount) == [2, 8, 16])
  }

  /// The budget has 12: it pays the first order, what it has left of the second, and nothing of the third, which gets the next best.
  @Test func aUsedUpCampaignMakesWay() throws {
    let rows = """
      - { id: rest, then: { add: 10, budget: party, group: g, priority: 2, campaign: bonus } }
            - { id: capped, then: { add: 9, most: "= lifetime > 100 ? 9 : 0", group: g, priority: 1 } }
            - { id: next, then: { add: 3, group: g } }
      """
    let module = LineWorld.module.replacing(
      "- { id: rest, then: { add: \"= math.greatest(0, int(math.floor(amount.orValue(decimal('0')))) - of_lines)\" } }",
      with: rows
    ).replacing("cost: {", with: "budgets: { value: { party: { total: 12 } } }\n  cost: {")
    let world = try LineWorld(module: module)
    var account = world.engine.account("anna")
    var budgets: Budgets? = Budgets()
    for day in 1...3 {
      let event = try world.session.event(
        order("o\(day)", day: day, dollars: 10, gift: false))
      _ = try world.session.accept(event, to: &account, now: event.time, budgets: &budgets)
    }
    #expect(account.entries.map(\.amount) == [10, 2, 3])
    #expect(try world.session.verify(world.session.read(world.session.document(account))) == nil)
  }

  /// Whoever sends an event does not decide what it is granted.
  @Test(arguments: ["{ party: 999 }", "{ party: 0 }", "{ send: 5 }"])
  func aNewEventBringsNoGrants(_ grants: String) throws {
    let world = try world()
    for operation in [AccountOperation.apply, .quote] {
      let request = try TerrainFixture.document(
        "{ account: anna, budgets: {}, event: { id: x, type: earn, time: \"2026-03-01T10:00:00Z\", grants: \(grants) } }",
        name: "request.yaml")
      let error = #expect(throws: DiagnosticError.self) {
        _ = try LoyaltyRequest(request.root, operation, engine: world.engine)
      }
      #expect(error?.diagnostics.map { "\($0.code) \($0.path ?? "")" } == ["account/grants event.grants"])
    }
  }

  @Test func aShareOfMembersIsAConditionOnTheAccount() throws {
    let module = LineWorld.module.replacing(
      "lifetime: { type: int }", with: "lifetime: { type: int }\n  account: { type: string }"
    )
    .replacing("when: \"gift.orValue(false)\"", with: "when: \"hash.murmur3('party:' + account) % 100 < 30\"")
    let world = try LineWorld(module: module)
    var members = 0
    for number in 0..<200 {
      var account = world.engine.account(Text("m\(number)"))
      let event = try world.session.event(
        order("o", day: 1, dollars: 10))
      _ = try world.session.apply(event, to: &account, now: event.time)
      members += account.entries.count - 1
    }
    // 30 of 100, within three standard deviations.
    #expect(41...79 ~= members)
  }
}
