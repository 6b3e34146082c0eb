import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

/// What holds for every account, whatever happened, in whatever order it was delivered: 10,000 made-up histories of orders,
/// returns, redemptions, corrections, deliveries again, and clocks that jump.
@Suite struct AccountPropertyTests {
  /// For each id several events that could have it.
  private struct Pool {
    var variants: [[AccountEvent]] = []
    var instants: [Timestamp] = []

    init(_ fixture: AccountFixture) throws {
      for day in ["2026-01-05", "2026-01-06", "2026-11-03", "2027-01-31", "2027-02-01", "2027-11-30", "2028-01-10"] {
        for time in ["04:59:59Z", "05:00:00Z", "12:00:00Z", "12:10:00Z", "12:29:59Z", "12:30:00Z", "12:45:00Z"] {
          instants.append(try Timestamp(rfc3339: "\(day)T\(time)"))
        }
      }
      var dice = SplitMix64(seed: 7)
      let rewards = ["extra-shot", "free-drip", "pastry", "free-latte", "bag-250", "nothing"]
      func add(_ id: String, _ bodies: (inout SplitMix64) -> String) throws {
        var events: [AccountEvent] = []
        for _ in 0..<12 {
          let instant = instants.randomElement(using: &dice) ?? .epoch
          let body = bodies(&dice)
          if body.contains("nothing") { continue }
          events.append(try fixture.event("{ id: \(id), time: \"\(instant)\", \(body) }"))
        }
        variants.append(events)
      }
      for number in 1...4 {
        try add("o\(number)") { dice in
          let minor = [0, 9, 490, 500, 1234, 4000, 12_000, 70_000].randomElement(using: &dice) ?? 0
          let facts = ["", "fulfilment: delivery", AccountFixture.origin].randomElement(using: &dice) ?? ""
          return "type: earn, amount: { currency: USD, minor: \(minor) }, facts: { \(facts) }"
        }
        try add("r\(number)") { dice in
          "type: reserve, facts: { reward: \(rewards.randomElement(using: &dice) ?? "") }"
        }
        for (type, of) in [("commit", "r"), ("cancel", "r"), ("commit", "o"), ("cancel", "o"), ("refund", "o")] {
          try add("\(type)-\(of)\(number)") { dice in
            let minor = [1, 250, 617, 1234, 4000].randomElement(using: &dice) ?? 0
            let amount =
              type == "refund" && Bool.random(using: &dice) ? ", amount: { currency: USD, minor: \(minor) }" : ""
            return "type: \(type), of: \(of)\(number)\(amount)"
          }
        }
      }
      for number in 1...2 {
        try add("g\(number)") { dice in "type: adjust, change: \([-80, -5, 5, 300].randomElement(using: &dice) ?? 1)" }
      }
    }

    func history(_ dice: inout SplitMix64) -> [AccountEvent] {
      var events: [AccountEvent] = []
      for variants in variants where Int.random(in: 0..<10, using: &dice) < 4 {
        if let event = variants.randomElement(using: &dice) { events.append(event) }
      }
      return events
    }
  }

