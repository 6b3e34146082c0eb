import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainOutcomes
import TerrainRules
import TerrainYAML
import TestSupport
import Testing

/// Points and tiers do not depend on the digits of a currency: the packs with prices in dollars, in yen (a hundred for a dollar), and in
/// Kuwaiti dinars (one for a dollar) give the same.
@Suite struct CurrencyScaleTests {
  /// A pack whose money is of another currency.
  private struct House {
    let currency: String
    /// The smallest units of it for each cent of the pack's own prices.
    let aCent: Int64
    /// How much of it is a dollar.
    let aDollar: Int64
    let session: OutcomeSession

    init(_ pack: String, _ currency: String, aCent: Int64, aDollar: Int64, set: [String] = []) throws {
      self.currency = currency
      self.aCent = aCent
      self.aDollar = aDollar
      let disk = ContentFiles.disk(SourceReader.read)
      let files = ContentFiles(
        kind: disk.kind, list: disk.list,
        source: { (path) throws(DiagnosticError) in
          let source = try disk.source(path)
          guard path.hasSuffix(".yaml") else { return source }
          let text = Self.scaled(String(decoding: source.bytes, as: UTF8.self), currency, aCent, aDollar)
          return SourceText(name: path, text: text)
        }, media: disk.media, documents: disk.documents, leaves: disk.leaves)
      let root = Conformance.packageRoot.path
      let loader = SystemLoader(
        packAt: "\(root)/ContentPacks/\(pack)", rulesAt: "\(root)/Rules/\(pack)", files: files,
        overrides: try set.map { try ParameterOverride($0) })
      session = OutcomeSession(try loader.system([], nil), files: files, namesVersions: false)
    }

    /// EMBERA in dollars, yen, and dinars. What is in whole units of the currency is scaled by the parameters.
    static func emberas() throws -> [House] {
      [
        try House("embera", "USD", aCent: 1, aDollar: 1),
        try House(
          "embera", "JPY", aCent: 1, aDollar: 100,
          set: [
            "embera.loyalty.points_a_dollar=0.1", "embera.loyalty.first_order_at_least=500",
            "embera.loyalty.halo_gift=500",
          ]),
        try House(
          "embera", "KWD", aCent: 10, aDollar: 1,
          set: [
            "embera.checkout.free_from=40000", "embera.checkout.standard_minor=5500",
            "embera.checkout.express_minor=14500",
          ]),
      ]
    }

    /// A file of the pack, its rules, or its scenarios.
    static func scaled(_ text: String, _ currency: String, _ aCent: Int64, _ aDollar: Int64) -> String {
      func scale(_ text: String, _ pattern: Regex<(Substring, Substring, Substring)>, by factor: Int64) -> String {
        text.replacing(pattern) { match in "\(match.1)\((Int64(match.2) ?? 0) * factor)" }
      }
      var text = scale(text, /(currency: USD, minor: )(-?[0-9]+)/, by: aCent)
      text = scale(text, /(\n    plus: )([0-9]+)/, by: aCent)
      text = scale(text, /('(?:minor|from)': )([0-9]+)/, by: aCent)
      text = scale(text, /(\n    minimum: )([0-9]+)/, by: aDollar)
      return text.replacing("USD", with: currency)
    }

    func scaled(_ text: String) -> String { Self.scaled(text, currency, aCent, aDollar) }

    func result(_ operation: String, _ request: String) throws -> Node {
      let request = try ShippedSystem.tree(scaled(request))
      switch session.run(try #require(session.operation(operation)), request) {
      case .result(let node, _): return node
      case .refused(let diagnostics): throw DiagnosticError(diagnostics)
      }
    }

    func text(_ node: Node?) throws -> String {
      guard let node else { return "-" }
      var writer = JSONWriter(.compact)
      try writer.value(node.value)
      return writer.string
    }
  }

  // MARK: Examples

  /// In yen, minor units are the same numbers as in cents: each expectation of each scenario holds.
  @Test(arguments: ["embera", "quicksip"]) func everyScenarioHoldsInYen(_ pack: String) throws {
    let house = try pack == "embera" ? House.emberas()[1] : House(pack, "JPY", aCent: 1, aDollar: 100)
    let folder = Conformance.packageRoot.appending(path: "Rules/\(pack)/scenarios")
    var runner = ScenarioRunner(house.session)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        .replacing("$37.50", with: "¥3,750")
      runner.run(try #require(ScenarioFile.read(try ShippedSystem.tree(house.scaled(text))).file))
    }
    let cases = runner.files.flatMap { $0.cases }
    #expect(cases.count > 10)
    for failure in cases.flatMap(\.failures) { Issue.record("\(failure.message)") }
  }

