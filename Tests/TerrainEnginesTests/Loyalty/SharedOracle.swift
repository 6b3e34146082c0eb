/// What the program of ``SharedWorld`` does with one account, in whole points and seconds, with nothing of the engine: every event and everything
/// that time does, in order, over lists that are searched from the start.
struct SharedOracle {
  struct Event {
    var id: String
    var time: Int
    var kind: String
    var of: String?
    var dollars = 0
    var code: String?
    var friend: String?
    var pass: String?
    var cash = 0
    var change = 0
    var peer: String?
    var member: String?
    var rights: [String]?
    var benefit: (event: String, number: Int)?
    /// What it was granted, by name.
    var grants: [String: Int] = [:]

    var about: String? { of ?? benefit?.event }
  }

  struct Claim {
    var name: String
    var total: Int?
    var perDay: Int?
    var perAccount: Int?
    var refusal: String?
  }

  /// What is granted to an event that is being accepted: whether a claim is.
  typealias Offer = (Claim) -> Bool

  private struct Lot {
    var event: String
    var entry: Int
    var unit: String
    var left: Int
    var since: Int
    var ends: Int { since + 40 * 86_400 }
  }

  private struct Hold {
    var event: String
    var unit: String
    var parts: [Lot]
    var lapses: Int
  }

  struct Benefit {
    var event: String
    var number: Int
    var name: String
    var since: Int
    var ends: Int?
    var uses: Int?
    var used = 0
    var stage = "issued"
    var ended: Int?

    var text: String {
      "\(event)#\(number) \(name) \(stage) \(since)-\(ends.map { "\($0)" } ?? "") "
        + "\(used)/\(uses.map { "\($0)" } ?? "") \(ended.map { "\($0)" } ?? "")"
    }
  }

  let account: String
  private var lots: [Lot] = []
  private var holds: [Hold] = []
  private var reserved: [String: Event] = [:]
  private var owed: [String: Int] = [:]
  private var earns = 0
  private var waiting: [Event] = []
  private var ticketUses: [Int] = []
  private var made: [String: Int] = [:]
  private(set) var benefits: [Benefit] = []
  private(set) var members: [String: [String]] = [:]
  /// Event, kind, unit, amount.
  private(set) var entries: [String] = []
  /// What became of each event.
  private(set) var outcomes: [String: String] = [:]
  /// What the event that is being accepted was granted.
  private(set) var granted: [String: Int] = [:]

  /// Everything that has happened by `now`; `offer` is for the event `accepting`.
  init(
    _ account: String, _ events: [Event], now: Int, accepting: String? = nil, offer: @escaping Offer = { _ in false }
  ) {
    self.account = account
    for event in events.sorted(by: { ($0.time, $0.id) < ($1.time, $1.id) }) {
      if event.time > now {
        outcomes[event.id] = "later"
        continue
      }
      pass(until: event.time)
      var due = [event]
      while !due.isEmpty {
        let next = due.removeFirst()
        if let about = next.about, ["waits", "later", nil].contains(outcomes[about]) {
          waiting.append(next)
          outcomes[next.id] = "waits"
          continue
        }
        settle(next, at: event.time, accepting == next.id ? offer : nil)
        let others = waiting.filter { $0.about == next.id }
        waiting.removeAll { $0.about == next.id }
        due = others + due
      }
    }
    pass(until: now)
  }

  func balance(_ unit: String) -> Int { active(unit) }

  private func active(_ unit: String) -> Int {
    lots.filter { $0.unit == unit }.map(\.left).reduce(0, +) - owed[unit, default: 0]
  }

  // MARK: Claims

  private func claims(of event: Event) -> [Claim] {
    var claims: [Claim] = []
    let pass = event.kind == "commit" ? event.of.flatMap { reserved[$0] }?.pass : event.pass
    if let code = event.code {
      claims.append(Claim(name: "code/\(code)", total: 3, perDay: 2, perAccount: 2, refusal: "code_gone"))
    }
    if event.kind == "commit", pass == "ticket" { claims.append(Claim(name: "stock", total: 2, refusal: "sold_out")) }
    if event.kind == "earn", event.friend != nil, earns == 0 { claims.append(Claim(name: "friend", perAccount: 1)) }
    return claims
  }

