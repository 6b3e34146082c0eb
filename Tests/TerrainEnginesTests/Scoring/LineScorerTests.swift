import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

/// The quick way from a line to a score gives what the careful way gives, or nothing.
@Suite struct LineScorerTests {
  /// What the careful way gives, as a lean line; nil where something is wrong.
  private func careful(_ line: String, _ engine: ScoringEngine) throws -> (line: String, warnings: Int)? {
    let document = try TerrainFixture.document(line)
    guard let (score, warnings) = try? engine.score(document.root) else { return nil }
    var writer = JSONWriter(.compact)
    try writer.object { writer in
      if let id = score.answers.id {
        writer.key("id")
        try writer.value(id)
      }
      writer.key("axes")
      writer.object { writer in
        for axis in score.axes {
          writer.key(axis.axis.id)
          writer.object { writer in
            writer.key("value")
            writer.int(axis.value)
          }
        }
      }
      for (name, id) in score.outcomes.map({ ($0.name.string, score[$0]) }) {
        writer.key(name)
        writer.object { writer in
          writer.key("id")
          writer.string(id)
        }
      }
      writer.key("flags")
      writer.array { writer in for flag in score.flags { writer.string(flag) } }
    }
    return (writer.string, warnings.count)
  }

  private func quick(_ line: String, _ scorer: LineScorer) -> (line: String, warnings: Int)? {
    var output = OutputBytes()
    let warnings = Array(line.utf8).withUnsafeBufferPointer { scorer.score($0, into: &output) }
    guard let warnings else {
      #expect(output.count == 0, "something was written of \(line)")
      return nil
    }
    return (String(decoding: output.bytes, as: UTF8.self), warnings)
  }

  @Test func theShippedQuizScoresTheSame() throws {
    let engine = try TerrainFixture.engine()
    let scorer = try LineScorer(engine)
    var random = SplitMix64(seed: 11)
    for number in 0..<3000 {
      var questions = engine.quiz.questions.shuffled(using: &random)
      if number % 2 == 0 { questions = engine.quiz.questions }
      let answers = questions.compactMap { question -> String? in
        if !question.isRequired, Bool.random(using: &random) { return nil }
        return question.options.randomElement(using: &random).map { "\"\(question.id)\":\"\($0.id)\"" }
      }
      let goals = ["sleep", "menstrual_comfort", "energy"].filter { _ in Bool.random(using: &random) }
      let line = "{\"id\":\(number),\"answers\":{\(answers.joined(separator: ","))},\"goals\":\(goals)}"
      let (expected, found) = (try careful(line, engine), quick(line, scorer))
      #expect(expected?.line == found?.line && expected?.warnings == found?.warnings, "\(line)")
      #expect(found != nil)
    }
  }