  /// What `node` has of points and tiers, by path.
  private static func pointsAndTiers(_ node: Node, at path: String = "") -> [String] {
    let keys: Set<String> = [
      "points", "tier", "level", "own_tier", "next", "to_next", "outcome", "refused", "state", "missing", "active",
      "pending",
      "lifetime", "earned", "spent", "expired", "taken_back", "change",
    ]
    if node["currency"] != nil || node["unit"]?.text == "credit" { return [] }
    var all: [String] = []
    for (key, value) in node.members {
      guard let key = key.text?.string, key != "credit" else { continue }
      let place = "\(path).\(key)"
      if let number = value.int, keys.contains(key) || key == "amount" { all.append("\(place) \(number)") }
      if let text = value.text, keys.contains(key) { all.append("\(place) \(text)") }
      all += pointsAndTiers(value, at: place)
    }
    for (index, element) in node.elements.enumerated() { all += pointsAndTiers(element, at: "\(path)[\(index)]") }
    return all
  }

  /// Whether `node` has money that is no whole number of `units`.
  private static func hasPart(of units: Int64, _ node: Node) -> Bool {
    if let minor = node["minor"]?.int { return minor % units != 0 }
    return node.members.contains { hasPart(of: units, $0.value) } || node.elements.contains { hasPart(of: units, $0) }
  }

