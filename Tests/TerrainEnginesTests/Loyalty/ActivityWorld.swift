import TerrainBase
import TerrainEngines
import TestSupport

/// A small program whose points last as long as somebody is active, whose levels bring something, and whose levels the house may set.
enum ActivityWorld {
  static let module = """
    rules: 1
    module: shop.loyalty
    facts:
      event_type: { type: string, values: [earn, reserve, commit, cancel, refund, adjust, level] }
      amount: { type: decimal, optional: true }
      quiet: { type: bool, optional: true }
      slow: { type: bool, optional: true }
      current_level: { type: tier }
      level_before: { type: tier }
      set_level: { type: tier, optional: true }
      lifetime: { type: int }
      orders: { type: int, min: 0, window: { aggregate: count, gross: true } }
      orders_yesterday: { type: int, min: 0, window: { aggregate: count, gross: true, over: day, ago: 1 } }
      orders_two_weeks_ago: { type: int, min: 0, window: { aggregate: count, gross: true, over: week, ago: 2 } }
      earned_before: { type: int, min: 0 }
      taken_before: { type: int, min: 0 }
      expired_before: { type: int, min: 0 }
      spent_before: { type: int, min: 0 }
      given_before: { type: int, min: 0 }
      next_expiry: { type: timestamp, optional: true }
      next_expiry_amount: { type: int, min: 0 }
      balances: { type: "map<string, int>", max_size: 100 }
    decisions:
      settings: { value: { unit: points, zone: UTC, currency: USD, rounding: floor } }
      refused: { value: none }
      dollars: { value: "= int(math.floor(amount.orValue(decimal('0'))))" }
      earned: { hit: collect, rows: [{ id: base, then: { add: "= dollars" } }] }
      lot: { value: { pending: "= slow.orValue(false)", lasts: { days: 10 } } }
      cost: { value: 8 }
      hold: { value: { days: 3 } }
      left: { value: "= math.greatest(0, earned_before - expired_before - taken_before)" }
      taken_back:
        hit: first
        rows: [{ id: all, when: "!amount.hasValue()", then: "= left" }]
        otherwise: "= math.least(left, dollars)"
      given_back: { value: "= spent_before - given_before" }
      renews:
        hit: first
        rows: [{ id: active, when: "event_type in ['earn', 'commit'] && !quiet.orValue(false)", then: { days: 6 } }]
        otherwise: null
      reached:
        hit: collect
        rows:
          - { id: silver, when: { current_level: silver }, then: { add: 3, unit: stars, lasts: { days: 4 } } }
          - { id: gold, when: { current_level: gold }, then: { add: 20, campaign: welcome, lasts: { days: 5 } } }
          - { id: leap, when: { current_level: gold, level_before: plain }, then: { add: 1, unit: stars } }
      points_level:
        type: tier
        hit: first
        rows:
          - { id: gold, when: "lifetime >= 100 || orders >= 6", then: gold }
          - { id: silver, when: "lifetime >= 40", then: silver }
        otherwise: plain
      level:
        type: tier
        hit: first
        rows: [{ id: set, when: "set_level.hasValue() && set_level.value() > points_level", then: "= set_level.value()" }]
        otherwise: "= points_level"
      standing: { value: { expires: "= next_expiry", expiring: "= next_expiry_amount", active: "= balances", yesterday: "= orders_yesterday", weeks: "= orders_two_weeks_ago" } }

    """

  /// `event` as the caller has it.
  static func json(_ event: ActivityOracle.Event) throws -> String {
    func instant(_ time: Int) throws -> Timestamp { try Timestamp(seconds: Int64(SharedWorld.start + time)) }
    var fields = ["\"id\": \"\(event.id)\"", "\"type\": \"\(event.kind)\"", "\"time\": \"\(try instant(event.time))\""]
    if let of = event.of { fields.append("\"of\": \"\(of)\"") }
    if let dollars = event.dollars {
      fields.append("\"amount\": { \"currency\": \"USD\", \"minor\": \(dollars * 100) }")
    }
    if event.change != 0 { fields.append("\"change\": \(event.change)") }
    if let level = event.level { fields.append("\"level\": \"\(level)\"") }
    if let until = event.until { fields.append("\"until\": \"\(try instant(until))\"") }
    var facts: [String] = []
    if event.isQuiet { facts.append("\"quiet\": true") }
    if event.isSlow { facts.append("\"slow\": true") }
    return "{ \((fields + ["\"facts\": { \(facts.joined(separator: ", ")) }"]).joined(separator: ", ")) }"
  }

  /// One of many events, the `number`th of its world.
  static func event(_ number: Int, known: [ActivityOracle.Event], _ dice: inout SplitMix64) -> ActivityOracle.Event {
    let kinds = [
      "earn", "earn", "earn", "earn", "reserve", "commit", "commit", "cancel", "refund", "refund", "adjust", "level",
    ]
    let kind = kinds.randomElement(using: &dice) ?? "earn"
    // Half days, so that equal instants happen, and everything lasts whole days.
    let time = Int.random(in: 0..<80, using: &dice) * SharedWorld.day / 2
    var event = ActivityOracle.Event(id: "\(kind.prefix(1))\(kind.count)\(number)", time: time, kind: kind)
    func past(_ kinds: [String]) -> String {
      known.filter { kinds.contains($0.kind) }.map(\.id).randomElement(using: &dice) ?? "nothing"
    }
    switch kind {
    case "earn":
      event.dollars = [0, 5, 20, 30, 45, 110].randomElement(using: &dice)
      event.isQuiet = Bool.random(using: &dice)
      event.isSlow = Int.random(in: 0..<4, using: &dice) == 0
    case "commit":
      event.of = past(["reserve", "reserve", "earn"])
      event.isQuiet = Bool.random(using: &dice)
    case "cancel": event.of = past(["reserve", "earn"])
    case "refund":
      event.of = past(["earn", "earn", "commit"])
      if Bool.random(using: &dice) { event.dollars = Int.random(in: 1...40, using: &dice) }
    case "adjust": event.change = [-25, -3, 12, 50].randomElement(using: &dice) ?? 1
    case "level":
      event.level = ["plain", "silver", "gold", nil].randomElement(using: &dice) ?? nil
      if event.level != nil, Bool.random(using: &dice) {
        event.until = time + Int.random(in: -1...12, using: &dice) * SharedWorld.day / 2
      }
    default: break
    }
    return event
  }
}
