import TerrainDocuments
import TerrainEngines
import TerrainValues
import TestSupport
import Testing

/// Windows over an account's history: running sums against the definition, computed from all events.
@Suite struct WindowTests {
  /// An event of a random world.
  private struct Made {
    let event: AccountEvent
    let isGift: Bool
    let isSlow: Bool
    let pieces: Int64
  }

  /// Where the calendar is unusual: both changes of clocks, one of them a minute after midnight, a day that there was not, 29 February.
  private static let places: [(zone: String, around: String)] = [
    ("America/New_York", "2026-03-08T07:00:00Z"), ("America/New_York", "2026-11-01T06:00:00Z"),
    ("America/St_Johns", "2005-10-30T02:31:00Z"), ("Pacific/Apia", "2011-12-30T10:00:00Z"),
    ("Europe/Berlin", "2024-02-29T12:00:00Z"), ("UTC", "2026-12-31T23:00:00Z"),
  ]

  private func events(_ world: WindowWorld, around: Timestamp, _ dice: inout SplitMix64) throws -> [Made] {
    // Days, hours, or so long that anniversaries come by.
    let spread = [40 * 3600, 6 * 86_400, 40 * 86_400, 900 * 86_400].randomElement(using: &dice) ?? 86_400
    func time() -> String {
      let seconds = around.seconds + Int64.random(in: -Int64(spread)...Int64(spread), using: &dice)
      // Equal instants happen.
      let round: Int64 = Bool.random(using: &dice) ? 1800 : 60
      return (try? Timestamp(seconds: seconds - seconds % round)).map { "\($0)" } ?? "\(around)"
    }
    var made: [Made] = []
    var earns: [String] = []
    var reserves: [String] = []
    for number in 0..<Int.random(in: 5...40, using: &dice) {
      let id = "e\(number)"
      let isGift = Int.random(in: 0..<3, using: &dice) == 0
      let isSlow = Int.random(in: 0..<4, using: &dice) == 0
      let pieces = Int64.random(in: 0...4, using: &dice)
      var facts = "\"quantity\": \(pieces)"
      if isGift { facts += ", \"gift\": true" }
      if isSlow { facts += ", \"slow\": true" }
      let minor = Int.random(in: 0...3000, using: &dice)
      let amount =
        Int.random(in: 0..<5, using: &dice) == 0 ? "" : ", \"amount\": { \"currency\": \"USD\", \"minor\": \(minor) }"
      var rest = "\"type\": \"earn\"\(amount)"
      switch Int.random(in: 0..<10, using: &dice) {
      case 0...3: earns.append(id)
      case 4...5:
        rest = "\"type\": \"refund\", \"of\": \"\(earns.randomElement(using: &dice) ?? "e0")\"\(amount)"
      case 6:
        rest = "\"type\": \"reserve\""
        reserves.append(id)
      case 7:
        let of = (earns + reserves).randomElement(using: &dice) ?? "e1"
        rest = "\"type\": \"\(Bool.random(using: &dice) ? "commit" : "cancel")\", \"of\": \"\(of)\""
      case 8: rest = "\"type\": \"adjust\", \"change\": \(Int.random(in: -20...30, using: &dice) * 2 + 1)"
      default: earns.append(id)
      }
      let json = "{ \"id\": \"\(id)\", \"time\": \"\(time())\", \(rest), \"facts\": { \(facts) } }"
      made.append(Made(event: try world.session.event(json), isGift: isGift, isSlow: isSlow, pieces: pieces))
    }
    return made
  }

  private func expect(_ account: Account, _ world: WindowWorld, _ made: [Made], at now: Timestamp, _ name: String)
    throws
  {
    var oracle = try WindowOracle(
      account, zone: world.engine.settings.zone, now: now, gifts: Set(made.filter(\.isGift).map(\.event.id)),
      pieces: Dictionary(made.map { ($0.event.id, $0.pieces) }, uniquingKeysWith: { first, _ in first }))
    oracle.slow = Set(made.filter(\.isSlow).map(\.event.id))
    let values = try world.values(of: account)
    for window in WindowWorld.windows {
      let expected = try oracle.value(window.name)
      #expect(values[window.name] == expected, "\(window.name) of \(name) at \(now)")
    }
  }

