import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport

/// A small program with codes, a stock, passes that are used or run, friends, gifts and households.
enum SharedWorld {
  static let module = """
    rules: 1
    module: shop.loyalty
    facts:
      event_type: { type: string, values: [earn, reserve, commit, cancel, refund, adjust, use, send, receive, member] }
      amount: { type: decimal, optional: true }
      code: { type: string, optional: true }
      friend: { type: string, optional: true }
      pass: { type: string, optional: true }
      cash: { type: int, optional: true }
      earns_before: { type: int, min: 0 }
      lifetime: { type: int }
      granted_claims: { type: list<string>, max_size: 50 }
      open_benefits: { type: list<string>, max_size: 1000 }
      used_benefit: { type: string, optional: true }
      acting_rights: { type: list<string>, max_size: 50 }
      member_count: { type: int, min: 0 }
      uses_lately: { type: int, window: { aggregate: count, events: use, where: is_ticket, over: { days: 3 } } }
    decisions:
      settings: { value: { unit: points, zone: UTC, currency: USD, rounding: floor } }
      is_ticket: { value: "= used_benefit.orValue('') == 'ticket'" }
      dollars: { value: "= int(math.floor(amount.orValue(decimal('0'))))" }
      claims:
        hit: collect
        rows:
          - id: code
            when: "event_type == 'earn' && code.hasValue()"
            then: { claim: code, key: "= code.orValue('')", total: 3, per_day: 2, per_account: 2, refused: code_gone }
          - id: stock
            when: "event_type == 'commit' && pass.orValue('') == 'ticket'"
            then: { claim: stock, total: 2, refused: sold_out }
          - { id: friend, when: "event_type == 'earn' && friend.hasValue() && earns_before == 0", then: { claim: friend, per_account: 1 } }
      refused:
        hit: first
        rows:
          - { id: right, when: "event_type in ['reserve', 'send'] && member_count > 0 && !('spend' in acting_rights)", then: no_right }
          - { id: often, when: "event_type == 'use' && used_benefit.orValue('') == 'ticket' && uses_lately >= 2", then: often }
        otherwise: none
      earned:
        hit: collect
        rows:
          - { id: base, then: { add: "= dollars" } }
          - { id: credit, then: { add: "= 2 * dollars", unit: credit } }
          - { id: boost, when: "'boost' in open_benefits", then: { times: 2, on: base, stage: 1 } }
          - { id: code, when: "'code' in granted_claims", then: { add: 7, stage: 1 } }
          - { id: friend, when: "'friend' in granted_claims", then: { add: 5, stage: 1 } }
      lot: { value: { lasts: { days: 40 } } }
      cost:
        hit: first
        rows:
          - { id: ticket, when: "pass.orValue('') == 'ticket'", then: 10 }
          - { id: boost, when: "pass.orValue('') == 'boost'", then: 15 }
        otherwise: 0
      costs: { value: { credit: "= cash.orValue(0)" } }
      hold: { value: { days: 2 } }
      issued:
        hit: collect
        rows:
          - { id: ticket, when: "event_type == 'commit' && pass.orValue('') == 'ticket'", then: { benefit: ticket, uses: 2, lasts: { days: 10 } } }
          - { id: boost, when: "event_type == 'commit' && pass.orValue('') == 'boost'", then: { benefit: boost, lasts: { days: 5 } } }
          - { id: mug, when: "event_type == 'earn' && dollars >= 30", then: { benefit: mug, uses: 1 } }
      sent:
        hit: collect
        rows:
          - { id: friend, when: "'friend' in granted_claims", then: { to: "= friend.orValue('')", add: 5, campaign: friend } }
      taken_back: { value: 0 }
      level: { type: tier, hit: first, rows: [{ id: gold, when: "lifetime >= 100", then: gold }], otherwise: plain }

    """

  static let day = 86_400
  /// 2026-03-01T00:00:00Z.
  static let start = 1_772_323_200

