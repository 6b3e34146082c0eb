import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

/// Claims, benefits, transfers and members, over several accounts, against a model of its own.
@Suite struct SharedTests {
  private static let names = ["anna", "ben", "cleo"]

  /// Accounts as the model has them, and what was granted so far.
  private struct Model {
    var events: [String: [SharedOracle.Event]] = [:]
    var seen: [String: Int] = [:]
    var granted: [String: Int] = [:]
    var days: [String: [Int: Int]] = [:]

    /// Accepts `event` and returns what became of it.
    mutating func accept(_ given: SharedOracle.Event, of who: String) -> String {
      let now = max(seen[who, default: 0], given.time)
      let known = events[who, default: []]
      seen[who] = now
      if known.contains(where: { $0.id == given.id }) {
        return SharedOracle(who, known, now: now).outcomes[given.id] ?? ""
      }
      let day = given.time / SharedWorld.day
      var event = given
      let (granted, days) = (granted, days)
      let tried = SharedOracle(who, known + [given], now: now, accepting: given.id) { claim in
        let own = known.map { $0.grants[claim.name, default: 0] }.reduce(0, +)
        let today = days[claim.name, default: [:]][day, default: 0]
        return own < claim.perAccount ?? .max && granted[claim.name, default: 0] < claim.total ?? .max
          && today < claim.perDay ?? .max
      }
      if tried.outcomes[given.id] == "applied" {
        event.grants = tried.granted
        for name in tried.granted.keys where name != "send" && name != "friend" {
          self.granted[name, default: 0] += 1
          if name.hasPrefix("code/") { self.days[name, default: [:]][day, default: 0] += 1 }
        }
      }
      if tried.outcomes[given.id] == "refused(code_gone)", let code = given.code { event.grants = ["code/\(code)": 0] }
      events[who] = known + [event]
      return SharedOracle(who, known + [event], now: now).outcomes[given.id] ?? ""
    }

    /// The document of what was granted, as text.
    var document: String {
      granted.keys.sorted().map { name in
        let days = days[name, default: [:]].sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
        return "\(name) \(granted[name, default: 0]) \(days.joined(separator: ","))"
      }.joined(separator: "; ")
    }
  }

  private func document(_ budgets: Budgets) throws -> String {
    try budgets.all.map { granted in
      let days = try granted.days.map { day in
        let date = try Timestamp(rfc3339: "\(day.day)T00:00:00Z")
        return "\((Int(date.seconds) - SharedWorld.start) / SharedWorld.day):\(day.amount)"
      }
      return "\(granted.budget) \(granted.total) \(days.joined(separator: ","))"
    }.joined(separator: "; ")
  }