  /// The example of each operation gives the same points and tiers in each currency.
  @Test(arguments: ["embera", "quicksip"]) func everyExampleHasTheSamePointsAndTiers(_ pack: String) throws {
    let houses =
      pack == "embera"
      ? try House.emberas()
      : try [("USD", 1, 1), ("JPY", 1, 100), ("KWD", 10, 1)].map { try House(pack, $0.0, aCent: $0.1, aDollar: $0.2) }
    let folder = Conformance.packageRoot.appending(path: "ContentPacks/\(pack)/examples/requests")
    var compared = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let operation = name.replacing(".json", with: "")
      // An explanation is about the others.
      guard operation != "explain" else { continue }
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        .replacing(/"currency": "USD",\s*"minor": (-?[0-9]+)/) { "currency: USD, minor: \($0.1)" }
      // A part of a cent is kept in dinars only.
      let results = try houses.map { (house: $0, node: try $0.result(operation, text)) }
        .filter { !Self.hasPart(of: $0.house.aCent, $0.node) }
      let found = results.map { Self.pointsAndTiers($0.node) }
      #expect(found.count > 1 && Set(found).count == 1, "\(operation): \(found)")
      compared += found.first?.count ?? 0
    }
    #expect(compared > 20)
  }

  // MARK: Random events

  private static func event(_ number: Int, _ random: inout SplitMix64) -> String {
    func one(of words: [String]) -> String { words[Int.random(in: words.indices, using: &random)] }
    func money(_ range: ClosedRange<Int>) -> String {
      "{ currency: USD, minor: \(Int.random(in: range, using: &random)) }"
    }
    let earlier = "e\(Int.random(in: 0...max(0, number - 1), using: &random))"
    let body =
      switch Int.random(in: 0..<10, using: &random) {
      case 0...3:
        "type: earn, amount: \(money(0...9000)), facts: { fulfilment: pickup\(one(of: ["", ", voucher: autumn-roast", ", voucher: first-bag"])) }"
      case 4: "type: earn, amount: \(money(0...5000)), facts: { gift_card: true }"
      case 5: "type: refund, of: \(earlier)\(one(of: ["", ", amount: \(money(1...4000))"]))"
      case 6:
        "type: reserve, facts: { reward: \(one(of: ["keep-cup", "free-latte", "grind-kit"])), pay: \(money(0...900)) }"
      case 7: "type: reserve, facts: { pay: \(money(1...3000)) }"
      case 8: "type: commit, of: \(earlier)"
      default: "type: cancel, of: \(earlier)"
      }
    let (day, hour) = (1 + number / 3 * Int.random(in: 1...2, using: &random), 9 + number % 3)
    return
      "{ id: e\(number), time: \"2026-10-\(day < 10 ? "0" : "")\(day)T\(hour < 10 ? "0" : "")\(hour):00:00-04:00\", \(body) }"
  }

  @Test func randomAccountsHaveTheSamePointsAndTiers() throws {
    let houses = try House.emberas()
    var random = SplitMix64(seed: 3606)
    let count = TestExtent.count(60, long: 20_000, of: "accounts in three currencies")
    var leftOut = 0
    accounts: for number in 0..<count {
      var accounts = [String](repeating: "anna", count: houses.count)
      for place in 0..<Int.random(in: 2...9, using: &random) {
        let event = Self.event(place, &random)
        var seen: [String] = []
        for (index, house) in houses.enumerated() {
          let result = try house.result(
            "loyalty.apply", "{ account: \(accounts[index]), budgets: {}, event: \(event) }")
          accounts[index] = try house.text(result["account"])
          let credit = result["balances"]?["credit"]?["active"]?.int ?? 0
          // A returned share of a level's gift may have a part of a cent, which is kept in dinars only: from then on the cards differ.
          if credit % house.aCent != 0 {
            leftOut += 1
            continue accounts
          }
          let parts = [result["outcome"], result["refused"], result["declined"], result["level"], result["standing"]]
          seen.append(
            try (parts + [result["balances"]?["points"]]).map { try house.text($0) }.joined(separator: " ")
              + " credit \(credit / house.aCent)")
        }
        #expect(Set(seen).count == 1, "account \(number), \(event):\n\(seen.joined(separator: "\n"))")
      }
    }
    #expect(leftOut * 50 < count, "\(leftOut) of \(count)")
  }

  @Test func randomBasketsShowTheSamePoints() throws {
    let houses = try House.emberas()
    var random = SplitMix64(seed: 3607)
    func one(of words: [String]) -> String { words[Int.random(in: words.indices, using: &random)] }
    for _ in 0..<TestExtent.count(60, long: 20_000, of: "baskets in three currencies") {
      let lines = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        let ware = one(of: [
          "hand-mill", "house-ember, bag: bag-250", "guji-natural, bag: bag-500", "night-shift, bag: bag-100",
        ])
        return "{ product: \(ware), quantity: \(Int.random(in: 1...4, using: &random)) }"
      }
      let basket =
        "lines: [\(lines.joined(separator: ", "))], region: ny, current_level: ember, code: \(one(of: ["''", "WELCOME10", "FIVE"]))"
      var points: [Int64] = []
      var cents: [Int64] = []
      for house in houses {
        let result = try house.result("decide", "{ decision: checkout.summary, facts: { \(basket) } }")["value"]
        let goods = try #require(result?["paid"]).elements.compactMap { $0["minor"]?.int }.reduce(0, +)
        // A part of a cent is kept in dinars only.
        if goods % house.aCent == 0 {
          points.append(try #require(result?["points"]?.int))
          cents.append(goods / house.aCent)
        }
      }
      #expect(zip(points, cents).allSatisfy { $0 == points[0] || $1 != cents[0] }, "\(basket): \(points) for \(cents)")
    }
  }

  /// The values that were found wrong in yen.
  @Test func yen() throws {
    let house = try House("embera", "JPY", aCent: 1, aDollar: 1)
    let basket = "lines: [{ product: house-ember, bag: bag-250, quantity: 1 }], region: other, current_level: ember"
    let summary = try house.result("decide", "{ decision: checkout.summary, facts: { \(basket) } }")["value"]
    let goods = try #require(summary?["subtotal"]?["minor"]?.int)
    let points = try #require(summary?["points"]?.int)
    func applied(_ account: String, _ event: String) throws -> Node {
      try house.result(
        "loyalty.apply", "{ account: \(account), locale: en-US, event: { time: 2026-10-05T10:00:00Z, \(event) } }")
    }
    let order = try applied(
      "anna", "id: o1, type: earn, amount: { currency: USD, minor: \(goods) }, facts: { fulfilment: pickup }")
    let earned = try #require(order["entries"]?.elements.first { _ in true }?["amount"]?.int)
    #expect(points == earned)
    let load = try applied(
      "ben", "id: l1, type: earn, amount: { currency: USD, minor: 5000 }, facts: { gift_card: true }")
    #expect(load["balances"]?["credit"]?["active"]?.int == 5000)
    let cup = try applied(
      try house.text(order["account"]),
      "id: c1, type: reserve, facts: { reward: keep-cup, pay: { currency: USD, minor: 6 } }")
    #expect(cup["refused"]?.text == "not_paid")
    let pays = try applied(
      try house.text(load["account"]), "id: p1, type: reserve, facts: { pay: { currency: USD, minor: 5001 } }")
    let texts = pays["notifications"]?.elements.compactMap { $0["text"]?.text }
    #expect(texts == ["Your card has ¥5,000. Pay the rest another way."])
  }
}
