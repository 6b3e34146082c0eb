import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainRules
import TerrainYAML
import TestSupport

/// A small program with a window of every sort, whose rules use some of them.
struct WindowWorld {
  let engine: LoyaltyEngine
  let session: LoyaltySession

  /// A window: its name, its declaration, and the type of its fact.
  struct Declared {
    let name: String
    let window: String
    let type: String
  }

  static let windows: [Declared] = {
    var all: [Declared] = []
    func add(_ name: String, _ window: String, _ type: String = "int") {
      all.append(Declared(name: name, window: window, type: type))
    }
    for (name, over) in periods { add("orders_\(name)", "aggregate: count\(over)") }
    for name in ["all", "month", "days"] {
      let over = periods.first { $0.name == name }?.over ?? ""
      add("paid_\(name)", "aggregate: sum, value: amount\(over)", "decimal")
      add("earned_\(name)", "aggregate: sum, value: earned\(over)")
      add("bonus_\(name)", "aggregate: sum, value: earned, cause: bonus\(over)")
      add("bonuses_\(name)", "aggregate: count, cause: bonus\(over)")
      add("stars_\(name)", "aggregate: sum, value: earned, unit: stars\(over)")
      add("pieces_\(name)", "aggregate: sum, value: pieces\(over)")
      add("gifts_\(name)", "aggregate: count, where: is_gift\(over)")
      add("held_\(name)", "aggregate: count, events: reserve\(over)")
      add("tries_\(name)", "aggregate: count, events: [reserve, earn], gross: true\(over)")
      add("returns_\(name)", "aggregate: count, events: refund\(over)")
      add("given_back_\(name)", "aggregate: sum, value: amount, events: [refund]\(over)", "decimal")
      add("first_\(name)", "aggregate: first\(over)", "timestamp, optional: true")
      add("last_\(name)", "aggregate: last, events: [earn, reserve]\(over)", "timestamp, optional: true")
      add("counted_\(name)", "aggregate: sum, value: lifetime\(over)")
    }
    for (what, window, type) in [
      ("paid", "aggregate: sum, value: amount", "decimal"), ("first", "aggregate: first", "timestamp, optional: true"),
      ("last", "aggregate: last, events: [earn, reserve]", "timestamp, optional: true"),
    ] {
      add("\(what)_lastweek", "\(window), over: week, ago: 1", type)
    }
    add("capped_day", "aggregate: sum, value: earned, cause: cap, over: day")
    add("counted_hours", "aggregate: sum, value: lifetime, over: { hours: 30 }")
    return all
  }()

  static let periods: [(name: String, over: String)] = [
    ("all", ""), ("day", ", over: day"), ("week", ", over: week"), ("month", ", over: month"),
    ("quarter", ", over: quarter"), ("year", ", over: year"), ("anniversary", ", over: anniversary"),
    ("days", ", over: { days: 3 }"), ("months", ", over: { months: 1 }"), ("hours", ", over: { hours: 30 }"),
    ("lastweek", ", over: week, ago: 1"), ("monthsago", ", over: month, ago: 2"),
    ("yearbefore", ", over: anniversary, ago: 1"),
  ]