  @Test func everyWorldIsWhatItsEventsAndGrantsSay() throws {
    let world = try LineWorld(module: SharedWorld.module)
    var reached: Set<String> = []
    for seed in 0..<TestExtent.count(150, long: 5000, of: "random worlds of several accounts") {
      var dice = SplitMix64(seed: UInt64(seed))
      var accounts = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, world.engine.account(Text($0))) })
      var model = Model()
      var budgets: Budgets? = Budgets()
      var underway: [(account: String, event: SharedOracle.Event)] = []
      for number in 0..<Int.random(in: 5...60, using: &dice) {
        var who = Self.names.randomElement(using: &dice) ?? "anna"
        var event = SharedWorld.event(
          number, of: who, among: Self.names, known: model.events[who, default: []], &dice)
        if !underway.isEmpty, Int.random(in: 0..<3, using: &dice) == 0 {
          // What an event brought another account comes at any time, and sometimes twice.
          let place = Int.random(in: 0..<underway.count, using: &dice)
          (who, event) = underway[place]
          if Bool.random(using: &dice) { underway.remove(at: place) }
        }
        var account = try #require(accounts[who])
        if Int.random(in: 0..<4, using: &dice) == 0 {
          account = try world.session.read(world.session.document(account))
        }
        let given = try world.session.event(SharedWorld.json(event))
        let change = try world.session.accept(
          given, to: &account, now: max(given.time, account.asOf ?? given.time), budgets: &budgets)
        accounts[who] = account
        let word = model.accept(event, of: who)
        if change.outcome.map({ "\($0)" }) != word {
          Issue.record("world \(seed): \(who) \(event): \(change.outcome.map { "\($0)" } ?? "-"), not \(word)")
          return
        }
        reached.insert("\(event.kind) \(word)")
        if !change.isDuplicate {
          for counterpart in change.counterparts { underway.append(Self.received(counterpart)) }
        }
      }
      guard try document(#require(budgets)) == model.document else {
        Issue.record("world \(seed): \(try document(#require(budgets))), not \(model.document)")
        return
      }
      for who in Self.names {
        try check(#require(accounts[who]), model, who, seed, world, &dice)
      }
    }
    for word in [
      "earn applied", "earn refused(code_gone)", "commit applied", "commit waits", "commit refused(sold_out)",
      "commit refused(no_hold)", "cancel applied", "cancel refused(no_benefit)", "use applied", "use refused(often)",
      "use refused(no_benefit)", "reserve refused(balance)", "reserve refused(no_right)", "send applied",
      "send refused(balance)", "send refused(no_right)", "receive applied", "member applied",
    ] { #expect(reached.contains(word), "\(word) never happened") }
  }

  /// Orders in any order of time, whose claims and refusals depend on the orders before them: whatever comes late, an order that was accepted
  /// stays accepted, and keeps what it was granted.
  @Test func whatWasAcceptedStaysAccepted() throws {
    let module = SharedWorld.module
      .replacing("per_account: 1 } }", with: "per_account: 1, refused: not_first } }")
      .replacing(
        "  refused:\n    hit: first\n    rows:\n",
        with:
          "  refused:\n    hit: first\n    rows:\n      - { id: late, when: \"event_type == 'earn' && code.hasValue() && earns_before > 2\", then: too_late }\n"
      )
      .replacing(
        "lot: { value: { lasts: { days: 40 } } }",
        with: "lot: { value: { pending: \"= event_type == 'earn' && pass.hasValue()\", lasts: { days: 40 } } }")
    let world = try LineWorld(module: module)
    var reached: Set<String> = []
    for seed in 0..<TestExtent.count(200, long: 20_000, of: "interleavings of orders with claims") {
      var dice = SplitMix64(seed: UInt64(seed))
      var account = world.engine.account("anna")
      var budgets: Budgets? = Budgets()
      var now = try Timestamp(seconds: Int64(SharedWorld.start))
      var orders: [String] = []
      for number in 0..<10 {
        var event = SharedOracle.Event(
          id: "e\(number)", time: Int.random(in: 0..<20, using: &dice) * SharedWorld.day / 2, kind: "earn")
        if let order = orders.randomElement(using: &dice), Int.random(in: 0..<4, using: &dice) == 0 {
          event.kind = "cancel"
          event.of = order
        } else {
          event.dollars = Int.random(in: 1...40, using: &dice)
          if Bool.random(using: &dice) { event.code = ["A", "B/C"].randomElement(using: &dice) }
          if Bool.random(using: &dice) { event.friend = "ben" }
          if Bool.random(using: &dice) { event.pass = "shipped" }
          orders.append(event.id)
        }
        let accepted = account.events.filter { $0.kind == .earn && account.outcome(of: $0.id) == .applied }
        if Bool.random(using: &dice) { account = try world.session.read(world.session.document(account)) }
        let given = try world.session.event(SharedWorld.json(event))
        now = max(now, given.time)
        let change = try world.session.accept(given, to: &account, now: now, budgets: &budgets)
        reached.insert("\(event.kind) \(change.outcome?.word ?? "") \(change.outcome?.refusal ?? "")")
        for before in accepted {
          #expect(account.outcome(of: before.id) == .applied, "world \(seed): \(before.id), after \(event)")
          #expect(account.events.first { $0.id == before.id }?.grants == before.grants, "world \(seed): \(before.id)")
        }
      }
      #expect(try world.session.verify(world.session.read(world.session.document(account))) == nil, "world \(seed)")
    }
    for word in [
      "earn applied ", "earn refused code_gone", "earn refused too_late", "earn refused not_first", "cancel applied ",
    ] { #expect(reached.contains(word), "\(word) never happened") }
  }

  /// An order that brings another account something, its shipment, and its return, in whatever order they and what follows from them arrive:
  /// the other account has it as long as the order stands.
  @Test func whatAnOrderBringsOthersFollowsTheOrder() throws {
    let world = try LineWorld(
      module: SharedWorld.module.replacing(
        "lot: { value: { lasts: { days: 40 } } }",
        with: "lot: { value: { pending: \"= event_type == 'earn' && pass.hasValue()\", lasts: { days: 40 } } }"))
    var reached: Set<String> = []
    for seed in 0..<TestExtent.count(200, long: 20_000, of: "orders that bring another account something") {
      var dice = SplitMix64(seed: UInt64(seed))
      let kinds: [String] =
        [[], ["commit"], ["cancel"], ["refund"], ["commit", "refund"]].randomElement(using: &dice) ?? []
      var order = SharedOracle.Event(id: "order", time: 0, kind: "earn")
      order.dollars = 10
      order.friend = "ben"
      let waits = kinds.contains("commit") || kinds == ["cancel"] || Bool.random(using: &dice)
      if waits { order.pass = "shipped" }
      let events =
        [order]
        + kinds.enumerated().map { number, kind in
          SharedOracle.Event(id: kind, time: (number + 1) * SharedWorld.day, kind: kind, of: "order")
        }
      let now = try Timestamp(seconds: Int64(SharedWorld.start + 5 * SharedWorld.day))
      var (anna, ben) = (world.engine.account("anna"), world.engine.account("ben"))
      var budgets: Budgets? = Budgets()
      var underway: [Counterpart] = []
      for event in events.shuffled(using: &dice) {
        let change = try world.session.accept(
          world.session.event(SharedWorld.json(event)), to: &anna, now: now, budgets: &budgets)
        underway += change.counterparts
        if Bool.random(using: &dice) { anna = try world.session.read(world.session.document(anna)) }
      }
      for counterpart in (underway + underway.prefix(1)).shuffled(using: &dice) {
        _ = try world.session.accept(world.session.event(Self.json(counterpart)), to: &ben, now: now, budgets: &budgets)
        if Bool.random(using: &dice) { ben = try world.session.read(world.session.document(ben)) }
      }
      let stands = !kinds.contains("cancel") && !kinds.contains("refund")
      let pending = stands && waits && kinds.isEmpty
      #expect(
        [ben.balances[0].active, ben.balances[0].pending] == (pending ? [0, 5] : stands ? [5, 0] : [0, 0]),
        "world \(seed): \(kinds), waits: \(waits)")
      reached.insert("\(kinds) \(waits)")
    }
    #expect(reached.count == 7)
  }

  /// Claims of one group are granted together, or none of them is.
  @Test func aGroupOfClaimsIsGrantedAsAWhole() throws {
    let world = try LineWorld(
      module: SharedWorld.module.replacing("per_account: 2, refused: code_gone }", with: "group: both }")
        .replacing("per_account: 1 } }", with: "per_account: 1, group: both } }"))
    var account = world.engine.account("anna")
    var budgets: Budgets? = Budgets()
    for (number, isGranted) in [true, false].enumerated() {
      let event = SharedOracle.Event(
        id: "e\(number)", time: -number * SharedWorld.day, kind: "earn", dollars: 1, code: "A", friend: "ben")
      let given = try world.session.event(SharedWorld.json(event))
      let change = try world.session.accept(
        given, to: &account, now: Timestamp(seconds: Int64(SharedWorld.start)), budgets: &budgets)
      #expect(change.outcome == .applied)
      #expect(account.events.first { $0.id == given.id }?.grants.isEmpty == !isGranted)
    }
    #expect(budgets?.all.map(\.total) == [1])
  }

  /// The event of `counterpart` as the caller passes it on.
  private static func json(_ counterpart: Counterpart) -> String {
    let head =
      "\"id\": \"\(counterpart.id)\", \"type\": \"\(counterpart.kind.rawValue)\", \"time\": \"\(counterpart.time)\""
    if let of = counterpart.of { return "{ \(head), \"of\": \"\(of)\" }" }
    return "{ \(head), \"from\": \"\(counterpart.from)\", \"change\": \(counterpart.amount)"
      + (counterpart.waits ? ", \"waits\": true }" : " }")
  }

  private static func received(_ counterpart: Counterpart) -> (account: String, event: SharedOracle.Event) {
    var event = SharedOracle.Event(
      id: counterpart.id.string, time: Int(counterpart.time.seconds) - SharedWorld.start, kind: "receive")
    event.change = Int(counterpart.amount)
    event.peer = counterpart.from.string
    return (counterpart.account.string, event)
  }

  /// Compares an account with the model, with itself folded again, and with its events delivered in another order.
  private func check(
    _ account: Account, _ model: Model, _ who: String, _ seed: Int, _ world: LineWorld, _ dice: inout SplitMix64
  ) throws {
    let end = 60 * SharedWorld.day
    let now = try Timestamp(seconds: Int64(SharedWorld.start + end))
    var whole = account
    _ = try world.session.advance(&whole, to: now)
    let oracle = SharedOracle(who, model.events[who, default: []], now: end)
    let found = whole.entries.map { "\($0.event) \($0.kind.rawValue) \($0.unit) \($0.amount)" }.sorted()
    if found != oracle.entries.sorted() {
      Issue.record("world \(seed), \(who): \(found), not \(oracle.entries.sorted())")
    }
    for event in model.events[who, default: []] {
      let outcome = whole.outcome(of: Text(event.id)).map { "\($0)" }
      if outcome != oracle.outcomes[event.id] {
        Issue.record("world \(seed), \(who): \(event.id) is \(outcome ?? "-")")
      }
    }
    for balance in whole.balances where balance.active != Int64(oracle.balance(balance.unit.string)) {
      Issue.record(
        "world \(seed), \(who): \(balance.active) \(balance.unit), not \(oracle.balance(balance.unit.string))")
    }
    let benefits = whole.benefits.map { benefit in
      func seconds(_ time: Timestamp?) -> String { time.map { "\(Int($0.seconds) - SharedWorld.start)" } ?? "" }
      return
        "\(benefit.id) \(benefit.name) \(benefit.stage.rawValue) \(seconds(benefit.since))-\(seconds(benefit.expires)) "
        + "\(benefit.used)/\(benefit.uses.map { "\($0)" } ?? "") \(seconds(benefit.ended))"
    }
    if benefits.sorted() != oracle.benefits.map(\.text).sorted() {
      Issue.record("world \(seed), \(who): \(benefits.sorted()), not \(oracle.benefits.map(\.text).sorted())")
    }
    let members = Dictionary(
      whole.members.map { ($0.id.string, $0.rights.map(\.string)) }, uniquingKeysWith: { first, _ in first })
    if members != oracle.members { Issue.record("world \(seed), \(who): \(members), not \(oracle.members)") }
    // Whatever was granted is kept with the events: folded again, in any order, they are the same account.
    let document = try world.session.document(whole)
    #expect(try world.session.verify(world.session.read(document)) == nil, "world \(seed), \(who)")
    var other = world.engine.account(Text(who))
    for event in whole.events.shuffled(using: &dice) {
      _ = try world.session.apply(event, to: &other, now: Bool.random(using: &dice) ? event.time : now)
    }
    _ = try world.session.advance(&other, to: now)
    #expect(try world.session.document(other) == document, "world \(seed), \(who)")
  }
}
