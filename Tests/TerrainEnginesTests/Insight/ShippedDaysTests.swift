import Foundation
import Synchronization
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TestSupport
import Testing

/// Days over the shipped pack and rules: what has to be true of every one of them.
@Suite struct ShippedDaysTests {
  private static let loaded = Result { try ShippedPack() }

  static func shipped() throws -> ShippedPack { try loaded.get() }

  /// Packs that were loaded and that no task uses now.
  private static let idle = Mutex<[ShippedPack]>([])

  /// Splits `count` days among as many tasks as there are cores. Each has a pack of its own: where cores share one, they
  /// spend two thirds of their time on passing its reference counts to and fro.
  private func overDays(
    _ count: Int, loading load: (@Sendable (Int) throws -> ShippedPack)? = nil,
    _ body: @escaping @Sendable (inout ShippedDayCheck, ShippedPack, Int) throws -> Void
  ) async throws -> (complaints: [String], outputs: Int) {
    let workers = max(1, min(count, ProcessInfo.processInfo.activeProcessorCount))
    return try await withThrowingTaskGroup(of: ([String], Int).self) { group in
      for worker in 0..<workers {
        group.addTask {
          let own = try Self.idle.withLock { $0.popLast() } ?? ShippedPack()
          defer { Self.idle.withLock { $0.append(own) } }
          var shipped = own
          var check = ShippedDayCheck(shipped)
          var all: (complaints: [String], outputs: Int) = ([], 0)
          for number in stride(from: worker, to: count, by: workers) {
            if let load {
              all = (all.complaints + check.complaints, all.outputs + check.outputs)
              shipped = try load(number)
              check = ShippedDayCheck(shipped)
            }
            try body(&check, shipped, number)
          }
          return (all.complaints + check.complaints, all.outputs + check.outputs)
        }
      }
      var all: (complaints: [String], outputs: Int) = ([], 0)
      for try await (complaints, outputs) in group {
        all.complaints += complaints
        all.outputs += outputs
      }
      return all
    }
  }

  private func expectFine(_ result: (complaints: [String], outputs: Int), atLeast outputs: Int) {
    #expect(result.complaints.isEmpty, "\(result.complaints.prefix(10).joined(separator: "\n"))")
    #expect(result.outputs >= outputs)
  }

  /// A fact that a rule begins to ask for has to be varied here too.
  @Test func everyFactIsVaried() throws {
    let shipped = try Self.shipped()
    let facts = shipped.engine.rules.facts.filter { !$0.declaration.isPerCandidate }.map(\.name.string)
    let clock: Set<String> = ["year", "month", "day_of_month", "day_of_year", "weekday", "hour", "minute"]
    let missing = Set(facts).subtracting(clock).subtracting(shipped.inputs.map(\.name))
    #expect(missing.isEmpty, "\(missing.sorted())")
    for input in shipped.inputs {
      #expect(input.values.count > 1, "\(input.name) does not vary")
      #expect(DayInput.besideFacts.contains(input.name) || facts.contains(input.name), "\(input.name) is no fact")
    }
  }

  /// 8 types, 5 modifiers, no symptom or one of 8, 5 seasons: every page and every ranking. By default each type, modifier and
  /// symptom in one of the seasons.
  @Test func everyTypeModifierSymptomAndSeason() async throws {
    let shipped = try Self.shipped()
    let profiles = shipped.values("profile")
    let modifiers = shipped.values("modifier")
    let symptoms = Array(shipped.values("symptoms").prefix(9))
    let months = ["4", "6", "8", "10", "1"]
    try #require(profiles.count == 8 && modifiers.count == 5 && symptoms.count == 9)
    let numbers = (0..<8 * 5 * 9 * 5).filter { number in
      TestExtent.isLong || (number % 8 + number / 8 % 5 + number / 40 % 9 + number / 360) % 5 == 0
    }
    let count = TestExtent.count(numbers.count, long: 1800, of: "types, modifiers, symptoms and seasons")
    let result = try await overDays(count) { check, shipped, position in
      let number = numbers[position]
      var values: [String: String] = ["hour": number % 7 % 2 == 0 ? "8" : "20", "month": months[number / 360]]
      values["profile"] = profiles[number % 8]
      values["modifier"] = modifiers[number / 8 % 5]
      values["symptoms"] = symptoms[number / 40 % 9]
      let day = try shipped.day(values, number: number)
      try check.pages(ShippedPack.pages, day)
      try check.rankings(ShippedPack.offers + ShippedPack.otherRankings, day)
    }
    expectFine(result, atLeast: count * (ShippedPack.pages.count + 11))
  }

