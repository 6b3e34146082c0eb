import Foundation
import TerrainDocuments
import TerrainEngines
import TerrainValues
import TestSupport
import Testing

@testable import TerrainService

/// Lines are answered as requests are, with their ids.
@Suite struct MethodLinesTests {
  private static func answer(_ line: String, _ handler: LineHandler) -> (text: String, isWrong: Bool) {
    var output = OutputBytes()
    let outcome = Array(line.utf8).withUnsafeBufferPointer { handler.answer($0, &output) }
    if case .wrong = outcome { return (String(decoding: output.bytes, as: UTF8.self), true) }
    return (String(decoding: output.bytes, as: UTF8.self), false)
  }

  /// The pack's example of `method`, as it is published.
  private func example(of method: TerrainService.Method, _ served: ServedSystem) -> String? {
    served.examples[method.name].map { $0.text(of: $0.wholeRange) }
  }

  /// On one line: blanks are all that is lost.
  private static func line(_ json: String) -> String {
    json.split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
  }

  @Test(arguments: MethodFixture.packs) func everyMethodAnswersLinesAsRequests(_ pack: String) throws {
    let served = try MethodFixture.served("ContentPacks/\(pack)")
    let session = MethodSession(served)
    session.scoreDetail = .lean
    session.saysIdentity = false
    for method in Method.all {
      guard let request = example(of: method, served) else { continue }
      let line = Self.line(request)
      let handler = try LineHandler.method(method, over: served, explains: false)
      let expected = try MethodFixture.answer(method, line, session)
      let given = try MethodFixture.document(line).root["id"]?.text?.string
      if given == nil {
        #expect(Self.answer(line, handler).text == expected, "\(method.name)")
        for id in ["7", "\"a b\"", "[1,{\"x\":null}]"] {
          let withID = [
            "{\"id\": \(id), \(line.dropFirst())", "\(line.dropLast().drop { $0 == " " }), \"id\":\(id) }",
          ]
          for line in withID {
            #expect(Self.answer(line, handler).text == "{\"id\":\(id),\(expected.dropFirst())", "\(line)")
          }
        }
      } else {
        #expect(Self.answer(line, handler).text.hasPrefix("{\"id\":\"\(given ?? "")\","), "\(method.name)")
      }
    }
  }

  /// Which of the two was meant nobody can tell, whichever way the line is read.
  @Test(arguments: [#"{"answers":{},"answers":{}}"#, #"{"id":1,"id":2,"answers":{}}"#])
  func aKeyTwiceIsWrong(_ line: String) throws {
    let handler = try LineHandler.method(.score, over: try MethodFixture.served(), explains: false)
    let (text, isWrong) = Self.answer(line, handler)
    #expect(isWrong)
    #expect(text.contains("json/duplicate-key"), "\(text)")
  }

  /// The quick way to a lean score and the method give the same bytes.
  @Test func leanScoresAreTheMethodsOwn() throws {
    let served = try MethodFixture.served()
    let session = MethodSession(served)
    session.scoreDetail = .lean
    session.saysIdentity = false
    let handler = try LineHandler.method(.score, over: served, explains: false)
    let quiz = try session.scoring().engine.quiz
    var random = SplitMix64(seed: 21)
    for number in 0..<1000 {
      let answers = quiz.questions.compactMap { question -> String? in
        if !question.isRequired, Bool.random(using: &random) { return nil }
        return question.options.randomElement(using: &random).map { "\"\(question.id)\":\"\($0.id)\"" }
      }
      let goals = Bool.random(using: &random) ? #","goals":["menstrual_comfort"]"# : ""
      let line = "{\"id\":\(number),\"answers\":{\(answers.joined(separator: ","))}\(goals)}"
      #expect(Self.answer(line, handler).text == (try MethodFixture.answer(.score, line, session)), "\(line)")
    }
  }

  @Test func explainedScoresSayEverything() throws {
    let served = try MethodFixture.served()
    let request = try #require(example(of: .score, served))
    let handler = try LineHandler.method(.score, over: served, explains: true)
    let answer = try MethodFixture.document(Self.answer(Self.line(request), handler).text).root
    for field in ["axes", "type", "modifier", "flags", "margins", "flips", "why"] {
      #expect(answer[Text(field)] != nil)
    }
  }

  /// Whatever is wrong with a line, no value of it is in its error, and its id is.
  @Test(arguments: [
    #"{"id":"k1","answers":{"q1_run_temp":"MARKED"}}"#,
    #"{"id":"k1","answers":[{"question":"MARKED","option":"MARKED"}]}"#,
    #"{"id":"k1","answers":{"q1_run_temp":MARKED}}"#, #"{"id":"k1","answers":"MARKED"}"#,
    #"{"id":"k1","answers":{"q1_run_temp":"always_cold"},"locale":"MARKED MARKED"}"#,
    #"{"id":"k1","answers":{"q1_run_temp":["MARKED"]},"goals":"MARKED"}"#, #"["MARKED"]"#, #""MARKED"#, "MARKED",
    #"{"id":"k1","answers":{"q1_run_temp":"MARKED\q"}}"#, #"{"id":"k1","answers":{"q1_run_temp":'MARKED'}}"#,
    #"{"id":"k1","detail":"MARKED","answers":{}}"#, #"{"id":"k1","partial":"MARKED","quiz":{"MARKED":1}}"#,
  ]) func wrongLinesKeepTheirValues(_ line: String) throws {
    let handler = try LineHandler.method(.score, over: MethodFixture.served(), explains: false)
    let (text, isWrong) = Self.answer(line, handler)
    #expect(isWrong)
    #expect(!text.contains("MARKED"), "\(text)")
    let error = try MethodFixture.document(text).root
    let isObject = JSONReader.read(SourceText(name: "l", text: line)).document?.root.kind == .map
    #expect((error["id"]?.text == "k1") == isObject)
    #expect(error["error"]?["code"]?.int == (isObject || line.hasPrefix("[") ? -32602 : -32700))
    #expect((error["error"]?["data"]?.count ?? 0) > 0)
  }
}
