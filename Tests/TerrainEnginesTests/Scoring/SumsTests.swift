import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

/// Sums are exact, rounded once, clamped once, and do not depend on the order of the answers.
@Suite struct SumsTests {
  /// The shipped quiz, read a second time by other means.
  struct Oracle {
    struct Option { let id: String; let deltas: [(axis: String, amount: Foundation.Decimal)] }
    struct Question { let id: String; let options: [Option]; let isRequired: Bool; let isConditional: Bool }
    let questions: [Question]

    init() throws {
      let url = URL(fileURLWithPath: TerrainFixture.pack).appending(path: "quiz.yaml")
      let root = try TerrainFixture.document(String(contentsOf: url, encoding: .utf8), name: "quiz.yaml").root
      questions = try #require(root["questions"]).elements.map { question in
        let weight = Foundation.Decimal(string: question["weight"]?.rawNumber?.string ?? "1") ?? 1
        let options = (question["options"]?.elements).map(Array.init) ?? []
        return Question(
          id: question["id"]?.text?.string ?? "",
          options: options.map { option in
            let deltas = (option["deltas"]?.members).map(Array.init) ?? []
            return Option(
              id: option["id"]?.text?.string ?? "",
              deltas: deltas.map {
                (
                  $0.key.text?.string ?? "",
                  (Foundation.Decimal(string: $0.value.rawNumber?.string ?? "") ?? .nan) * weight
                )
              })
          }, isRequired: question["required"]?.bool ?? true, isConditional: question["ask_when"] != nil)
      }
    }

    func sums(_ chosen: [Int]) -> [String: Foundation.Decimal] {
      var sums: [String: Foundation.Decimal] = [:]
      for (question, option) in zip(questions, chosen) {
        for delta in question.options[option].deltas { sums[delta.axis, default: 0] += delta.amount }
      }
      return sums
    }
  }

  @Test func exactAndIndependentOfOrder() throws {
    let engine = try TerrainFixture.engine()
    let oracle = try Oracle()
    var random = SplitMix64(seed: 42)
    for _ in 0..<300 {
      let chosen = oracle.questions.map { Int.random(in: $0.options.indices, using: &random) }
      let pairs = zip(oracle.questions, chosen).map { "\"\($0.id)\": \"\($0.options[$1].id)\"" }
      let goals = "\"goals\": [\"menstrual_comfort\"]"
      let first = try engine.score(
        TerrainFixture.document("{\"answers\": {\(pairs.joined(separator: ","))}, \(goals)}").root
      ).score
      let again = try engine.score(
        TerrainFixture.document("{\(goals), \"answers\": {\(pairs.shuffled(using: &random).joined(separator: ","))}}")
          .root
      ).score
      let sums = oracle.sums(chosen)
      for (axis, other) in zip(first.axes, again.axes) {
        let sum = sums[axis.axis.id.string] ?? 0
        #expect("\(axis.sum)" == "\(sum)")
        var exact = sum
        var rounded = Foundation.Decimal()
        // Foundation's plain rounding is half away from zero.
        NSDecimalRound(&rounded, &exact, 0, .plain)
        let clamped = max(Foundation.Decimal(axis.min), min(Foundation.Decimal(axis.max), rounded))
        #expect("\(axis.value)" == "\(clamped)")
        #expect(axis.sum == other.sum && axis.value == other.value)
      }
      #expect(first.outcomes.allSatisfy { first[$0] == again[$0] } && first.flags == again.flags)
    }
  }

  @Test func aLightQuestionCounts() throws {
    let engine = try TerrainFixture.engine()
    let neutral = """
      "q1_run_temp": "neutral", "q2_drinks_feel_best": "room_temp", "q3_sweat_night": "not_sure", "q4_energy_pattern": "steady",
      "q5_after_meals": "light_normal", "q6_environmental": "not_sure", "q7_stress_response": "shuts_down",
      "q8_stools_usually": "normal", "q10_body_tends": "normal", "q11_thirst_mouth": "sip_often_habit",
      "q12_mood_flow": "easygoing", "q13_sleep": "sleep_good"
      """
    let sweet = try engine.score(
      TerrainFixture.document("{\"answers\": {\(neutral), \"q9_cravings\": \"sweet\", \"q14_alcohol\": \"daily\"}}")
        .root
    ).score
    #expect(sweet.axes.map { "\($0.sum)" } == ["0.4", "-2", "-1.4", "0", "0"])
    #expect(sweet.axes.map(\.value) == [0, -2, -1, 0, 0])
  }

  /// Counting by distributions gives what trying every combination gives.
  @Test func certaintyIsTheShareOfAllWays() throws {
    let engine = try TerrainFixture.engine()
    let oracle = try Oracle()
    var random = SplitMix64(seed: 3)
    let required = oracle.questions.filter(\.isRequired)
    for _ in 0..<4 {
      let missing = Array(required.indices.shuffled(using: &random).prefix(3))
      let chosen = required.map { Int.random(in: $0.options.indices, using: &random) }
      func text(_ chosen: [Int], without: [Int]) -> String {
        let pairs = required.indices.filter { !without.contains($0) }.map {
          "\"\(required[$0].id)\": \"\(required[$0].options[chosen[$0]].id)\""
        }
        return "{\"answers\": {\(pairs.joined(separator: ", "))}}"
      }
      let partial = try engine.score(TerrainFixture.document(text(chosen, without: missing)).root, partial: true).score
      let certainty = try #require(partial.certainty)
      #expect(partial.missing.count == 3)
      var expected: [Text: [Text: UInt64]] = [:]
      var ways: UInt64 = 0
      var filled = chosen
      for a in required[missing[0]].options.indices {
        for b in required[missing[1]].options.indices {
          for c in required[missing[2]].options.indices {
            (filled[missing[0]], filled[missing[1]], filled[missing[2]]) = (a, b, c)
            let score = try engine.score(TerrainFixture.document(text(filled, without: [])).root).score
            for outcome in score.outcomes { expected[outcome.name, default: [:]][score[outcome], default: 0] += 1 }
            ways += 1
          }
        }
      }
      #expect(certainty.ways == ways)
      #expect(expected.count == 2)
      for outcome in partial.outcomes {
        let shares = Dictionary(certainty.shares(of: outcome).map { ($0.id, $0.ways) }) { $1 }
        #expect(shares == expected[outcome.name])
      }
    }
  }

  /// Each flip is what scoring the changed answers says, and no other single change alters anything.
  @Test func flipsAreAllSingleChanges() throws {
    let engine = try TerrainFixture.engine()
    let oracle = try Oracle()
    var random = SplitMix64(seed: 11)
    let required = oracle.questions.filter(\.isRequired)
    let chosen = required.map { Int.random(in: $0.options.indices, using: &random) }
    func score(_ chosen: [Int]) throws -> Score {
      let pairs = zip(required, chosen).map { "\"\($0.id)\": \"\($0.options[$1].id)\"" }
      return try engine.score(TerrainFixture.document("{\"answers\": {\(pairs.joined(separator: ","))}}").root).score
    }
    let base = try score(chosen)
    for (question, old) in chosen.enumerated() {
      for option in required[question].options.indices where option != old {
        var changed = chosen
        changed[question] = option
        let other = try score(changed)
        let flip = base.flips.first {
          engine.quiz.questions[$0.question].id.string == required[question].id && $0.option == option
        }
        let changes = Dictionary(flip?.changes.map { ($0.outcome, $0.becomes) } ?? []) { $1 }
        for outcome in base.outcomes {
          #expect(changes[outcome] == (other[outcome] == base[outcome] ? nil : .some(other[outcome])))
        }
      }
    }
  }
}