  /// Questions that are asked only of some, for reasons that can be remembered, that fail, and that cannot.
  private static let conditions: [(id: String, condition: String, isRequired: Bool)] = [
    ("x1", #""g1" in goals"#, false), ("x2", #"answers.cold_heat == "3" || "x1" in answers"#, false),
    ("x3", "goals.size() > 1", false), ("x4", #""g2" in goals && !("x1" in answers)"#, true),
    ("x5", #"answers["damp_dry"] in goals"#, false),
  ]

  @Test func conditionsAreKept() throws {
    try withTemporaryDirectory { folder in
      let pack = try TerrainFixture.directPack(in: folder)
      let file = URL(fileURLWithPath: pack).appending(path: "quiz.yaml")
      var quiz = try String(contentsOf: file, encoding: .utf8)
      for (id, condition, isRequired) in Self.conditions {
        quiz += "  - id: \(id)\n    text: \(id)\n    required: \(isRequired)\n    ask_when: '\(condition)'\n"
        quiz += "    options:\n"
        for option in ["a", "b"] {
          quiz += "      - { id: \(option), text: t, deltas: { shen_unsettled: 0.5 }, flags: [f_\(option), all] }\n"
        }
      }
      try quiz.write(to: file, atomically: true, encoding: .utf8)
      let engine = try TerrainFixture.engine(pack: pack)
      let scorer = try LineScorer(engine)
      var random = SplitMix64(seed: 12)
      var (taken, right) = (0, 0)
      for _ in 0..<3000 {
        var answers = TerrainFixture.axes.map { "\"\($0)\": \"\(Int.random(in: -12...12, using: &random))\"" }
        if Int.random(in: 0..<8, using: &random) == 0 { answers.removeFirst() }
        for (id, _, _) in Self.conditions where Int.random(in: 0..<3, using: &random) == 0 {
          answers.append("\"\(id)\":\"\(Bool.random(using: &random) ? "a" : "b")\"")
        }
        if Bool.random(using: &random) { answers.shuffle(using: &random) }
        let goals = ["g1", "g2", "3", "other"].filter { _ in Bool.random(using: &random) }
        let line = "{\"goals\":\(goals),\"answers\":{\(answers.joined(separator: ","))}}"
        let (expected, found) = (try careful(line, engine), quick(line, scorer))
        if expected != nil { right += 1 }
        guard let found else { continue }
        taken += 1
        #expect(expected?.line == found.line && expected?.warnings == found.warnings, "\(line)")
      }
      #expect(taken * 4 > right && right > 500, "\(taken) of \(right) right lines went the quick way")
    }
  }

  /// Lines that are right or wrong in ways that the quick reader does not know, or has to know exactly.
  @Test(
    arguments: [
      ("", nil), ("{}", nil), ("[]", nil), ("{\"answers\":ANSWERS", nil), ("{\"answers\":ANSWERS}}", nil),
      ("{\"answers\":ANSWERS,}", nil), ("{\"answers\":ANSWERS} x", nil), ("{\"answers\":ANSWERS,\"unknown\":1}", nil),
      ("{\"answers\":ANSWERS,\"answers\":ANSWERS}", nil), ("{\"answers\":ANSWERS,\"id\":1,\"id\":2}", nil),
      ("{\"answers\":ANSWERS,\"id\":01}", nil), ("{\"answers\":ANSWERS,\"id\":-0}", nil),
      ("{\"answers\":ANSWERS,\"id\":1.0}", nil), ("{\"answers\":ANSWERS,\"id\":1234567890123456789}", nil),
      ("{\"answers\":ANSWERS,\"id\":\"a\\u0041\"}", nil), ("{\"answers\":ANSWERS,\"id\":\"é\"}", nil),
      ("{\"answers\":ANSWERS,\"id\":\"\u{7F}\"}", nil), ("{\"answers\":ANSWERS,\"id\":[1]}", nil),
      ("{\"answers\":ANSWERS,\"locale\":\"not a locale\"}", nil), ("{\"answers\":ANSWERS,\"locale\":\"\"}", nil),
      ("{\"answers\":ANSWERS,\"goals\":[1]}", nil), ("{\"answers\":ANSWERS,\"goals\":[\"a\",]}", nil),
      ("{\"answers\":{}}", nil), ("{\"answers\":{\"cold_heat\":\"1\"}}", nil),
      (" { \"answers\" : ANSWERS , \"id\" : -12 }\r", "-12"), ("{\"id\":0,\"answers\":ANSWERS}", "0"),
      ("{\"locale\":\"zh-Hant\",\"answers\":ANSWERS,\"id\":\"p 1\",\"$schema\":\"x\"}", "\"p 1\""),
      ("{\"answers\":ANSWERS,\"goals\":[],\"id\":\"\"}", "\"\""),
    ] as [(String, String?)])
  func onlyPlainLinesGoTheQuickWay(_ shape: String, _ id: String?) throws {
    try withTemporaryDirectory { folder in
      let engine = try TerrainFixture.engine(pack: TerrainFixture.directPack(in: folder))
      let answers = "{\(TerrainFixture.axes.map { "\"\($0)\":\"5\"" }.joined(separator: ","))}"
      let line = shape.replacingOccurrences(of: "ANSWERS", with: answers)
      let found = quick(line, try LineScorer(engine))
      #expect((found != nil) == (id != nil))
      if let id, let found {
        #expect(found.line.hasPrefix("{\"id\":\(id),\"axes\""))
        #expect(try careful(line, engine)?.line == found.line)
      }
    }
  }

  /// Every prefix of a line, and every line with one byte changed, is either refused or scored as the careful way does.
  @Test func damagedLinesAreNotMisread() throws {
    try withTemporaryDirectory { folder in
      let engine = try TerrainFixture.engine(pack: TerrainFixture.directPack(in: folder))
      let scorer = try LineScorer(engine)
      let answers = "{\(TerrainFixture.axes.map { "\"\($0)\":\"5\"" }.joined(separator: ","))}"
      let line = Array("{\"id\":\"p1\",\"answers\":\(answers),\"goals\":[\"a\"],\"locale\":\"en\"}".utf8)
      var random = SplitMix64(seed: 13)
      for length in 0..<line.count {
        #expect(quick(String(decoding: line[..<length], as: UTF8.self), scorer) == nil)
      }
      for _ in 0..<2000 {
        var changed = line
        changed[Int.random(in: 0..<line.count, using: &random)] = UInt8.random(in: 1..<128, using: &random)
        let text = String(decoding: changed, as: UTF8.self)
        guard let found = quick(text, scorer) else { continue }
        #expect(try careful(text, engine)?.line == found.line, "\(text)")
      }
    }
  }
}
