import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

/// What is earned and taken back line by line.
@Suite struct LineTests {
  private typealias Event = LineOracle.Event

  private static let start = 1_767_225_600

  private func events(_ dice: inout SplitMix64) -> [Event] {
    // Days or months: within the life of lots, or beyond it.
    let spread = [10, 90].randomElement(using: &dice) ?? 10
    var events: [Event] = []
    var orders: [Event] = []
    for number in 0..<Int.random(in: 3...25, using: &dice) {
      var event = Event(id: "e\(number)", time: Self.start + Int.random(in: 0..<spread * 24, using: &dice) * 3600)
      event.dollars = Int.random(in: 0...40, using: &dice)
      let names = ["a", "b", "c", "d"].shuffled(using: &dice).prefix(Int.random(in: 0...4, using: &dice))
      let kind = Int.random(in: 0..<8, using: &dice)
      if kind == 0 {
        event.isSpending = true
        event.dollars = Int.random(in: 1...30, using: &dice)
      } else if kind < 5 || orders.isEmpty {
        event.isGift = Bool.random(using: &dice)
        event.lines = names.map { name in
          LineOracle.Line(
            id: name, kind: ["coffee", "mug", "card"].randomElement(using: &dice) ?? "card",
            quantity: Int.random(in: 1...4, using: &dice), dollars: Int.random(in: 0...15, using: &dice))
        }
        orders.append(event)
      } else if let order = orders.randomElement(using: &dice) {
        event.of = order.id
        if Int.random(in: 0..<3, using: &dice) == 0 { event.dollars = nil }
        if Int.random(in: 0..<4, using: &dice) > 0 {
          event.lines =
            (order.lines.isEmpty
              ? names.map { name in
                LineOracle.Line(id: name, kind: "mug", quantity: 1, dollars: 0)
              }
              : order.lines.shuffled(using: &dice).dropLast(Int.random(in: 0...2, using: &dice)).map { line in
                var line = line
                line.quantity = Int.random(in: 1...max(1, line.quantity), using: &dice)
                return line
              })
        }
      }
      events.append(event)
    }
    return events
  }

  private func json(_ event: Event) throws -> String {
    let time = try Timestamp(seconds: Int64(event.time))
    let lines = event.lines.map {
      "{ \"id\": \"\($0.id)\", \"kind\": \"\($0.kind)\", \"quantity\": \($0.quantity), \"dollars\": \($0.dollars) }"
    }
    var fields = ["\"id\": \"\(event.id)\"", "\"time\": \"\(time)\""]
    if event.isSpending {
      fields += ["\"type\": \"adjust\"", "\"change\": -\(event.dollars ?? 0)"]
    } else {
      fields.append("\"type\": \"\(event.of == nil ? "earn" : "refund")\"")
      if let of = event.of { fields.append("\"of\": \"\(of)\"") }
      if let dollars = event.dollars {
        fields.append("\"amount\": { \"currency\": \"USD\", \"minor\": \(dollars * 100) }")
      }
      let gift = event.isGift ? ", \"gift\": true" : ""
      fields.append("\"facts\": { \"lines\": [\(lines.joined(separator: ", "))]\(gift) }")
    }
    return "{ \(fields.joined(separator: ", ")) }"
  }

  private func expect(_ account: Account, _ events: [Event], now: Int, _ name: String) {
    let oracle = LineOracle(events, now: now)
    let entries = account.entries.map {
      "\($0.event) \($0.kind.rawValue) \($0.unit) \($0.amount) \($0.line.map { "\($0)" } ?? "-")"
    }
    #expect(entries.sorted() == oracle.entries.sorted(), "\(name)")
    for balance in account.balances {
      #expect(Int(balance.active) == oracle.balance(balance.unit.string), "\(balance.unit) of \(name)")
    }
    for event in events {
      let refusal = account.outcome(of: Text(event.id))?.refusal?.string
      #expect(refusal == oracle.refused[event.id], "\(event.id) of \(name)")
    }
  }

