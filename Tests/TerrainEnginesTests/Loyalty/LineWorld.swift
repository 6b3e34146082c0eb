import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainYAML
import TestSupport

/// A small program that decides line by line: coffee counts twice, 20 points of that at most, and mugs bring stars; on gifts half of the base is
/// added, and an order brings 60 points at most.
struct LineWorld {
  let session: LoyaltySession
  var engine: LoyaltyEngine { session.engine }

  static let module = """
    rules: 1
    module: shop.loyalty
    facts:
      event_type: { type: string, values: [earn, reserve, commit, cancel, refund, adjust] }
      amount: { type: decimal, optional: true }
      original_amount: { type: decimal, optional: true }
      refunded_before: { type: decimal }
      gift: { type: bool, optional: true }
      lines: { type: list<line>, max_size: 20 }
      this_line: { type: line, per: candidate }
      original_line: { type: line }
      returned_before: { type: int, min: 0 }
      earned_before: { type: int, min: 0 }
      taken_before: { type: int, min: 0 }
      expired_before: { type: int, min: 0 }
      lifetime: { type: int }
    decisions:
      settings: { value: { unit: points, zone: UTC, currency: USD, rounding: floor } }
      refused: { value: none }
      of_lines: { value: "= lines.map(line, line.dollars).sum()" }
      bought: { value: "= original_amount.orValue(decimal('0'))" }
      left: { value: "= bought - refunded_before - amount.orValue(bought)" }
      line_earned:
        type: list<step>
        hit: collect
        rows:
          - { id: base, then: { add: "= this_line.dollars" } }
          - { id: coffee, when: "this_line.kind == 'coffee'", then: { times: 2, on: base, stage: 1, most: 20, campaign: bonus } }
          - { id: mug, when: "this_line.kind == 'mug'", then: { add: "= this_line.quantity", unit: stars } }
      earned:
        type: list<step>
        hit: collect
        rows:
          - { id: rest, then: { add: "= math.greatest(0, int(math.floor(amount.orValue(decimal('0')))) - of_lines)" } }
          - { id: gift, when: "gift.orValue(false)", then: { times: 1.5, on: base, stage: 1 } }
      most_earned: { value: 60 }
      lot: { value: { lasts: { days: 40 } } }
      cost: { value: 0 }
      line_taken_back:
        value: >-
          = math.greatest(0, math.least(earned_before - earned_before
          * (original_line.quantity - returned_before - this_line.quantity) / original_line.quantity,
          earned_before - expired_before) - taken_before)
      part_kept:
        hit: first
        rows: [{ id: none, when: "left <= decimal('0')", then: 0 }]
        otherwise: "= int(divide(decimal(earned_before) * left, bought, 0, 'floor'))"
      taken_back:
        value: "= math.greatest(0, math.least(earned_before - part_kept, earned_before - expired_before) - taken_before)"
      level: { type: tier, hit: first, rows: [{ id: gold, when: "lifetime >= 100", then: gold }], otherwise: plain }

    """

  init(changing old: String = "", to new: String = "") throws {
    try self.init(module: old.isEmpty ? Self.module : Self.module.replacing(old, with: new))
  }

  /// - Parameter newer: the module of a later version, and the first day of that version.
  init(module: String, newer: (module: String, from: String)? = nil) throws {
    let engine = try withTemporaryDirectory { folder in
      try folder.write(
        """
        id: shop
        version: 1.0.0
        default_locale: en
        rules: { id: shop, version: "^1.0.0" }
        kinds: {}
        enums:
          tier: { values: [plain, silver, gold], ordered: true }
          cause: { values: [bonus] }
          ware: { values: [coffee, mug, card] }
        records:
          line: { fields: { id: optional<string>, kind: ware, quantity: int, dollars: int } }
          step:
            fields:
              add: optional<int>
              times: optional<decimal>
              on: optional<string>
              stage: optional<int>
              most: optional<int>
              unit: optional<string>
              budget: optional<string>
              group: optional<string>
              priority: optional<int>
              campaign: optional<cause>

        """, to: "pack/pack.yaml")
      func write(_ module: String, version: String, _ more: String = "", in path: String) throws {
        try folder.write(
          "rules: 1\nid: shop\nversion: \(version)\nmodules: { shop.loyalty: loyalty.yaml }\n\(more)",
          to: "\(path)/ruleset.yaml")
        try folder.write(module, to: "\(path)/loyalty.yaml")
      }
      if let newer {
        try write(module, version: "1.0.0", in: "rules/versions/1.0.0")
        let more = "valid_from: \(newer.from)\nearlier: [versions/1.0.0]\n"
        try write(newer.module, version: "1.1.0", more, in: "rules")
      } else {
        try write(module, version: "1.0.0", in: "rules")
      }
      return try LoyaltyEngine(
        LoadedSystem.load(
          packAt: folder.appending(path: "pack").path, rulesAt: folder.appending(path: "rules").path,
          documents: SourceReader.read, contracts: [LoyaltyEngine.contract], kinds: []))
    }
    // So often that short histories have some.
    session = LoyaltySession(engine, checkpointInterval: 2)
  }
}
