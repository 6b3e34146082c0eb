import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainYAML
import TestSupport
import Testing

/// Versions of rules that are in force one after another: each event is decided by those of its time.
@Suite struct VersionTests {
  /// The document of `account`, without the names of its rules.
  private func document(_ account: Account, _ world: WindowWorld) throws -> Substring {
    let text = try world.session.document(account)
    return text[(text.range(of: "\"changed\"") ?? text.startIndex..<text.endIndex).lowerBound...]
  }

  /// Versions with equal rules are one version, byte for byte: in order, late, from documents, with windows of every sort.
  @Test func equalVersionsAreOne() throws {
    let days = ["2026-03-07", "2026-03-08", "2026-03-09"]
    let around = try Timestamp(rfc3339: "2026-03-08T07:00:00Z")
    let one = try WindowWorld(zone: "America/New_York")
    let several = try WindowWorld(zone: "America/New_York", versionsFrom: days)
    for seed in 0..<TestExtent.count(40, long: 2000, of: "random worlds of versions") {
      var dice = SplitMix64(seed: UInt64(seed))
      var copy = dice
      let first = try one.events(around: around, &dice)
      let second = try several.events(around: around, &copy)
      var order = Array(zip(first, second)).sorted {
        ($0.0.event.time, $0.0.event.id) < ($1.0.event.time, $1.0.event.id)
      }
      if seed % 3 != 0 { order.shuffle(using: &dice) }
      var (a, b) = (one.engine.account("anna"), several.engine.account("anna"))
      var now = Timestamp.earliest
      for (step, pair) in order.enumerated() {
        now = max(now, pair.0.event.time)
        _ = try one.session.apply(pair.0.event, to: &a, now: now)
        _ = try several.session.apply(pair.1.event, to: &b, now: now)
        #expect(try document(a, one) == document(b, several), "world \(seed), step \(step)")
        #expect(try one.values(of: a) == several.values(of: b), "world \(seed), step \(step)")
        if Int.random(in: 0..<4, using: &dice) == 0 {
          now = try Timestamp(seconds: now.seconds + Int64.random(in: 0...200_000, using: &dice))
          _ = try one.session.advance(&a, to: now)
          _ = try several.session.advance(&b, to: now)
        }
        if Int.random(in: 0..<4, using: &dice) == 0 { b = try several.session.read(several.session.document(b)) }
      }
      #expect(try several.session.verify(b) == nil, "world \(seed)")
      let (whole, _) = try several.session.replay(order.map(\.1.event), account: "anna", now: now)
      #expect(try document(whole, several) == document(b, several), "world \(seed)")
    }
  }

  /// A shop that gives double from June on, and takes a return back twice as well.
  private func shop() throws -> WindowWorld {
    try WindowWorld(zone: "America/New_York", versionsFrom: ["2026-06-01"]) {
      $0.replacingOccurrences(
        of: "int(math.floor(amount.orValue(decimal('0'))))\" } }",
        with: "2 * int(math.floor(amount.orValue(decimal('0'))))\" } }"
      ).replacingOccurrences(
        of: "{ id: all, when: \"!amount.hasValue()\", then: \"= earned_before - taken_before\" }",
        with: "{ id: none, when: \"!amount.hasValue()\", then: 0 }")
    }
  }

  private func earned(_ account: Account, _ event: Text) -> Int64 {
    account.entries.filter { $0.event == event && $0.cause == nil }.reduce(0) { $0 + $1.amount }
  }

  private func order(_ id: String, _ time: String, _ dollars: Int = 10) -> String {
    """
    { "id": "\(id)", "type": "earn", "time": "\(time)", "amount": { "currency": "USD", "minor": \(dollars * 100) } }
    """
  }

  @Test(
    arguments: [
      ("2026-05-31T23:59:59-04:00", 10), ("2026-06-01T00:00:00-04:00", 20), ("2026-06-01T03:59:59Z", 10),
      ("2026-06-01T04:00:00Z", 20), ("1999-01-01T00:00:00Z", 10), ("2031-01-01T00:00:00Z", 20),
    ])
  func anEventIsDecidedByTheRulesOfItsTime(time: String, points: Int64) throws {
    let world = try shop()
    var account = world.engine.account("anna")
    let event = try world.session.event(order("a", time))
    let quote = try world.session.quote(event, for: account, now: event.time)
    _ = try world.session.apply(event, to: &account, now: event.time)
    #expect(earned(account, "a") == points)
    #expect(quote.entries.first?.amount == points)
  }

  @Test func aLateEventOfMayIsOneOfMay() throws {
    let world = try shop()
    var account = world.engine.account("anna")
    for json in [order("june", "2026-06-10T12:00:00Z"), order("may", "2026-05-10T12:00:00Z")] {
      let event = try world.session.event(json)
      _ = try world.session.apply(event, to: &account, now: try Timestamp(rfc3339: "2026-06-11T12:00:00Z"))
    }
    #expect(earned(account, "may") == 10)
    #expect(earned(account, "june") == 20)
    #expect(try world.session.verify(account) == nil)
  }

