import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

/// Windows over an account's history: running sums against the definition, computed from all events.
@Suite struct WindowTests {
  private func expect(
    _ account: Account, _ world: WindowWorld, _ made: [WindowWorld.Made], at now: Timestamp, _ name: String
  )
    throws
  {
    var oracle = try WindowOracle(
      account, zone: world.engine.settings.zone, world.engine.context.system.pack.calendar, now: now,
      gifts: Set(made.filter(\.isGift).map(\.event.id)),
      pieces: Dictionary(made.map { ($0.event.id, $0.pieces) }, uniquingKeysWith: { first, _ in first }))
    oracle.slow = Set(made.filter(\.isSlow).map(\.event.id))
    let values = try world.values(of: account)
    for window in WindowWorld.windows {
      let expected = try oracle.value(window.name)
      #expect(values[window.name] == expected, "\(window.name) of \(name) at \(now)")
    }
  }

  @Test func runningSumsAreTheDefinition() throws {
    let worlds = try WindowWorld.places.map {
      (try WindowWorld(zone: $0.zone, calendar: $0.calendar), try Timestamp(rfc3339: Text($0.around)))
    }
    let count = TestExtent.count(132, long: 2500, of: "random worlds of windows")
    for seed in 0..<count {
      var dice = SplitMix64(seed: UInt64(seed))
      let (world, around) = worlds[seed % worlds.count]
      let made = try world.events(around: around, &dice)
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
    let worlds = try WindowWorld.places.map {
      (try WindowWorld(zone: $0.zone, calendar: $0.calendar), try Timestamp(rfc3339: Text($0.around)))
    }
    for seed in 1000..<1030 {
      var dice = SplitMix64(seed: UInt64(seed))
      let (world, around) = worlds[seed % worlds.count]
      let made = try world.events(around: around, &dice)
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
