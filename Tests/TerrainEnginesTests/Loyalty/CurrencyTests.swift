import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

/// A program that declares no currency takes any, and one per account.
@Suite struct CurrencyTests {
  private static let day = "2026-03-02T10:00:00Z"
  private static let code = "account/currency"

  /// Without a currency, and with an amount of money among its facts.
  private static func world() throws -> LineWorld {
    try LineWorld(
      module: LineWorld.module.replacing(", currency: USD", with: "").replacing(
        "  gift: {", with: "  tip: { type: decimal, optional: true }\n  gift: {"))
  }

  private static func event(_ id: String, _ fields: String, at time: String = day) -> String {
    "{ \"id\": \"\(id)\", \"time\": \"\(time)\", \(fields) }"
  }

  private static func money(_ currency: String) -> String { "{ \"currency\": \"\(currency)\", \"minor\": 4000 }" }

  private static func order(_ id: String, _ currency: String, at time: String = day) -> String {
    event(id, "\"type\": \"earn\", \"amount\": \(money(currency))", at: time)
  }

  /// An account with an order in dollars.
  private func account(_ world: LineWorld) throws -> Account {
    var account = world.engine.account("anna")
    let event = try world.session.event(Self.order("usd", "USD"))
    _ = try world.session.apply(event, to: &account, now: event.time)
    return account
  }

  private func codes(_ body: () throws -> Void) throws -> [String] {
    do {
      try body()
      return []
    } catch let error as DiagnosticError {
      return error.diagnostics.map(\.code)
    }
  }

  /// Money in euros, in any event and anywhere in it, for an account with dollars.
  static let euros = [
    order("eur", "EUR"), order("early", "EUR", at: "2026-03-01T10:00:00Z"),
    order("later", "EUR", at: "2026-05-01T10:00:00Z"),
    event("eur", "\"type\": \"refund\", \"of\": \"usd\", \"amount\": \(money("EUR"))"),
    event("eur", "\"type\": \"refund\", \"of\": \"unknown\", \"amount\": \(money("EUR"))"),
    event("eur", "\"type\": \"reserve\", \"amount\": \(money("EUR"))"),
    event("eur", "\"type\": \"earn\", \"facts\": { \"tip\": \(money("EUR")) }"),
  ]

  @Test(arguments: euros) func anotherCurrencyIsRefused(_ json: String) throws {
    let world = try Self.world()
    var account = try account(world)
    let before = try world.session.document(account)
    let event = try world.session.event(json)
    let now = try Timestamp(rfc3339: "2026-04-01T10:00:00Z")
    #expect(try codes { _ = try world.session.quote(event, for: account, now: now) } == [Self.code])
    #expect(try codes { _ = try world.session.apply(event, to: &account, now: now) } == [Self.code])
    #expect(try world.session.document(account) == before)
    // The account of the next request has its currency from its events.
    var read = try world.session.read(before)
    #expect(try codes { _ = try world.session.apply(event, to: &read, now: now) } == [Self.code])
    let events = try [Self.order("usd", "USD"), json].map { try world.session.event($0) }
    let end = try Timestamp(rfc3339: "2026-06-01T10:00:00Z")
    for order in [events, events.reversed()] {
      #expect(try codes { _ = try world.session.replay(order, account: "anna", now: end) } == [Self.code])
    }
    let error = #expect(throws: DiagnosticError.self) { try world.session.apply(event, to: &account, now: now) }
    #expect(
      error?.diagnostics.first?.message == "all money of an account has to be of one currency, and this is of another")
  }

  /// An event that is still to come has the currency of the account, too.
  @Test func whatIsToComeCounts() throws {
    let world = try Self.world()
    var account = world.engine.account("anna")
    let now = try Timestamp(rfc3339: Text(Self.day))
    let later = try world.session.event(Self.order("later", "EUR", at: "2026-05-01T10:00:00Z"))
    _ = try world.session.apply(later, to: &account, now: now)
    let dollars = try world.session.event(Self.order("usd", "USD"))
    #expect(try codes { _ = try world.session.apply(dollars, to: &account, now: now) } == [Self.code])
    var read = try world.session.read(try world.session.document(account))
    #expect(try codes { _ = try world.session.apply(dollars, to: &read, now: now) } == [Self.code])
  }

  /// A request, and where the money is in it that is of another currency.
  @Test func theLocationIsNamed() throws {
    let world = try Self.world()
    func paths(_ operation: AccountOperation, _ request: String) throws -> [String?] {
      let node = try TerrainFixture.document(request, name: "request.json").root
      do {
        _ = try LoyaltyRequest(node, operation, engine: world.engine).result(world.session)
        return []
      } catch {
        return error.diagnostics.map { $0.code == Self.code ? $0.path : $0.code }
      }
    }
    let events = "[\(Self.order("a", "USD")), \(Self.order("b", "EUR"))]"
    #expect(
      try paths(.replay, "{ \"account\": \"anna\", \"now\": \"\(Self.day)\", \"events\": \(events) }")
        == ["events[1].amount"])
    let document = try world.session.document(account(world))
    #expect(
      try paths(.apply, "{ \"account\": \(document), \"event\": \(Self.order("eur", "EUR")) }") == ["event.amount"])
    let edited = try world.session.document(account(world)).replacing(
      "\"events\":[", with: "\"events\":[{\"outcome\":\"refused\",\(Self.order("eur", "EUR").dropFirst()),")
    #expect(try paths(.status, "{ \"account\": \(edited) }") == ["account.events[1].amount"])
    let mixed = Self.event(
      "x", "\"type\": \"earn\", \"amount\": \(Self.money("USD")), \"facts\": { \"tip\": \(Self.money("EUR")) }")
    #expect(
      try paths(.apply, "{ \"account\": \"anna\", \"event\": \(mixed) }") == ["event.facts.tip.currency"])
  }

  /// One currency is no mistake, whichever it is.
  @Test(arguments: ["USD", "JPY"]) func oneCurrencyIsTaken(_ currency: String) throws {
    let world = try Self.world()
    var account = world.engine.account("anna")
    for json in [
      Self.event("note", "\"type\": \"adjust\", \"change\": 5"), Self.order("a", currency),
      Self.event("b", "\"type\": \"earn\", \"facts\": { \"tip\": \(Self.money(currency)) }"),
      Self.event("c", "\"type\": \"refund\", \"of\": \"a\", \"amount\": \(Self.money(currency))"),
    ] {
      let event = try world.session.event(json)
      #expect(try world.session.apply(event, to: &account, now: event.time).outcome == .applied)
    }
    #expect(try world.session.verify(world.session.read(world.session.document(account))) == nil)
  }
}