  @Test func anOrderIsTheSumOfItsLinesAndReturnsTakeThemBack() throws {
    let world = try LineWorld()
    for seed in 0..<TestExtent.count(150, long: 8000, of: "random worlds of lines") {
      var dice = SplitMix64(seed: UInt64(seed))
      let made = events(&dice)
      let order = seed % 2 == 0 ? made.sorted { ($0.time, $0.id) < ($1.time, $1.id) } : made.shuffled(using: &dice)
      var account = world.engine.account("anna")
      var now = 0
      for (step, event) in order.enumerated() {
        now = max(now, event.time)
        let seen = try Timestamp(seconds: Int64(now))
        _ = try world.session.apply(world.session.event(json(event)), to: &account, now: seen)
        expect(account, Array(order[...step]), now: now, "world \(seed), step \(step)")
        // A document knows of its lines what the account did.
        if Int.random(in: 0..<3, using: &dice) == 0 {
          account = try world.session.read(world.session.document(account))
        }
      }
      #expect(try world.session.verify(account) == nil, "world \(seed)")
    }
  }

  // MARK: Single rules

  private func lines(_ account: Account) -> [String] {
    account.entries.map { "\($0.kind.rawValue) \($0.amount) \($0.line.map { "\($0)" } ?? "-")" }
  }

  private func folded(_ world: LineWorld, _ events: [String]) throws -> Account {
    var account = world.engine.account("anna")
    for event in events {
      let event = try world.session.event(event)
      _ = try world.session.apply(event, to: &account, now: event.time)
    }
    return account
  }

  /// 10 of coffee and 20 of a card.
  private let order = """
    { "id": "o", "type": "earn", "time": "2026-03-01T10:00:00Z", "amount": { "currency": "USD", "minor": 3000 }, "facts": { "lines": [
    { "kind": "coffee", "quantity": 2, "dollars": 10 }, { "kind": "card", "quantity": 1, "dollars": 20 }] } }
    """

  @Test func aLineWithoutAnIDIsNamedByItsPosition() throws {
    let back = """
      { "id": "r", "type": "refund", "of": "o", "time": "2026-03-02T10:00:00Z", "amount": { "currency": "USD", "minor": 500 },
      "facts": { "lines": [{ "id": "0", "kind": "coffee", "quantity": 1, "dollars": 0 }] } }
      """
    let account = try folded(try LineWorld(), [order, back])
    #expect(lines(account) == ["earn 10 0", "earn 10 0", "earn 20 1", "refund -10 0"])
  }

  @Test(arguments: [
    (-1, "refused: line_returned"), (0, "refused: line_returned"), (2, "applied"), (3, "refused: line_returned"),
  ])
  func aReturnIsOfPiecesThatAreThere(quantity: Int, outcome: String) throws {
    let world = try LineWorld()
    var account = try folded(world, [order])
    let back = try world.session.event(
      """
      { "id": "r", "type": "refund", "of": "o", "time": "2026-03-02T10:00:00Z",
        "facts": { "lines": [{ "id": "0", "kind": "coffee", "quantity": \(quantity), "dollars": 0 }] } }
      """)
    #expect(try world.session.apply(back, to: &account, now: back.time).word == outcome)
  }

  /// All the money of an order is back, with a piece and without, in whatever order.
  @Test(arguments: [[0, 1], [1, 0]])
  func returnsWithAndWithoutLinesTakeEverything(_ order: [Int]) throws {
    let bought = """
      { "id": "o", "type": "earn", "time": "2026-03-01T10:00:00Z", "amount": { "currency": "USD", "minor": 3000 }, "facts": { "lines": [
      { "kind": "card", "quantity": 2, "dollars": 20 }] } }
      """
    let money = #""of": "o", "type": "refund", "amount": { "currency": "USD", "minor": 1500 }"#
    let returns = [
      money, money + #", "facts": { "lines": [{ "id": "0", "kind": "card", "quantity": 1, "dollars": 0 }] }"#,
    ]
    let world = try LineWorld()
    let account = try folded(
      world,
      [bought]
        + order.enumerated().map { place, which in
          "{ \"id\": \"r\(place)\", \"time\": \"2026-03-02T10:00:0\(place)Z\", \(returns[which]) }"
        })
    #expect(account.balances[0].active == 0 && account.balances[0].takenBack == 30)
    let read = try world.session.read(world.session.document(account))
    #expect(try world.session.verify(read) == nil)
  }

