import TerrainBase
import TerrainEngines
import TestSupport
import Testing

/// Levels that are lost after a while: the rules in force at that time decide, until their decision is stable.
@Suite struct LevelTests {
  /// From gold nobody falls farther than to silver at once.
  private static let module = """
    rules: 1
    module: shop.loyalty
    facts:
      event_type: { type: string, values: [earn] }
      amount: { type: decimal, optional: true }
      current_level: { type: tier }
      lately: { type: int, min: 0, window: { aggregate: sum, value: earned, over: { days: 20 } } }
    decisions:
      settings: { value: { unit: points, zone: UTC, currency: USD, rounding: floor } }
      refused: { value: none }
      earned: { hit: collect, rows: [{ id: base, then: { add: "= int(math.floor(amount.orValue(decimal('0'))))" } }] }
      cost: { value: 0 }
      taken_back: { value: 0 }
      level:
        type: tier
        hit: first
        rows:
          - { id: gold, when: "lately >= 100", then: gold }
          - { id: step, when: { current_level: gold }, then: silver }
          - { id: silver, when: "lately >= 40", then: silver }
        otherwise: plain
      keep: { value: { days: 5 } }

    """

  private static func order(_ id: String, day: Int, _ dollars: Int) throws -> String {
    let time = try Timestamp(seconds: Int64(SharedWorld.start + day * SharedWorld.day))
    return
      "{ \"id\": \"\(id)\", \"type\": \"earn\", \"time\": \"\(time)\", \"amount\": { \"currency\": \"USD\", \"minor\": \(dollars * 100) } }"
  }

  private static func instant(day: Int) throws -> Timestamp {
    try Timestamp(seconds: Int64(SharedWorld.start + day * SharedWorld.day))
  }

  @Test func aLevelGoesDownUntilTheRulesAgree() throws {
    let world = try LineWorld(module: Self.module)
    var account = world.engine.account("anna")
    _ = try world.session.apply(
      world.session.event(Self.order("a", day: 0, 100)), to: &account, now: Self.instant(day: 0))
    var levels: [Text?] = []
    for day in [19, 20, 24, 25, 29, 30, 700] {
      _ = try world.session.advance(&account, to: Self.instant(day: day))
      levels.append(account.level)
    }
    #expect(levels == ["gold", "gold", "gold", "silver", "silver", "plain", "plain"])
  }

  @Test func whoeverQualifiesWhenTheGraceEndsKeepsTheLevel() throws {
    let world = try LineWorld(
      module: Self.module, newer: (Self.module.replacing("lately >= 100", with: "lately >= 0"), "2026-03-23"))
    var account = world.engine.account("anna")
    _ = try world.session.apply(
      world.session.event(Self.order("a", day: 0, 100)), to: &account, now: Self.instant(day: 0))
    _ = try world.session.advance(&account, to: Self.instant(day: 21))
    #expect(account.levelState?.lost == (try Self.instant(day: 25)))
    _ = try world.session.advance(&account, to: Self.instant(day: 26))
    #expect(account.level == "gold" && account.levelState?.lost == nil)
  }

  /// A level that is not about to be lost is the one that the rules decide, however time passed and orders came.
  @Test func aLevelIsTheOneThatTheRulesDecide() throws {
    let world = try LineWorld(module: Self.module)
    for seed in 0..<TestExtent.count(200, long: 20_000, of: "histories of levels") {
      var dice = SplitMix64(seed: UInt64(seed))
      var account = world.engine.account("anna")
      var day = 0
      for number in 0..<Int.random(in: 1...12, using: &dice) {
        day += Int.random(in: 0...12, using: &dice)
        let order = try Self.order(
          "e\(number)", day: Int.random(in: 0...day, using: &dice), Int.random(in: 10...110, using: &dice))
        _ = try world.session.apply(world.session.event(order), to: &account, now: Self.instant(day: day))
        let level = try #require(account.levelState)
        #expect(level.lost != nil || level.qualified == level.word, "world \(seed), day \(day)")
      }
      _ = try world.session.advance(&account, to: Self.instant(day: day + 31))
      #expect(account.level == "plain" && account.levelState?.lost == nil, "world \(seed)")
      #expect(try world.session.verify(world.session.read(world.session.document(account))) == nil, "world \(seed)")
    }
  }
}