  private mutating func settle(_ given: Event, at time: Int, _ offer: Offer?) {
    var event = given
    var missing: String?
    for claim in claims(of: event) {
      let isGranted = offer.map { $0(claim) } ?? (given.grants[claim.name, default: 0] >= 1)
      if offer != nil, isGranted { event.grants[claim.name] = 1 }
      // An order that was accepted without a claim goes on without it.
      if !isGranted, offer != nil || event.kind != "earn" || given.grants[claim.name] != nil {
        missing = missing ?? claim.refusal
      }
    }
    let before = self
    // What another account has already is not refused any more.
    let isFinal = event.kind == "send" && offer == nil && event.grants["send"] == event.change
    let word = (isFinal ? nil : refusal(of: event, at: time)) ?? apply(event, at: time, isOffered: offer != nil)
    if let word = word ?? missing {
      self = before
      outcomes[event.id] = "refused(\(word))"
      return
    }
    outcomes[event.id] = "applied"
    if offer != nil {
      granted = event.grants
      if event.kind == "send" { granted["send"] = event.change }
    }
  }

  private func refusal(of event: Event, at time: Int) -> String? {
    if ["reserve", "send"].contains(event.kind), !members.isEmpty,
      !(event.member.flatMap { members[$0] } ?? []).contains("spend")
    {
      return "no_right"
    }
    if event.kind == "use", let benefit = event.benefit,
      benefits.contains(where: { $0.event == benefit.event && $0.number == benefit.number && $0.name == "ticket" }),
      ticketUses.filter({ $0 / 86_400 > time / 86_400 - 3 }).count >= 2
    {
      return "often"
    }
    return nil
  }

  // MARK: Events

  private mutating func apply(_ event: Event, at time: Int, isOffered: Bool) -> String? {
    switch event.kind {
    case "earn": earn(event, at: time)
    case "reserve":
      let cost = ["ticket": 10, "boost": 15][event.pass ?? ""] ?? 0
      guard cost <= active("points") || cost == 0 && event.cash > 0, event.cash == 0 || event.cash <= active("credit")
      else { return "balance" }
      reserved[event.id] = event
      for (unit, amount) in [("points", cost), ("credit", event.cash)]
      where amount > 0 || unit == "points" && event.cash == 0 {
        holds.append(Hold(event: event.id, unit: unit, parts: take(amount, unit), lapses: time + 2 * 86_400))
      }
    case "commit", "cancel":
      if event.kind == "cancel", let benefit = event.benefit { return end(benefit, "cancelled", at: time) }
      let own = holds.filter { $0.event == event.of }
      holds.removeAll { $0.event == event.of }
      guard let of = event.of, !own.isEmpty else { return "no_hold" }
      for hold in own {
        let amount = hold.parts.map(\.left).reduce(0, +)
        if event.kind == "cancel" {
          giveBack(hold, at: time)
        } else if amount > 0 {
          note(event.id, "redeem", hold.unit, -amount)
        }
      }
      if event.kind == "commit", let pass = reserved[of]?.pass {
        issue(pass, event.id, 1, at: time, days: pass == "ticket" ? 10 : 5, uses: pass == "ticket" ? 2 : nil)
      }
    case "use":
      guard let benefit = event.benefit,
        let place = benefits.firstIndex(where: { $0.event == benefit.event && $0.number == benefit.number }),
        benefits[place].stage == "issued"
      else { return "no_benefit" }
      if benefits[place].name == "ticket" { ticketUses.append(time) }
      benefits[place].used += 1
      if benefits[place].used == benefits[place].uses { return end(benefit, "used", at: time) }
    case "send":
      if isOffered || event.grants["send"] != event.change {
        if event.change > active("points") { return "balance" }
        if !isOffered { return "not_granted" }
      }
      note(event.id, "send", "points", -event.change)
      owed["points", default: 0] += event.change - take(event.change, "points").map(\.left).reduce(0, +)
    case "receive": add(event.change, "points", event.id, "receive", at: time)
    case "member": members[event.member ?? ""] = event.rights
    default: return "unknown"
    }
    return nil
  }

