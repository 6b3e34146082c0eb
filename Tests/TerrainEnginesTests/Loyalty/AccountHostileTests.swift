import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

/// Accounts and events that nobody meant well: they are refused, or taken, and never stop the process.
@Suite struct AccountHostileTests {
  @Test func editedAccountsAreReadOrRefused() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 4000, at: "2026-01-05T12:00:00Z", facts: AccountFixture.blend)
    try fixture.order("b", 1000, facts: "fulfilment: delivery")
    try fixture.reserve("r", "free-drip")
    try fixture.refund("x", of: "a", 1000)
    try fixture.refund("y", of: "nowhere")
    let text = Array(fixture.document().utf8)
    let numbers = [
      "9223372036854775807", "-9223372036854775808", "1e400", "0.1e-2147483647", "0.5", "-1", "null", "[]", "{}",
      "\"\"", "true",
    ]
    let later = try Timestamp(rfc3339: "2028-01-01T00:00:00Z")
    var dice = SplitMix64(seed: 3)
    var read = 0
    for _ in 0..<3000 {
      var bytes = text
      // A number or a word becomes something else.
      let place = Int.random(in: 0..<bytes.count, using: &dice)
      guard let colon = bytes[place...].firstIndex(of: UInt8(ascii: ":")) else { continue }
      let end = bytes[(colon + 1)...].firstIndex { ",}]".utf8.contains($0) } ?? bytes.count
      bytes.replaceSubrange((colon + 1)..<end, with: (numbers.randomElement(using: &dice) ?? "0").utf8)
      let (document, _) = JSONReader.read(SourceText(name: "edited.json", bytes: bytes))
      guard let document, var account = try? fixture.engine.account(document.root) else { continue }
      read += 1
      _ = try? fixture.session.advance(&account, to: later)
      _ = try? fixture.session.advance(&account, to: .epoch)
    }
    #expect(read > 0)
  }

  /// One line more than an order has room for.
  private static let manyLines =
    "[" + String(repeating: "{ product: house-ember, bag: bag-250, quantity: 1 }, ", count: 51) + "]"

  static let events: [(event: String, codes: [String])] = [
    ("{}", ["content/missing-field", "content/missing-field", "content/missing-field"]),
    ("[]", ["content/wrong-kind"]),
    ("{ id: \"\", type: earn, time: \"2026-01-05T12:00:00Z\" }", ["account/event-id"]),
    ("{ id: a, type: purchase, time: \"2026-01-05T12:00:00Z\" }", ["account/event-type"]),
    ("{ id: a, type: earn, time: noon }", ["account/time"]),
    ("{ id: a, type: earn, time: \"2026-01-05T12:00:00Z\", amount: 12.34 }", ["account/money"]),
    ("{ id: a, type: earn, time: \"2026-01-05T12:00:00Z\", amount: { currency: usd, minor: 1 } }", ["account/money"]),
    ("{ id: a, type: earn, time: \"2026-01-05T12:00:00Z\", amount: { currency: USD, minor: 0.5 } }", ["account/money"]),
    (
      "{ id: a, type: earn, time: \"2026-01-05T12:00:00Z\", amount: { currency: EUR, minor: 1 } }", ["account/currency"]
    ),
    ("{ id: a, type: refund, time: \"2026-01-05T12:00:00Z\" }", ["account/event-of"]),
    (
      "{ id: a, type: earn, time: \"2026-01-05T12:00:00Z\", of: b, change: 1 }",
      ["account/event-field", "account/event-field"]
    ),
    ("{ id: a, type: adjust, time: \"2026-01-05T12:00:00Z\" }", ["account/change"]),
    ("{ id: a, type: adjust, time: \"2026-01-05T12:00:00Z\", change: 0 }", ["account/change"]),
    ("{ id: a, type: adjust, time: \"2026-01-05T12:00:00Z\", change: 1000000000001 }", ["account/change"]),
    ("{ id: a, type: earn, time: \"2026-01-05T12:00:00Z\", facts: { lifetime: 1 } }", ["account/supplied-fact"]),
    ("{ id: a, type: earn, time: \"2026-01-05T12:00:00Z\", facts: { linse: [] } }", ["request/unknown-fact"]),
    (
      "{ id: a, type: earn, time: \"2026-01-05T12:00:00Z\", facts: { lines: \(manyLines) } }", ["request/fact-range"]
    ),
    (
      "{ id: a, type: reserve, time: \"2026-01-05T12:00:00Z\", facts: { reward: free-drop } }",
      ["request/unknown-record"]
    ),
  ]

  /// What is wrong inside a line of an order, where, and what would mend it.
  static let lines: [(line: String, complaints: [String])] = [
    (
      "{ product: house-embr, quantity: 1 }",
      ["facts.lines[1].product request/unknown-record — did you mean `house-ember`?"]
    ),
    (
      "{ product: house-ember, bag: bag-25, quantity: 1 }",
      ["facts.lines[1].bag request/unknown-record — did you mean `bag-250`?"]
    ),
    (
      "{ product: house-ember, grind: medum, quantity: 1 }",
      ["facts.lines[1].grind request/wrong-fact — did you mean `medium`?"]
    ),
    ("{ product: house-ember, quantity: two }", ["facts.lines[1].quantity request/wrong-fact"]),
    (
      "{ product: tea, quantity: none, size: 3 }",
      [
        "facts.lines[1] request/wrong-fact", "facts.lines[1].product request/unknown-record",
        "facts.lines[1].quantity request/wrong-fact",
      ]
    ),
    ("{ product: house-ember, quantity: 0.5 }", ["facts.lines[1].quantity request/wrong-fact"]),
    ("{ product: house-ember }", ["facts.lines[1] request/wrong-fact"]),
    ("{ product: house-ember, quantity: 1, size: 3 }", ["facts.lines[1] request/wrong-fact"]),
    ("tea", ["facts.lines[1] request/wrong-fact"]),
    ("{ product: house-ember, quantity: 1 }", []),
  ]

  @Test(arguments: lines) func whatIsWrongWithALineIsSaidAtItsField(line: String, complaints: [String]) throws {
    let fixture = try AccountFixture()
    let event = """
      { id: a, type: earn, time: "2026-01-05T12:00:00Z", amount: { currency: USD, minor: 1 },
        facts: { lines: [{ product: guji-natural, quantity: 1 }, \(line)] } }
      """
    var found: [String] = []
    do {
      _ = try fixture.event(event)
    } catch let error as DiagnosticError {
      found = error.diagnostics.map { diagnostic in
        // Of many, the beginning will do.
        let fix = diagnostic.fix.flatMap { $0.hasPrefix("did") ? " — \($0)" : nil }
        return "\(diagnostic.path ?? "-") \(diagnostic.code)\(fix ?? "")"
      }
    }
    #expect(found == complaints)
  }

  /// Lines that say nothing was bought, and the field that is blamed.
  static let quantities: [(quantities: [Int], field: Text?)] = [
    ([1], nil), ([1, 0], "facts.lines[1].quantity"), ([-1, 0], "facts.lines[0].quantity"),
  ]

  @Test(arguments: quantities) func whatIsRefusedIsRefusedAtItsField(quantities: [Int], field: Text?) throws {
    let fixture = try AccountFixture()
    let lines = quantities.map { "{ product: paper-filters, quantity: \($0) }" }.joined(separator: ", ")
    let change = try fixture.order("a", 1000, facts: "lines: [\(lines)]")
    #expect(change.word == (field == nil ? "applied" : "refused: quantity"))
    #expect(change.refusedAt == field)
    #expect(try fixture.apply("id: b, type: earn").refusedAt == "amount")
    #expect(try fixture.reserve("c", "cupping").refusedAt == "facts.reward")
    // What the mechanism refuses is at no field.
    #expect(try fixture.reserve("d", "free-latte").refusedAt == nil)
  }

  @Test(arguments: events) func eventsSayEverythingThatIsWrong(event: String, codes: [String]) throws {
    let fixture = try AccountFixture()
    let error = #expect(throws: DiagnosticError.self) { try fixture.event(event) }
    #expect(error?.diagnostics.map(\.code) == codes)
  }

  @Test func everythingIsSaidAtOnce() throws {
    let fixture = try AccountFixture()
    let error = #expect(throws: DiagnosticError.self) {
      try fixture.event("{ id: a, type: purchase, time: noon, amount: 3, facts: { lines: [tea], lifetime: 3 } }")
    }
    #expect(error?.diagnostics.count == 5)
  }

  @Test func amountsHaveALimit() throws {
    let fixture = try AccountFixture()
    try fixture.adjust("a", 1_000_000_000_000)
    #expect(fixture.points.active == 1_000_000_000_000)
    try fixture.order("b", Int(Int64.max / 10))
    #expect(fixture.points.earned == 5000)
  }
}