  /// - Parameters:
  ///   - zone: the program's calendar.
  ///   - calendar: lines of the pack about its days and weeks.
  ///   - facts: other facts than all windows.
  ///   - days: the first days of later versions of the rules, which are the same.
  ///   - newest: changes the rules of the last version.
  init(
    zone: String, calendar: String = "", facts: String? = nil, versionsFrom days: [String] = [],
    newest: (String) -> String = { $0 }
  ) throws {
    let declared =
      facts
      ?? Self.windows.map { "  \($0.name): { type: \($0.type), window: { \($0.window) } }" }
      .joined(separator: "\n")
    let shown = facts == nil ? Self.windows.map { "\($0.name): \"= \($0.name)\"" }.joined(separator: ", ") : ""
    let hasWindows = facts == nil
    engine = try withTemporaryDirectory { folder in
      try folder.write(
        """
        id: shop
        version: 1.0.0
        default_locale: en
        \(calendar)
        rules: { id: shop, version: "^1.0.0" }
        kinds: {}
        enums:
          tier: { values: [plain, gold], ordered: true }
          cause: { values: [bonus, cap] }
        records:
          step: { fields: { add: optional<int>, stage: optional<int>, unit: optional<string>, campaign: optional<cause> } }

        """, to: "pack/pack.yaml")
      let module = """
        rules: 1
        module: shop.loyalty
        facts:
          event_type: { type: string, values: [earn, reserve, commit, cancel, refund, adjust] }
          amount: { type: decimal, optional: true }
          quantity: { type: int, optional: true, min: 0 }
          gift: { type: bool, optional: true }
          slow: { type: bool, optional: true }
          earned_before: { type: int }
          taken_before: { type: int }
          lifetime: { type: int }
        \(declared)
        decisions:
          settings: { value: { unit: points, zone: "\(zone)", currency: USD } }
          refused: { value: none }
          pieces: { value: "= quantity.orValue(0)" }
          is_gift: { value: "= gift.orValue(false)" }
          cost_now: { value: "= lifetime > 3 ? 1 : 2" }
        \(facts?.contains("grams") == true ? "  weight: { value: \"= grams.orValue(decimal('0'))\" }" : "")
          earned:
            type: list<step>
            hit: collect
            rows:
              - { id: base, then: { add: "= int(math.floor(amount.orValue(decimal('0'))))" } }
              - { id: bonus, when: "is_gift", then: { add: 7, stage: 1, campaign: bonus } }
              - { id: stars, when: "pieces > 1", then: { add: "= pieces", stage: 1, unit: stars } }
              - { id: cap, then: { add: "= \(hasWindows ? "math.greatest(0, 10 - capped_day)" : "1")", stage: 2, campaign: cap } }
          lot:
            value:
              pending: "= slow.orValue(false)"
              lasts: { days: 40 }
              counts: "= event_type == 'earn' || is_gift"
          cost: { value: 5 }
          hold: { value: { hours: 3 } }
          taken_back:
            hit: first
            rows:
              - { id: all, when: "!amount.hasValue()", then: "= earned_before - taken_before" }
            otherwise: "= math.least(earned_before - taken_before, int(math.floor(amount.orValue(decimal('0')))))"
          level:
            type: tier
            hit: first
            rows: [{ id: gold, when: "\(hasWindows ? "counted_days" : "lifetime") >= 40", then: gold }]
            otherwise: plain
          keep: { value: { hours: 20 } }
          standing: { value: { \(shown) } }

        """
      for (index, from) in ([nil] + days).enumerated() {
        let isNewest = index == days.count
        let home = isNewest ? "rules" : "rules/versions/\(index)"
        let earlier = (0..<index).map { "versions/\($0)" }.joined(separator: ", ")
        try folder.write(
          """
          rules: 1
          id: shop
          version: 1.\(index).0
          \(from.map { "valid_from: \($0)" } ?? "doc: The first.")
          \(isNewest && index > 0 ? "earlier: [\(earlier)]" : "")
          modules: { shop.loyalty: loyalty.yaml }

          """, to: "\(home)/ruleset.yaml")
        try folder.write(isNewest ? newest(module) : module, to: "\(home)/loyalty.yaml")
      }
      return try LoyaltyEngine(
        LoadedSystem.load(
          packAt: folder.appending(path: "pack").path, rulesAt: folder.appending(path: "rules").path,
          documents: SourceReader.read, contracts: [LoyaltyEngine.contract], kinds: []))
    }
    // So often that short histories have some.
    session = LoyaltySession(engine, checkpointInterval: 2)
  }

  /// The values of all windows of `account`, by name.
  func values(of account: Account) throws -> [String: String] {
    guard case .map(let map)? = try session.standing(of: account) else { return [:] }
    var values: [String: String] = [:]
    for (key, value) in map.entries {
      if case .string(let name) = key { values[name.string] = Self.text(value) }
    }
    return values
  }

  /// A value as a test compares it.
  private static func text(_ value: Value) -> String {
    switch value {
    case .int(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .timestamp(let instant): "\(instant)"
    case .optional(let value?): text(value)
    case .optional(nil), .null: "none"
    default: "?"
    }
  }
}