  /// A covering array: every two values of any two inputs meet on some day. Every page and every ranking.
  @Test func everyPairOfValues() async throws {
    let shipped = try Self.shipped()
    let sizes = shipped.inputs.map(\.values.count)
    let rows = DayInput.coveringArray(sizes, seed: 5)
    var met: Set<[Int]> = []
    for row in rows {
      for a in row.indices { for b in row.indices where b > a { met.insert([a, row[a], b, row[b]]) } }
    }
    var pairs = 0
    for a in sizes.indices { for b in sizes.indices where b > a { pairs += sizes[a] * sizes[b] } }
    #expect(met.count == pairs)
    let result = try await overDays(rows.count) { check, shipped, number in
      let day = try shipped.day(rows[number], number: number)
      try check.pages(ShippedPack.pages, day)
      try check.rankings(ShippedPack.offers + ShippedPack.otherRankings, day)
    }
    expectFine(result, atLeast: rows.count * 14)
  }

  /// Random days: the page of each, and one other output in turn.
  @Test func randomDays() async throws {
    let count = TestExtent.count(1000, long: 100_000, of: "random days")
    let result = try await overDays(count) { check, shipped, number in
      var random = SplitMix64(seed: 0x7465_7272 &+ UInt64(number))
      let row = shipped.inputs.map { Int.random(in: 0..<$0.values.count, using: &random) }
      let day = try shipped.day(row, number: number)
      try check.pages(["today"], day)
      switch number % 12 {
      case 0, 1, 2: try check.pages(["insight"], day)
      case 3: try check.pages(["constitution"], day)
      case 4: try check.rankings(["why"], day)
      default: try check.rankings([ShippedPack.offers[number % 12 - 5]], day)
      }
    }
    expectFine(result, atLeast: 2 * count)
  }

  /// For every flag and allergen, whoever asks: no ranking, to its very end, names what carries it.
  @Test func whatIsFlaggedIsNamedNowhere() async throws {
    let shipped = try Self.shipped()
    #expect(shipped.flagsNamed.count > 5, "messages that name an ingredient")
    let flags = shipped.words("safety_flag")
    let needs = shipped.words("need")
    let profiles = shipped.values("profile")
    try #require(flags.count == 18)
    for flag in flags where flag != "allergen_sesame" {
      #expect(shipped.items.values.contains { $0.flags.contains(flag) }, "nothing carries \(flag)")
    }
    let result = try await overDays(flags.count * 8) { check, shipped, number in
      for (hour, need) in needs.enumerated() {
        var values: [String: String] = [
          "safety": "[\"\(flags[number / 8])\"]", "need": "\"\(need)\"", "hour": "\(hour * 4)",
        ]
        values["profile"] = profiles[number % 8]
        let day = try shipped.day(values, number: number)
        try check.rankings(["suggest"], day, whole: true)
        try check.pages(["today"], day)
        if hour == 0 { try check.pages(["insight", "constitution"], day) }
        if hour == 0 { try check.rankings(ShippedPack.offers.dropFirst() + ["why"], day, whole: true) }
      }
    }
    expectFine(result, atLeast: 18 * 8 * 6)
  }

  /// The same over packs whose flags and tags are thrown about, each item's for itself: it is the rules that leave things out,
  /// not what the shipped pack happens to flag.
  @Test func whatIsFlaggedIsNamedNowhereInRandomPacks() async throws {
    let count = TestExtent.count(4, long: 12, of: "random packs")
    let result = try await overDays(count, loading: { try Self.random(seed: UInt64($0)) }) { check, shipped, number in
      var random = SplitMix64(seed: UInt64(number) &+ 99)
      let flags = shipped.words("safety_flag")
      for flag in flags {
        let row = shipped.inputs.map { $0.values[Int.random(in: 0..<$0.values.count, using: &random)] }
        var values = Dictionary(uniqueKeysWithValues: zip(shipped.inputs.map(\.name), row)).compactMapValues(\.self)
        let other = flags[Int.random(in: 0..<flags.count, using: &random)]
        values["safety"] = Bool.random(using: &random) ? "[\"\(flag)\"]" : "[\"\(flag)\", \"\(other)\"]"
        let day = try ShippedDay(values, number: number, shipped.engine)
        try check.rankings(ShippedPack.offers + ["insight.lessons", "why"], day, whole: true)
        try check.pages(ShippedPack.pages, day)
      }
    }
    expectFine(result, atLeast: count * 18 * (ShippedPack.offers.count + 2 + ShippedPack.pages.count))
  }

