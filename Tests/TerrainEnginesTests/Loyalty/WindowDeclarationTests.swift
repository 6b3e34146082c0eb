import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

/// What is wrong with a declared window is reported where it is written, with what was meant.
@Suite struct WindowDeclarationTests {
  /// The diagnostics of `facts`, each at its line of them.
  private func diagnostics(_ facts: String) throws -> [String] {
    let error = #expect(throws: DiagnosticError.self) { _ = try WindowWorld(zone: "UTC", facts: facts) }
    return (error?.diagnostics ?? []).map { diagnostic in
      let place = diagnostic.place.map { $0.source.text(of: $0.range) } ?? "-"
      return "\(diagnostic.code) at \(place): \(diagnostic.message)" + (diagnostic.fix.map { "; \($0)" } ?? "")
    }
  }

  @Test(arguments: [
    (
      "{ type: int, window: { aggregate: cuont } }",
      "account/window-name at cuont: `cuont` is not an aggregate; did you mean `count`?"
    ),
    (
      "{ type: int, window: { aggregate: count, events: [earn, refnud] } }",
      "account/window-name at refnud: `refnud` is not a type of event; did you mean `refund`?"
    ),
    (
      "{ type: int, window: { aggregate: count, cause: bonsu } }",
      "account/window-name at bonsu: `bonsu` is not a cause of a step; did you mean `bonus`?"
    ),
    (
      "{ type: int, window: { aggregate: sum, value: piecse } }",
      "account/window-name at piecse: `piecse` is not a value; did you mean `pieces`?"
    ),
    (
      "{ type: int, window: { aggregate: count, where: is_gfit } }",
      "account/window-name at is_gfit: `is_gfit` is not a condition; did you mean `is_gift`?"
    ),
    (
      "{ type: int, window: { aggregate: count, over: mnoth } }",
      "account/window-name at mnoth: `mnoth` is not a part of the calendar; did you mean `month`?"
    ),
    (
      "{ type: int, window: { aggregate: count, ovre: month } }",
      "content/unknown-field at ovre: `ovre` is not a field of a window; did you mean `over`?"
    ),
    (
      "{ type: int, window: { aggregate: sum } }",
      "account/window at { aggregate: sum }: a `sum` needs a `value`; "
        + "add `value: amount`, `earned`, `lifetime`, or a decision"
    ),
    (
      "{ type: int, window: { aggregate: count, value: amount } }",
      "account/window at amount: `value` goes with `aggregate: sum` only"
    ),
    (
      "{ type: int, window: { aggregate: count, over: { days: 1, hours: 2 } } }",
      "account/window at { days: 1, hours: 2 }: a period of whole days has no hours or minutes"
    ),
    (
      "{ type: int, window: { aggregate: count, over: { days: 1, through: month } } }",
      "account/window at { days: 1, through: month }: `over` is a part of the calendar, or a period; "
        + "such as `month`, `{ days: 30 }` or `{ hours: 24 }`"
    ),
    (
      "{ type: int, window: { aggregate: sum, value: cost_now } }",
      "account/window at cost_now: `cost_now` uses `lifetime`, which is not a fact of the event alone; "
        + "use what the event gives, its type, money and time; other conditions belong where the window is used"
    ),
    (
      "{ type: int, window: { aggregate: count, where: pieces } }",
      "account/window at pieces: `pieces` is of type `int`, and a condition is of type `bool`"
    ),
    (
      "{ type: int, window: { aggregate: sum, value: earned, events: reserve } }",
      "account/window at reserve: a `reserve` earns nothing"
    ),
    (
      "{ type: int, window: { aggregate: count, unit: stars } }",
      "account/window at stars: `unit` goes with `earned` and `lifetime` only"
    ),
    (
      "{ type: int, window: { aggregate: sum, value: lifetime, gross: true } }",
      "account/window at true: what counts towards the lifetime is always less what was taken back"
    ),
    (
      "{ type: int, window: { aggregate: sum, value: amount } }",
      "account/fact-type at seen: the fact `seen` is given by the account, and is of type `decimal`"
    ),
    (
      "{ type: timestamp, window: { aggregate: last } }",
      "account/fact-optional at seen: not every event has the fact `seen`; add `optional: true`"
    ),
    (
      "{ type: int, per: candidate, window: { aggregate: count } }",
      "rules/wrong-shape at { aggregate: count }: a fact with a `window` is one per request, not one per candidate; "
        + "leave `per` out"
    ),
    (
      "{ type: int, window: { aggregate: count, over: week, ago: 101 } }",
      "account/window at 101: `ago` is a whole number from 0 to 100 (`mostAgo`)"
    ),
    (
      "{ type: int, window: { aggregate: count, over: week, ago: -1 } }",
      "account/window at -1: `ago` is a whole number from 0 to 100 (`mostAgo`)"
    ),
    (
      "{ type: int, window: { aggregate: count, over: { days: 7 }, ago: 1 } }",
      "account/window at 1: `ago` goes with a part of the calendar in `over` only; "
        + "for days or hours take the difference of two windows, of 14 and of 7 days"
    ),
    (
      "{ type: int, window: { aggregate: count, ago: 1 } }",
      "account/window at 1: `ago` goes with a part of the calendar in `over` only; "
        + "for days or hours take the difference of two windows, of 14 and of 7 days"
    ),
    ("{ type: int, window: day }", "rules/wrong-shape at day: `window` must be a map, not `day`"),
  ])
  func aMistake(declaration: String, expected: String) throws {
    #expect(try diagnostics("  seen: \(declaration)") == [expected])
  }