  private mutating func earn(_ event: Event, at time: Int) {
    let isBoosted = benefits.contains { $0.name == "boost" && $0.stage == "issued" }
    earns += 1
    add(event.dollars, "points", event.id, "earn", at: time)
    add(event.dollars * 2, "credit", event.id, "earn", at: time)
    if isBoosted { add(event.dollars, "points", event.id, "earn", at: time) }
    if event.grants.keys.contains(where: { $0.hasPrefix("code/") }) { add(7, "points", event.id, "earn", at: time) }
    if event.grants["friend"] != nil { add(5, "points", event.id, "earn", at: time) }
    if event.dollars >= 30 { issue("mug", event.id, 1, at: time, days: nil, uses: 1) }
  }

  private mutating func note(_ event: String, _ kind: String, _ unit: String, _ amount: Int) {
    entries.append("\(event) \(kind) \(unit) \(amount)")
  }

  private mutating func add(_ amount: Int, _ unit: String, _ event: String, _ kind: String, at time: Int) {
    if amount == 0 { return }
    note(event, kind, unit, amount)
    made[event, default: 0] += 1
    let fills = min(owed[unit, default: 0], amount)
    owed[unit, default: 0] -= fills
    if amount > fills {
      lots.append(
        Lot(event: event, entry: made[event, default: 0], unit: unit, left: amount - fills, since: time))
    }
  }

  /// Takes up to `amount` from what there is, and returns what was taken from which.
  private mutating func take(_ amount: Int, _ unit: String) -> [Lot] {
    var rest = amount
    var parts: [Lot] = []
    lots.sort { ($0.ends, $0.event, $0.entry) < ($1.ends, $1.event, $1.entry) }
    for place in lots.indices where lots[place].unit == unit && rest > 0 {
      var part = lots[place]
      part.left = min(part.left, rest)
      lots[place].left -= part.left
      rest -= part.left
      parts.append(part)
    }
    lots.removeAll { $0.left == 0 }
    return parts
  }

  private mutating func giveBack(_ hold: Hold, at time: Int) {
    for part in hold.parts {
      if part.ends <= time {
        note(part.event, "expire", part.unit, -part.left)
      } else {
        var part = part
        let fills = min(owed[part.unit, default: 0], part.left)
        owed[part.unit, default: 0] -= fills
        part.left -= fills
        if let place = lots.firstIndex(where: { $0.event == part.event && $0.entry == part.entry }) {
          lots[place].left += part.left
        } else if part.left > 0 {
          lots.append(part)
        }
      }
    }
  }

  // MARK: Benefits

  private mutating func issue(_ name: String, _ event: String, _ number: Int, at time: Int, days: Int?, uses: Int?) {
    benefits.append(
      Benefit(
        event: event, number: number, name: name, since: time, ends: days.map { time + $0 * 86_400 }, uses: uses))
  }

  private mutating func end(_ benefit: (event: String, number: Int), _ stage: String, at time: Int) -> String? {
    guard let place = benefits.firstIndex(where: { $0.event == benefit.event && $0.number == benefit.number }),
      benefits[place].stage == "issued"
    else { return "no_benefit" }
    benefits[place].stage = stage
    benefits[place].ended = time
    return nil
  }

  // MARK: Time

  private mutating func pass(until time: Int) {
    while true {
      let lapse = holds.map(\.lapses).min() ?? .max
      let expiry = lots.map(\.ends).min() ?? .max
      let ending = benefits.filter { $0.stage == "issued" }.compactMap(\.ends).min() ?? .max
      let next = min(lapse, expiry, ending)
      if next > time { return }
      if lapse == next {
        holds.sort { $0.event < $1.event }
        for hold in holds where hold.lapses == next { giveBack(hold, at: next) }
        holds.removeAll { $0.lapses == next }
      } else if expiry == next {
        for lot in lots where lot.ends == next { note(lot.event, "expire", lot.unit, -lot.left) }
        lots.removeAll { $0.ends == next }
      } else {
        for place in benefits.indices where benefits[place].stage == "issued" && benefits[place].ends == next {
          benefits[place].stage = "expired"
          benefits[place].ended = next
        }
      }
    }
  }
}