  /// A copy of the shipped pack in which every list of flags and every list of tags is another.
  private static func random(seed: UInt64) throws -> ShippedPack {
    try withTemporaryDirectory { folder in
      let shipped = try Self.shipped()
      var random = SplitMix64(seed: seed)
      let copy = folder.appending(path: "ContentPacks/terrain")
      try FileManager.default.createDirectory(
        at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
      for name in ["terrain", "Schemas"] {
        try FileManager.default.copyItem(
          at: TerrainFixture.checkout.appending(path: "ContentPacks/\(name)"),
          to: copy.deletingLastPathComponent().appending(path: name))
      }
      var changed = 0
      for name in try FileManager.default.subpathsOfDirectory(atPath: copy.path).sorted() {
        guard ["ingredients/", "routines/", "movements/", "lessons/", "programs.yaml"].contains(where: name.hasPrefix),
          name.hasSuffix(".yaml")
        else { continue }
        var text = try String(contentsOf: copy.appending(path: name), encoding: .utf8)
        for (pattern, vocabulary, share) in [
          (#/\bflags:\s*\[[^\]]*\]/#, "safety_flag", 5), (#/\n    tags:\s*\[[^\]]*\]/#, "tag", 4),
        ] as [(Regex<Substring>, Text, Int)] {
          let words = shipped.words(vocabulary)
          text = text.replacing(pattern) { match in
            changed += 1
            let chosen = words.filter { _ in Int.random(in: 0..<share, using: &random) == 0 }.map(\.string)
            let key = match.output.prefix { $0 != "[" }
            return "\(key)[\(chosen.joined(separator: ", "))]"
          }
        }
        try text.write(to: copy.appending(path: name), atomically: true, encoding: .utf8)
      }
      #expect(changed > 200)
      return try ShippedPack(at: copy.path, random: true)
    }
  }

  /// What serves each need: what is asked of the winners below, written down apart from the rules.
  static let serving: [Text: (tags: Set<Text>, goals: Set<Text>)] = [
    "energy": (["supports_deficiency", "warming"], ["energy"]),
    "calm": (["calms_shen", "moves_qi"], ["sleep", "stress"]),
    "digestion": (["supports_digestion"], ["digestion"]),
    "warmth": (["warming"], ["energy"]),
    "cooling": (["cooling", "moistens_dryness"], ["skin"]),
    "focus": (["moves_qi", "calms_shen"], ["stress"]),
  ]

  /// What a person asks for matters: over the six needs a type has at least four different winners.
  @Test(arguments: ["4", "6", "8", "10", "1"], ["8", "14", "20", "23"])
  func needsHaveWinnersOfTheirOwn(month: String, hour: String) throws {
    let shipped = try Self.shipped()
    let session = InsightSession(shipped.engine)
    for profile in shipped.values("profile").compactMap(\.self) {
      var winners: Set<Text> = []
      for need in shipped.words("need") {
        let day = try shipped.day(["profile": profile, "need": "\"\(need)\"", "month": month, "hour": hour])
        let ranking = try session.suggestions.ranking("suggest", for: day.request)
        guard let winner = ranking.items.first else {
          // What is said instead is the need's own, too.
          winners.insert(try #require(ranking.fallback).message)
          continue
        }
        winners.insert(winner.id)
        let serves = try #require(Self.serving[need])
        for item in ranking.items {
          let known = try #require(shipped.items[item.id])
          #expect(
            !known.tags.isDisjoint(with: serves.tags) || !known.goals.isDisjoint(with: serves.goals),
            "\(item.id) does not serve \(need)")
        }
      }
      #expect(winners.count >= 4, "\(profile) has only \(winners.sorted()) in month \(month) at \(hour)")
    }
  }
}