  @Test func thereIsALimit() throws {
    let facts = (0...64).map { "  w\($0): { type: int, window: { aggregate: count } }" }.joined(separator: "\n")
    #expect(
      try diagnostics(facts) == [
        "account/window at { aggregate: count }: a rule set may have at most 64 windows (`mostWindows`)"
      ])
  }

  /// An event cannot give what the account knows.
  @Test func anEventCannotGiveIt() throws {
    let world = try WindowWorld(zone: "UTC")
    let error = #expect(throws: DiagnosticError.self) {
      _ = try world.session.event(
        "{ \"id\": \"a\", \"type\": \"earn\", \"time\": \"2026-01-01T00:00:00Z\", \"facts\": { \"orders_day\": 0 } }")
    }
    #expect(error?.diagnostics.map(\.code) == ["account/supplied-fact"])
  }

  /// Twelve digits before the point and thirty after it are too many for one exact number.
  @Test func aSumMayHaveTooManyDigits() throws {
    let world = try WindowWorld(
      zone: "UTC",
      facts:
        "  grams: { type: decimal, optional: true }\n  all: { type: decimal, window: { aggregate: sum, value: weight } }"
    )
    var account = world.engine.account("anna")
    func event(_ id: String, _ grams: String) throws -> AccountEvent {
      try world.session.event(
        """
        { "id": "\(id)", "type": "earn", "time": "2026-01-01T00:00:00Z", "facts": { "grams": "\(grams)" } }
        """)
    }
    let large = try event("a", "999999999999")
    _ = try world.session.apply(large, to: &account, now: large.time)
    let small = try event("b", "0.000000000000000000000000000001")
    let before = try world.session.document(account)
    let error = #expect(throws: DiagnosticError.self) {
      _ = try world.session.apply(small, to: &account, now: small.time)
    }
    #expect(error?.diagnostics.map(\.code) == ["account/window-overflow"])
    #expect(try world.session.document(account) == before)
  }

  @Test func aMeasureMayBeNothing() throws {
    let world = try WindowWorld(
      zone: "UTC",
      facts:
        "  grams: { type: decimal, optional: true }\n  all: { type: decimal, window: { aggregate: sum, value: weight } }"
    )
    var account = world.engine.account("anna")
    for (id, grams, expected) in [("a", "0", nil), ("b", "-1", "account/negative-amount")]
      as [(String, String, String?)]
    {
      let event = try world.session.event(
        """
        { "id": "\(id)", "type": "earn", "time": "2026-01-01T00:00:00Z", "facts": { "grams": "\(grams)" } }
        """)
      var codes: [String] = []
      do { _ = try world.session.apply(event, to: &account, now: event.time) } catch {
        codes = error.diagnostics.map(\.code)
      }
      #expect(codes == [expected].compactMap { $0 })
    }
  }
}