  @Test func everyHistoryKeepsItsPromises() throws {
    let fixture = try AccountFixture()
    let pool = try Pool(fixture)
    var seen: Set<String> = []
    for seed in 0..<TestExtent.count(1000, long: 10_000, of: "histories of accounts") {
      var dice = SplitMix64(seed: UInt64(seed))
      let events = pool.history(&dice)
      let end = pool.instants.randomElement(using: &dice) ?? .epoch
      let (whole, _) = try fixture.session.replay(events, account: "anna", now: end)
      try check(whole, events, end, seed, fixture)

      // The same, delivered one by one in another order, some of it twice, while the clock jumps.
      var account = fixture.engine.account("anna")
      for event in (events + events.prefix(3)).shuffled(using: &dice) {
        let now = Bool.random(using: &dice) ? event.time : pool.instants.randomElement(using: &dice) ?? end
        let known = account.outcome(of: event.id) != nil
        let change = try fixture.session.apply(event, to: &account, now: now)
        guard change.isDuplicate == known else {
          Issue.record("seed \(seed): \(event.id) was told apart wrongly")
          return
        }
        if !account.unitsThatDisagree().isEmpty {
          Issue.record("seed \(seed): sums do not hold after \(event.id)")
          return
        }
        seen.insert("\(event.kind) \(change.word)")
      }
      _ = try fixture.session.advance(&account, to: end)
      if fixture.document(account) != fixture.document(whole) {
        Issue.record("seed \(seed): another order of delivery gives another account")
        return
      }
    }
    // The histories do reach what they are about.
    let reached = [
      "earn applied", "reserve applied", "reserve refused: balance", "reserve refused: tier", "commit applied",
      "commit refused: no_hold", "commit refused: nothing_waits", "cancel applied", "refund applied",
      "refund refused: over_return", "refund waits", "adjust applied", "adjust later",
    ]
    for word in reached { #expect(seen.contains(word), "\(word) never happened") }
  }

  /// Folds the events one by one in their order, and looks at every step.
  private func check(
    _ whole: Account, _ events: [AccountEvent], _ end: Timestamp, _ seed: Int, _ fixture: AccountFixture
  ) throws {
    var account = fixture.engine.account("anna")
    for event in events.sorted(by: { ($0.time, $0.id) < ($1.time, $1.id) }) where event.time <= end {
      let before = account.balances[0].active
      let change = try fixture.session.apply(event, to: &account, now: event.time)
      let after = account.balances[0]
      // Nothing is set aside or spent that is not there.
      if event.kind == .reserve, change.outcome == .applied, after.active < 0 {
        Issue.record("seed \(seed): \(event.id) took active below zero")
      }
      if event.kind == .commit || event.kind == .cancel || event.kind == .earn, before >= 0, after.active < 0,
        !change.entries.contains(where: { $0.kind == .refund })
      {
        Issue.record("seed \(seed): \(event.id) made active negative")
      }
      if after.held < 0 || after.pending < 0 { Issue.record("seed \(seed): negative parts") }
    }
    // Every line once; nobody is paid twice, and nothing is taken back that was not earned.
    if Set(whole.entries.map(\.id)).count != whole.entries.count { Issue.record("seed \(seed): a line is there twice") }
    var earned: [Text: Int64] = [:]
    var taken: [Text: Int64] = [:]
    for entry in Self.points(whole) {
      if entry.kind == .earn { earned[entry.event, default: 0] += entry.amount }
      if entry.kind == .refund { taken[entry.cause ?? "", default: 0] -= entry.amount }
      if entry.kind == .redeem, entry.amount >= 0 { Issue.record("seed \(seed): spending gave something") }
    }
    for (event, amount) in taken where amount > earned[event, default: 0] {
      Issue.record("seed \(seed): more was taken back of \(event) than it earned")
    }
    let sum = Self.points(whole).reduce(0) { $0 + $1.amount }
    if sum != whole.balances[0].balance || !whole.unitsThatDisagree().isEmpty {
      Issue.record("seed \(seed): the balance is not the sum of its lines")
    }
    checkPay(whole, events, end, seed)
    if whole.entries.map(\.time) != whole.entries.map(\.time).sorted() {
      Issue.record("seed \(seed): lines are not in the order of time")
    }
  }

  /// The entries of points: reaching Halo puts money on the gift card.
  private static func points(_ account: Account) -> [AccountEntry] { account.entries.filter { $0.unit == "points" } }

  /// What the events alone say of who is paid what: nothing of it asks the engine again.
  private func checkPay(_ whole: Account, _ events: [AccountEvent], _ end: Timestamp, _ seed: Int) {
    let lines = Dictionary(grouping: Self.points(whole)) { "\($0.event) \($0.kind)" }
    func sum(_ event: Text, _ kind: AccountEntry.Kind) -> Int64 {
      lines["\(event) \(kind)", default: []].reduce(0) { $0 + $1.amount }
    }
    for event in events where whole.outcome(of: event.id) == .applied {
      switch event.kind {
      case .earn:
        // Ten a dollar, once; campaigns never more than half again and twice, and the first order's hundred.
        let base = min(5000, (event.amount?.minor ?? 0) / 10)
        let own = lines["\(event.id) earn", default: []].filter { $0.row == "base" }.map(\.amount)
        if own != (base > 0 ? [base] : []) { Issue.record("seed \(seed): \(event.id) was paid \(own), not \(base)") }
        if sum(event.id, .earn) > min(5000, base * 5 / 2 + 100) {
          Issue.record("seed \(seed): \(event.id) earned too much")
        }
      case .refund where event.amount == nil:
        // All of it: what was not taken had expired.
        let of = event.of ?? ""
        let taken = Self.points(whole).reduce(0) { $1.kind == .refund && $1.cause == of ? $0 - $1.amount : $0 }
        if taken - sum(of, .expire) < sum(of, .earn) {
          Issue.record("seed \(seed): \(event.id) left something of \(of)")
        }
      case .adjust:
        if sum(event.id, .adjust) != event.change { Issue.record("seed \(seed): \(event.id) did not do what it says") }
      default: break
      }
    }
    let redeemed = whole.entries.filter { $0.kind == .redeem }
    if Set(redeemed.map(\.cause)).count != redeemed.count { Issue.record("seed \(seed): a hold was spent twice") }
    for entry in redeemed where whole.outcome(of: entry.cause ?? "") != .applied {
      Issue.record("seed \(seed): something was spent that was not set aside")
    }
    // However long nobody looked, nothing is left whose time is over.
    let points = whole.balances[0]
    if points.activeLots.contains(where: { $0.expires.map { $0 <= end } ?? true }) {
      Issue.record("seed \(seed): a lot outlived its expiry")
    }
    if whole.holds.contains(where: { $0.lapses.map { $0 <= end } ?? true }) {
      Issue.record("seed \(seed): a hold outlived its half hour")
    }
    // Below zero only by what was taken back.
    if points.active < 0, !whole.entries.contains(where: { $0.kind == .refund || $0.kind == .adjust && $0.amount < 0 })
    {
      Issue.record("seed \(seed): below zero, and nothing was taken back")
    }
  }
}
