import TerrainBase
import TerrainDocuments
import TerrainOutcomes
import TestSupport
import Testing

/// What the checkout takes off is allocated to lines once: points, tax, and returns of random baskets agree with it.
@Suite struct CheckoutAllocationTests {
  private struct Basket: CustomStringConvertible {
    struct Line: Hashable {
      let ware: String
      let quantity: Int
    }

    let lines: [Line]
    let facts: String

    var text: String { lines.map { "{ \($0.ware), quantity: \($0.quantity) }" }.joined(separator: ", ") }
    var description: String { "lines: [\(text)], \(facts)" }

    init(_ random: inout SplitMix64) {
      func one(of words: [String]) -> String { words[Int.random(in: words.indices, using: &random)] }
      lines = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        var ware = "product: " + one(of: ["hand-mill", "paper-filters", "kettle-fine"])
        if Int.random(in: 0..<4, using: &random) > 0 {
          ware = "product: " + one(of: ["house-ember", "hearth", "night-shift", "guji-natural", "slow-ember"])
          ware += ", bag: " + one(of: ["bag-100", "bag-250", "bag-500"])
          ware += one(of: ["", ", interval: every-week", ", interval: every-month"])
        }
        return Line(ware: ware, quantity: Int.random(in: 1...3, using: &random))
      }
      // Without a bag that it may be, the reward takes nothing off.
      facts =
        "region: ny, current_level: aura" + one(of: ["", ", code: WELCOME10", ", code: FIVE"])
        + one(of: ["", ", reward: bag-250"])
    }
  }

  /// The embera pack: what its checkout, its returns, and its loyalty program say.
  private struct House {
    let session: OutcomeSession

    func result(_ operation: String, _ request: String) throws -> Node {
      switch session.run(try #require(session.operation(operation)), try ShippedSystem.tree(request)) {
      case .result(let node, _): return node
      case .refused(let diagnostics): throw DiagnosticError(diagnostics)
      }
    }

    func summary(_ basket: Basket) throws -> Node {
      try #require(try result("decide", "{ decision: checkout.summary, facts: { \(basket) } }")["value"])
    }

    /// What is paid back for `pieces` of the lines: for goods, and altogether.
    func back(_ basket: Basket, _ pieces: [Int], before: Int64) throws -> (goods: Int64, total: Int64) {
      let request =
        "{ decision: returns.amounts_back, facts: { \(basket), returned: \(pieces), paid_back_before: \(before) } }"
      let value = try #require(try result("decide", request)["value"])
      return (try minor(value["goods"]), try minor(value["total"]))
    }

    /// The account after an operation, as JSON.
    func account(_ result: Node) throws -> String {
      var writer = JSONWriter(.compact)
      try writer.value(try #require(result["account"]).value)
      return writer.string
    }

    func minor(_ node: Node?) throws -> Int64 { try #require(node?["minor"]?.int) }
  }

  private func check(_ basket: Basket, _ house: House, _ random: inout SplitMix64) throws {
    let summary = try house.summary(basket)
    let paid = try #require(summary["paid"]).elements.map { try house.minor($0) }
    let taxes = try #require(summary["taxes"]).elements.map { try house.minor($0) }
    let first = try #require(summary["first_lines"]).elements.compactMap { $0.int.map(Int.init) }
    let quantities = try #require(summary["quantities"]).elements.compactMap { $0.int }
    let goods = paid.reduce(0, +)
    #expect(paid.allSatisfy { $0 >= 0 } && taxes.allSatisfy { $0 >= 0 })
    #expect(try goods + taxes.reduce(0, +) + house.minor(summary["shipping"]) == house.minor(summary["total"]))

    // Points: what is shown, quoted, and awarded, with amounts of lines and without.
    let ids = first.indices.map { "{ id: l\($0), \(basket.lines[first[$0]].ware), quantity: \(quantities[$0])" }
    let withAmounts = zip(ids, paid).map { "\($0), amount: { currency: USD, minor: \($1) } }" }.joined(separator: ", ")
    var earned: [Int64] = []
    var account = "anna"
    for lines in ["", withAmounts] {
      let event =
        "{ id: order, type: earn, time: \"2026-10-05T10:00:00-04:00\", amount: { currency: USD, minor: \(goods) }, facts: { fulfilment: pickup, lines: [\(lines)] } }"
      let quote = try house.result("loyalty.quote", "{ account: anna, event: \(event) }")
      let award = try house.result("loyalty.apply", "{ account: anna, event: \(event) }")
      func amounts(_ node: Node, ofBase: Bool) throws -> [Int64] {
        try #require(node["entries"]).elements.filter { !ofBase || $0["cause"] == nil }.compactMap { $0["amount"]?.int }
      }
      #expect(try amounts(quote, ofBase: false) == amounts(award, ofBase: false))
      earned.append(try amounts(award, ofBase: true).reduce(0, +))
      account = try house.account(award)
    }
    #expect(earned == [Int64](repeating: try #require(summary["points"]?.int), count: 2))

    // Returns of whole lines, in an order that does not matter, and last of all in pieces.
    var pieces = basket.lines.map { _ in 0 }
    var (back, goodsBack): (Int64, Int64) = (0, 0)
    var balance: Int64 = 0
    for line in first.indices.shuffled(using: &random) {
      var alone = basket.lines.map { _ in 0 }
      for place in basket.lines.indices where basket.lines[place].ware == basket.lines[first[line]].ware {
        alone[place] = basket.lines[place].quantity
      }
      #expect(try house.back(basket, alone, before: 0).total == paid[line] + taxes[line])
      for place in alone.indices where alone[place] > 0 {
        for _ in 0..<alone[place] {
          pieces[place] += 1
          let now = try house.back(basket, pieces, before: back)
          let event =
            "{ id: r\(pieces.reduce(0, +)), type: refund, time: \"2026-10-06T10:00:00-04:00\", of: order, amount: { currency: USD, minor: \(now.goods - goodsBack) }, facts: { lines: [\(ids[line].replacing(", quantity: \(quantities[line])", with: ", quantity: 1")) }] } }"
          let refund = try house.result("loyalty.apply", "{ account: \(account), event: \(event) }")
          #expect(refund["outcome"]?.text == "applied")
          account = try house.account(refund)
          balance = try #require(refund["balances"]?["points"]?["active"]?.int)
          (back, goodsBack) = (back + now.total, now.goods)
        }
      }
      let others = first.indices.filter { other in
        basket.lines.indices.contains { pieces[$0] > 0 && basket.lines[$0].ware == basket.lines[first[other]].ware }
      }
      #expect(back == others.map { paid[$0] + taxes[$0] }.reduce(0, +))
    }
    #expect(back == goods + taxes.reduce(0, +) && goodsBack == goods)
    #expect(balance == 0)
  }

  @Test func pointsTaxAndReturnsReadOneAllocation() throws {
    let house = House(session: try ShippedSystem.session("embera", namesVersions: false))
    var random = SplitMix64(seed: 36)
    for number in 0..<TestExtent.count(40, long: 20_000, of: "baskets") {
      let basket = Basket(&random)
      do { try check(basket, house, &random) } catch { Issue.record("basket \(number), \(basket): \(error)") }
    }
  }
}