  /// A return of some lines leaves the order what it is; with its last piece it is none any more.
  @Test func anOrderIsReturnedWithItsLastPiece() throws {
    let module = LineWorld.module.replacing(
      "  lifetime: { type: int }\n",
      with: """
          lifetime: { type: int }
          orders: { type: int, window: { aggregate: count } }
          paid: { type: decimal, window: { aggregate: sum, value: amount } }

        """
    ).replacing("decisions:\n", with: "decisions:\n  standing: { value: { orders: \"= orders\", paid: \"= paid\" } }\n")
    let world = try LineWorld(module: module)
    var account = try folded(world, [order])
    var seen: [String] = []
    for (id, kind, line, money) in [
      ("r1", "card", 1, ""), ("r2", "coffee", 0, #""amount": { "currency": "USD", "minor": 500 },"#),
      ("r3", "coffee", 0, ""),
    ] {
      let back = try world.session.event(
        """
        { "id": "\(id)", "type": "refund", "of": "o", "time": "2026-03-02T10:00:0\(seen.count)Z", \(money)
          "facts": { "lines": [{ "id": "\(line)", "kind": "\(kind)", "quantity": 1, "dollars": 0 }] } }
        """)
      #expect(try world.session.apply(back, to: &account, now: back.time).word == "applied")
      guard case .map(let shown)? = try world.session.standing(of: account) else { continue }
      seen.append(shown.entries.map { "\($0.value)" }.joined(separator: " "))
    }
    #expect(seen == [#"1 decimal("30")"#, #"1 decimal("25")"#, #"0 decimal("0")"#])
  }

  @Test func aCapIsOfTheEvent() throws {
    let two = """
      { "id": "o", "type": "earn", "time": "2026-03-01T10:00:00Z", "facts": { "lines": [
      { "kind": "coffee", "quantity": 1, "dollars": 15 }, { "kind": "coffee", "quantity": 1, "dollars": 15 }] } }
      """
    #expect(
      lines(try folded(try LineWorld(), [two])) == ["earn 15 0", "earn 15 0", "earn 15 1", "earn 5 1"])
  }

  @Test(arguments: [
    (
      #"[{ "id": "a", "kind": "mug", "quantity": 1, "dollars": 1 }, { "id": "a", "kind": "mug", "quantity": 1, "dollars": 1 }]"#,
      "earn"
    ),
    (#"[{ "kind": "mug", "quantity": 1, "dollars": 1 }]"#, "refund"),
  ])
  func linesOfEventsAreNamed(list: String, type: String) throws {
    let world = try LineWorld()
    let of = type == "refund" ? #""of": "o", "# : ""
    let error = #expect(throws: DiagnosticError.self) {
      try world.session.event(
        #"{ "id": "x", "type": "\#(type)", \#(of)"time": "2026-03-01T10:00:00Z", "facts": { "lines": \#(list) } }"#)
    }
    let expected =
      type == "refund"
      ? "a returned line has to name the line of the order that it is of" : "another line of this event has this `id`"
    #expect(error?.diagnostics.map { "\($0.code): \($0.message)" } == ["account/lines: \(expected)"])
  }

  /// Lines of a list that is refused as a whole are not looked at: there may be a million of them.
  @Test func tooManyLinesAreOneMistake() throws {
    let lines = Array(repeating: #"{ "id": "a", "kind": "mug", "quantity": 1, "dollars": 1 }"#, count: 21)
    let facts = #"{ "lines": [\#(lines.joined(separator: ","))] }"#
    let error = #expect(throws: DiagnosticError.self) {
      try LineWorld().session.event(
        #"{ "id": "x", "type": "earn", "time": "2026-03-01T10:00:00Z", "facts": \#(facts) }"#)
    }
    #expect(error?.diagnostics.map(\.message) == ["`lines` has to be no longer than 20"])
  }

  @Test(arguments: [
    ("line_taken_back:", "line_taken:", "`line_earned` and `line_taken_back` go together"),
    (
      "this_line: { type: line, per: candidate }", "this_line: { type: line }",
      "the fact `this_line` is one of `lines`: it is of type `line` and `per: candidate`, and not optional"
    ),
    (
      "cost: { value: 0 }", "cost: { value: \"= returned_before\" }",
      "`shop.loyalty.cost` is not decided for one line, and reads a fact of a line"
    ),
  ])
  func decisionsAboutLines(old: String, new: String, message: String) throws {
    let error = #expect(throws: DiagnosticError.self) { try LineWorld(changing: old, to: new) }
    #expect(error?.diagnostics.map { "\($0.code): \($0.message)" } == ["account/lines: \(message)"])
  }
}