  /// `event` as the caller has it.
  static func json(_ event: SharedOracle.Event) throws -> String {
    let time = try Timestamp(seconds: Int64(start + event.time))
    var fields = ["\"id\": \"\(event.id)\"", "\"type\": \"\(event.kind)\"", "\"time\": \"\(time)\""]
    func add(_ name: String, _ value: String?) {
      if let value { fields.append("\"\(name)\": \"\(value)\"") }
    }
    add("of", event.of)
    add("benefit", event.benefit.map { "\($0.event)#\($0.number)" })
    add("member", event.member)
    add(event.kind == "send" ? "to" : "from", event.peer)
    if event.change != 0 { fields.append("\"change\": \(event.change)") }
    if let rights = event.rights {
      fields.append("\"rights\": [\(rights.map { "\"\($0)\"" }.joined(separator: ", "))]")
    }
    if event.kind == "earn" {
      fields.append("\"amount\": { \"currency\": \"USD\", \"minor\": \(event.dollars * 100) }")
    }
    var facts: [String] = []
    for (name, value) in [("code", event.code), ("friend", event.friend), ("pass", event.pass)] {
      if let value { facts.append("\"\(name)\": \"\(value)\"") }
    }
    if event.cash > 0 { facts.append("\"cash\": \(event.cash)") }
    return "{ \((fields + ["\"facts\": { \(facts.joined(separator: ", ")) }"]).joined(separator: ", ")) }"
  }

  /// One of many events for the account `who` of `accounts`, the `number`th of its world.
  static func event(
    _ number: Int, of who: String, among accounts: [String], known: [SharedOracle.Event], _ dice: inout SplitMix64
  ) -> SharedOracle.Event {
    let kinds = [
      "earn", "earn", "earn", "reserve", "reserve", "commit", "commit", "cancel", "commit", "use", "use", "use", "send",
      "member",
    ]
    let kind = kinds.randomElement(using: &dice) ?? "earn"
    let time = Int.random(in: 0..<30, using: &dice) * day / 2 + Int.random(in: 0...3, using: &dice)
    var event = SharedOracle.Event(id: "\(kind.prefix(1))\(number)", time: time, kind: kind)
    let others = accounts.filter { $0 != who }
    let names = ["kim", "lee"]
    // Now and then something that is not there yet, or never.
    func past(_ letters: [String]) -> String {
      known.map(\.id).filter { letters.contains(String($0.prefix(1))) }.randomElement(using: &dice)
        ?? "\(letters[0])\(Int.random(in: 0...40, using: &dice))"
    }
    switch kind {
    case "earn":
      event.dollars = Int.random(in: 0...40, using: &dice)
      if Int.random(in: 0..<3, using: &dice) == 0 { event.code = ["A", "B/C"].randomElement(using: &dice) }
      if Bool.random(using: &dice) { event.friend = others.randomElement(using: &dice) }
    case "reserve":
      event.pass = ["ticket", "boost", nil].randomElement(using: &dice) ?? nil
      if Int.random(in: 0..<3, using: &dice) == 0 { event.cash = Int.random(in: 1...30, using: &dice) }
      event.member = names.randomElement(using: &dice)
    case "commit": event.of = past(["r"])
    case "cancel":
      if Bool.random(using: &dice) { event.of = past(["r"]) } else { event.benefit = (past(["c", "e"]), 1) }
    case "use":
      event.benefit = (
        past(Bool.random(using: &dice) ? ["c"] : ["c", "e"]), Int.random(in: 0..<9, using: &dice) == 0 ? 2 : 1
      )
      // Mostly a ticket that there is, soon after it was issued: only so is one used too often.
      let tickets = known.filter { $0.grants["stock"] != nil }
      if let ticket = tickets.randomElement(using: &dice), Int.random(in: 0..<4, using: &dice) > 0 {
        event.benefit = (ticket.id, 1)
        event.time = ticket.time + Int.random(in: 0...5, using: &dice) * day / 2
      }
    case "send":
      event.change = Int.random(in: 1...30, using: &dice)
      event.peer = others.randomElement(using: &dice)
      event.member = names.randomElement(using: &dice)
    default:
      event.member = names.randomElement(using: &dice)
      event.rights = [["spend"], [], nil].randomElement(using: &dice) ?? nil
    }
    return event
  }
}