  @Test func runningSumsAreTheDefinition() throws {
    let worlds = try Self.places.map { (try WindowWorld(zone: $0.zone), try Timestamp(rfc3339: Text($0.around))) }
    let count = TestExtent.count(42, long: 2500, of: "random worlds of windows")
    for seed in 0..<count {
      var dice = SplitMix64(seed: UInt64(seed))
      let (world, around) = worlds[seed % worlds.count]
      let made = try events(world, around: around, &dice)
      let sorted = made.sorted { ($0.event.time, $0.event.id) < ($1.event.time, $1.event.id) }
      // In order, late, and late after time has passed.
      let order = seed % 3 == 0 ? sorted : made.shuffled(using: &dice)
      var account = world.engine.account("anna")
      var now = Timestamp.earliest
      for (step, one) in order.enumerated() {
        now = max(now, one.event.time)
        _ = try world.session.apply(one.event, to: &account, now: now)
        try expect(account, world, made, at: now, "world \(seed), step \(step)")
        if Int.random(in: 0..<4, using: &dice) == 0 {
          now = try Timestamp(seconds: now.seconds + Int64.random(in: 0...200_000, using: &dice))
          _ = try world.session.advance(&account, to: now)
          try expect(account, world, made, at: now, "world \(seed), after step \(step)")
        }
        // A document has the same windows, and goes on alike.
        if Int.random(in: 0..<4, using: &dice) == 0 {
          account = try world.session.read(world.session.document(account))
          try expect(account, world, made, at: now, "world \(seed), read after step \(step)")
        }
      }
      let (folded, _) = try world.session.replay(made.map(\.event), account: "anna", now: now)
      #expect(try world.session.document(folded) == world.session.document(account), "world \(seed)")
    }
  }

  /// What an event does depends on no request in between.
  @Test func timeThatPassesInStepsIsTheSame() throws {
    let worlds = try Self.places.map { (try WindowWorld(zone: $0.zone), try Timestamp(rfc3339: Text($0.around))) }
    for seed in 1000..<1030 {
      var dice = SplitMix64(seed: UInt64(seed))
      let (world, around) = worlds[seed % worlds.count]
      let made = try events(world, around: around, &dice)
        .sorted { ($0.event.time, $0.event.id) < ($1.event.time, $1.event.id) }
      var (once, stepped) = (world.engine.account("anna"), world.engine.account("anna"))
      for one in made {
        _ = try world.session.apply(one.event, to: &once, now: one.event.time)
        for _ in 0..<3 {
          guard let now = stepped.asOf, now < one.event.time else { break }
          let ahead = try Timestamp(seconds: (now.seconds + one.event.time.seconds) / 2)
          if ahead > now { _ = try world.session.advance(&stepped, to: ahead) }
        }
        _ = try world.session.apply(one.event, to: &stepped, now: one.event.time)
      }
      #expect(try world.session.document(once) == world.session.document(stepped), "world \(seed)")
    }
  }

  /// The first and the last instant there are: nothing leaves after the last one.
  @Test func theCalendarHasEnds() throws {
    let world = try WindowWorld(zone: "UTC")
    var account = world.engine.account("anna")
    for (id, time) in [("a", "0001-01-01T00:00:00Z"), ("b", "9999-12-31T12:00:00Z")] {
      let order = try world.session.event(
        """
        { "id": "\(id)", "type": "earn", "time": "\(time)", "amount": { "currency": "USD", "minor": 5000 },
          "facts": { "slow": true } }
        """)
      _ = try world.session.apply(order, to: &account, now: order.time)
      let values = try world.values(of: account)
      #expect(values["orders_day"] == "1" && values["orders_year"] == "1" && values["orders_hours"] == "1")
    }
    let commit = try world.session.event(
      "{ \"id\": \"c\", \"type\": \"commit\", \"of\": \"b\", \"time\": \"9999-12-31T13:00:00Z\" }")
    // `lasts` would end after the year 9999.
    #expect(throws: DiagnosticError.self) {
      try world.session.apply(commit, to: &account, now: commit.time)
    }
    _ = try world.session.advance(&account, to: .latest)
    #expect(try world.values(of: account)["orders_all"] == "2")
  }

  @Test func aLevelIsLostAtMidnightWhenItsPointsHaveLeft() throws {
    let world = try WindowWorld(zone: "America/New_York")
    var account = world.engine.account("anna")
    let order = try world.session.event(
      """
      { "id": "a", "type": "earn", "time": "2026-03-06T15:00:00Z", "amount": { "currency": "USD", "minor": 5000 } }
      """)
    _ = try world.session.apply(order, to: &account, now: order.time)
    #expect(account.level == "gold")
    // Three days of the calendar, one of them of 23 hours; then the hours of `keep`.
    _ = try world.session.advance(&account, to: Timestamp(rfc3339: "2026-03-09T03:59:59Z"))
    #expect(account.levelLost == nil)
    _ = try world.session.advance(&account, to: Timestamp(rfc3339: "2026-03-09T04:00:00Z"))
    #expect(account.levelLost.map { "\($0)" } == "2026-03-10T00:00:00Z")
    _ = try world.session.advance(&account, to: Timestamp(rfc3339: "2026-03-10T00:00:00Z"))
    #expect(account.level == "plain")
  }
}