  @Test(arguments: [("2026-05-20T12:00:00Z", 10), ("2026-06-20T12:00:00Z", 0)])
  func aReturnIsDecidedByTheRulesOfItsOwnTime(time: String, taken: Int64) throws {
    let world = try shop()
    for isDocument in [false, true] {
      var account = world.engine.account("anna")
      let may = try world.session.event(order("a", "2026-05-10T12:00:00Z"))
      _ = try world.session.apply(may, to: &account, now: may.time)
      if isDocument { account = try world.session.read(world.session.document(account)) }
      let back = try world.session.event(
        "{ \"id\": \"r\", \"type\": \"refund\", \"of\": \"a\", \"time\": \"\(time)\" }")
      _ = try world.session.apply(back, to: &account, now: back.time)
      #expect(
        -(account.entries.filter { $0.event == "r" && $0.unit == "points" }.reduce(0) { $0 + $1.amount }) == taken
          + (taken > 0 ? 10 : 0))
    }
  }

  /// An account that only lets time pass has the windows of the version that it has come to.
  @Test func timeAloneCrossesTheDay() throws {
    let world = try shop()
    var account = world.engine.account("anna")
    let may = try world.session.event(order("a", "2026-05-31T12:00:00Z"))
    _ = try world.session.apply(may, to: &account, now: may.time)
    _ = try world.session.advance(&account, to: Timestamp(rfc3339: "2026-06-02T12:00:00Z"))
    #expect(try world.values(of: account)["orders_days"] == "1")
    #expect(try world.values(of: account)["orders_day"] == "0")
    _ = try world.session.advance(&account, to: Timestamp(rfc3339: "2026-05-31T13:00:00Z"))
    #expect(try world.values(of: account)["orders_day"] == "1")
  }

  /// What is spent by rules that issue something for it was set aside by rules that did not, with its facts.
  @Test(arguments: [false, true])
  func whatWasSetAsideIsSpentByLaterRules(isRead: Bool) throws {
    let world = try WindowWorld(zone: "UTC", facts: "", versionsFrom: ["2026-06-01"]) {
      $0.replacingOccurrences(
        of: "  level:\n",
        with: """
            issued:
              hit: collect
              rows: [{ id: ticket, when: "event_type == 'commit' && is_gift", then: { benefit: ticket, uses: 2 } }]
            level:

          """)
    }
    var account = world.engine.account("anna")
    for json in [
      order("a", "2026-05-30T12:00:00Z"),
      #"{ "id": "r", "type": "reserve", "time": "2026-05-31T23:00:00Z", "facts": { "gift": true } }"#,
      #"{ "id": "c", "type": "commit", "time": "2026-06-01T00:30:00Z", "of": "r" }"#,
    ] {
      let event = try world.session.event(json)
      _ = try world.session.apply(event, to: &account, now: event.time)
      #expect(account.outcome(of: event.id) == .applied)
      if isRead { account = try world.session.read(world.session.document(account)) }
    }
    #expect(account.benefits.map(\.name) == ["ticket"])
    #expect(try world.session.verify(account) == nil)
  }

  /// What was granted to an event that waited for one of a later version, whose rules ask for it, counts by those as well.
  @Test(arguments: [false, true])
  func whatWaitedForLaterRulesIsGrantedOnce(isRead: Bool) throws {
    let world = try WindowWorld(zone: "UTC", facts: "", versionsFrom: ["2026-06-01"]) {
      $0.replacingOccurrences(
        of: "  level:\n",
        with: """
            claims:
              hit: collect
              rows:
                - id: gift
                  when: "event_type == 'commit' && is_gift"
                  then: { claim: gift, per_account: 1, refused: gone }
            level:

          """)
    }
    var account = world.engine.account("anna")
    func accept(_ json: String, at now: String) throws -> EventOutcome? {
      let event = try world.session.event(json)
      var budgets: Budgets?
      let now = try Timestamp(rfc3339: "2026-\(now):00Z")
      let change = try world.session.accept(event, to: &account, now: now, budgets: &budgets)
      if isRead { account = try world.session.read(world.session.document(account)) }
      return change.outcome
    }
    func reserve(_ id: String, _ time: String) -> String {
      """
      { "id": "\(id)", "type": "reserve", "time": "2026-\(time):00Z", "facts": { "gift": true } }
      """
    }
    func commit(_ id: String, _ time: String, of: String) -> String {
      """
      { "id": "\(id)", "type": "commit", "time": "2026-\(time):00Z", "of": "\(of)" }
      """
    }
    #expect(try accept(order("a", "2026-05-30T12:00:00Z", 50), at: "05-30T12:00") == .applied)
    #expect(try accept(reserve("r1", "06-01T00:30"), at: "06-01T02:00") == .applied)
    // By its own clock it was spent in May, before it was set aside.
    #expect(try accept(commit("c1", "05-31T23:50", of: "r1"), at: "06-01T02:00") == .applied)
    #expect(try accept(reserve("r2", "06-01T02:10"), at: "06-01T02:10") == .applied)
    #expect(try accept(commit("c2", "06-01T02:20", of: "r2"), at: "06-01T02:20") == .refused("gone"))
    #expect(try world.session.verify(account) == nil)
  }

  @Test func tracesNameTheVersion() throws {
    let world = try shop()
    let events = try [order("may", "2026-05-10T12:00:00Z"), order("june", "2026-06-10T12:00:00Z")].map {
      try world.session.event($0)
    }
    let (_, traces) = try world.session.recorded { session throws(DiagnosticError) in
      try session.replay(events, account: "anna", now: .latest)
    }
    let earned = traces.filter { $0.decision == "shop.loyalty.earned" }
    #expect(earned.map(\.version) == ["1.0.0", "1.1.0"])
    #expect(earned.first?.lines.first?.contains("of version 1.0.0") == true)
  }

  @Test func versionsShareUnitAndZone() throws {
    let error = #expect(throws: DiagnosticError.self) {
      try WindowWorld(zone: "UTC", versionsFrom: ["2026-06-01"]) {
        $0.replacingOccurrences(of: "unit: points", with: "unit: stars")
      }
    }
    #expect(error?.diagnostics.map(\.code) == ["ruleset/versions"])
  }
}
