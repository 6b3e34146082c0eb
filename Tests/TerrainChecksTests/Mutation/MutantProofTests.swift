import TerrainBase
import TerrainExpressions
import TerrainRules
import Testing

@testable import TerrainChecks

/// Mutants that are proved to decide as the rules do, by what is known beyond the conditions of a table.
@Suite struct MutantProofTests {
  /// An earlier row decides wherever both rows that change places hold.
  @Test func rowsBehindAnotherMayChangePlaces() throws {
    let rules = try RuleFiles.module(
      """
      facts:
        cold: { type: int, min: 0, max: 10 }
        late: { type: bool }
      decisions:
        first:
          hit: first
          rows:
            - { id: a, when: { cold: "> 5" }, then: x }
            - { id: b, when: { cold: "> 3", late: true }, then: y }
            - { id: c, when: "cold > 5 || !late", then: z }
          otherwise: w

      """)
    let fates = try MutationLines.lines(
      rules, "  - { name: none, given: { cold: 1, late: true }, expect: { first: w } }\n")
    #expect(fates.contains("11 swapped: row `b` before row `c` → after it: equal"), "\(fates)")
    #expect(fates.contains { $0.hasPrefix("10 swapped: row `a` before row `b` → after it: survived") }, "\(fates)")
  }

  /// Between the numbers that a decision yields, a threshold may be anywhere.
  @Test func thresholdsBetweenPossibleNumbersAreEqual() throws {
    let rules = try RuleFiles.module(
      """
      facts:
        words: { type: list<string>, max_size: 9 }
        cold: { type: bool }
      parameters:
        worth: { type: int, value: 4 }
      decisions:
        choice: { value: "= words.exists(w, w.startsWith('a')) ? worth : 0" }
        sum:
          hit: sum
          rows:
            - { id: a, when: "words.size() > 2", then: 3 }
            - { id: b, when: { cold: true }, then: "= cold ? choice - 1 : 0" }
        chosen: { hit: first, rows: [{ id: a, when: { choice: "> 1" }, then: x }], otherwise: y }
        summed: { hit: first, rows: [{ id: a, when: { sum: "> 4" }, then: x }], otherwise: y }

      """)
    let fates = try MutationLines.lines(
      rules, "  - { name: n, given: { words: [], cold: false }, expect: { chosen: y, summed: y } }\n")
    // 0 or 4.
    #expect(fates.contains("15 comparison: choice > 1 → choice >= 1: equal"), "\(fates)")
    #expect(fates.contains("15 threshold: choice > 1 → choice > 2: equal"), "\(fates)")
    // -1, 0, 2, 3 or 6.
    #expect(fates.contains("16 threshold: sum > 4 → sum > 5: equal"), "\(fates)")
    #expect(fates.contains { $0.hasPrefix("16 comparison: sum > 4 → sum >= 4: equal") }, "\(fates)")
    #expect(fates.contains { $0.hasPrefix("7 threshold: 4 → 3: survived") }, "\(fates)")
  }

  /// The fields of a record go together as in the pack, where every record there may be is in it.
  @Test func recordsOfThePackAreConsidered() throws {
    let type = RecordType(
      name: "tea",
      fields: [
        .init(name: "color", type: .string), .init(name: "strong", type: .bool),
        .init(name: "tags", type: .list(.string)), .init(name: "grams", type: .optional(.int)),
      ])
    let rules = try RuleFiles.module(
      """
      facts:
        tea: { type: tea }
      decisions:
        all:
          hit: collect
          rows:
            - { id: a, when: { tea.color: black }, then: x }
            - { id: b, when: { tea.strong: false }, then: y }
            - { id: c, when: "'young' in tea.tags", then: z }
            - { id: d, when: "tea.grams.orValue(0) > 2", then: w }

      """, vocabulary: PackVocabulary(["tea": .record(type)]))
    func tea(_ color: Value, _ strong: Bool, _ tags: [Value], _ grams: Int64?) -> Value {
      var map = ValueMap()
      map.insert("color", color)
      map.insert("strong", .bool(strong))
      map.insert("tags", .list(tags))
      if let grams { map.insert("grams", .int(grams)) }
      return .map(map)
    }
    let teas = [tea("black", true, [], 3), tea("green", false, [], nil), tea("white", true, ["young"], nil)]
    func swaps(_ records: [Value]?) throws -> [String] {
      let prepared = try PreparedTests(rules, files: [])
      let run = MutationRun(rules, prepared, records: { $0 == "tea" ? records : nil })
      return MutationLines.lines(run.report(on: MutantMaker.mutants(of: rules))).filter { $0.contains("swapped") }
        .map { String($0.split(separator: ": ", maxSplits: 1)[1]) }
    }
    #expect(
      try swaps(teas) == [
        "row `a` before row `b` → after it: equal", "row `b` before row `c` → after it: equal",
        "row `c` before row `d` → after it: equal",
      ])
    #expect(try swaps(nil).allSatisfy { $0.hasSuffix("survived: both rows may hold together") })
    let more = teas + [tea("black", false, ["young"], 3)]
    #expect(try swaps(more).allSatisfy { $0.hasSuffix("survived: both rows may hold together") })
  }
}
