import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
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
  private func example(of method: AnyOperation, _ served: ServedSystem) -> String? {
    served.examples[method.name].map { $0.text(of: $0.wholeRange) }
  }

  /// On one line: blanks are all that is lost.
  private static func line(_ json: String) -> String {
    json.split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
  }

  @Test(arguments: MethodFixture.packs) func everyMethodAnswersLinesAsRequests(_ pack: String) throws {
    let served = try MethodFixture.served("ContentPacks/\(pack)")
    let session = OperationSession(served)
    session.scoreDetail = .lean
    session.namesVersions = false
    for method in AnyOperation.all {
      guard let request = example(of: method, served) else { continue }
      let line = Self.line(request)
      let handler = try LineHandler.operation(method, over: served, explains: false)
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

  /// Whoever numbers people may number them here: a number is somebody as its text is, and comes back as it was.
  @Test(arguments: MethodFixture.packs) func anyIDIsTaken(_ pack: String) throws {
    let served = try MethodFixture.served("ContentPacks/\(pack)")
    for method in AnyOperation.ofLines {
      guard let request = example(of: method, served) else { continue }
      let handler = try LineHandler.operation(method, over: served, explains: false)
      let root = try MethodFixture.document(Self.line(request)).root
      let members = root.members.filter { $0.key.text != "id" }.map { key, value in
        "\(key.document.source.text(of: key.range)):\(value.document.source.text(of: value.range))"
      }
      func answer(_ id: String) -> (text: String, isWrong: Bool) {
        Self.answer("{" + (["\"id\":\(id)"] + members).joined(separator: ",") + "}", handler)
      }
      for (id, text) in [("7", "\"7\""), ("-1.5e3", "\"-1.5e3\""), ("true", "\"true\""), ("[4]", "\"[4]\"")] {
        let (numbered, named) = (answer(id), answer(text))
        #expect(!numbered.isWrong && !named.isWrong, "\(method.name) \(id): \(numbered.text.prefix(500))")
        let rest = try #require(try Self.afterID(numbered.text))
        #expect(try rest == Self.afterID(named.text), "\(method.name) \(id)")
      }
      #expect(!answer("null").isWrong, "\(method.name)")
    }
  }

  /// What is after the id of an answer, whose value is compared as what it is.
  private static func afterID(_ answer: String) throws -> String? {
    let id = try #require(try MethodFixture.document(answer).root["id"])
    return String(decoding: Array(answer.utf8)[Int(id.range.end)...], as: UTF8.self)
  }

  /// Methods that take nothing have nothing to do with lines.
  @Test func methodsOfLinesTakeSomething() {
    let names = Set(AnyOperation.ofLines.map(\.name))
    #expect(
      names.isDisjoint(
        with: ["shutdown", "health", "rpc.discover", "pack.reload", "pack.validate"]))
    #expect(names.isSuperset(of: ["score", "page", "trend", "loyalty.quote"]))
  }

  /// Errors of lines are those of the service, the limits too.
  @Test func errorsAreThoseOfTheService() throws {
    let served = try MethodFixture.served()
    var limits = RequestLimits()
    (limits.lineLength, limits.nesting, limits.responseSize, limits.steps) = (700, 8, 900, 10)
    let handler = try LineHandler.operation(
      AnyOperation(Operations.score), over: served, explains: true, limits: limits)
    let deep = "{\"id\":5,\"answers\":" + String(repeating: "[", count: 9) + String(repeating: "]", count: 9) + "}"
    let long = "{\"id\":6,\"answers\":\"" + String(repeating: "x", count: 700) + "\"}"
    let lines = [
      deep, long, #"{"id":7,"answers":{"a":1,"a":2}}"#, #"{"id":8,"answers":{"q1_run_tmp":"neutral"}}"#, "{",
    ]
    let service = try ServiceFixture.run(
      lines.map { line in
        line.hasPrefix("{\"id\"")
          ? #"{"jsonrpc":"2.0","id":1,"method":"score","params":"# + line + "}" : line
      }, served: served, threads: 1,
      limits: {
        var larger = limits
        (larger.nesting, larger.lineLength) = (9, 700)
        return larger
      }())
    for (line, answer) in zip(lines, service.answers) {
      let own = try MethodFixture.document(Self.answer(line, handler).text).root["error"]
      let other = try MethodFixture.document(answer).root["error"]
      #expect(own?["code"]?.int == other?["code"]?.int, "\(line)")
      #expect(own?["message"]?.text == other?["message"]?.text, "\(line)")
      let codes = { (error: Node?) in error?["data"]?["diagnostics"]?.elements.map { $0["code"]?.text?.string } }
      #expect(codes(own) != nil && codes(own) == codes(other), "\(line)")
    }
    let ids = try lines.map { try MethodFixture.document(Self.answer($0, handler).text).root["id"]?.int }
    #expect(ids == [5, 6, 7, 8, nil])
    // What a line may cost and give.
    let request = Self.line(try #require(example(of: AnyOperation(Operations.score), served)))
    #expect(Self.answer(request, handler).text.contains("evaluation/step-limit"))
    limits.steps = 1_000_000
    let other = try LineHandler.operation(AnyOperation(Operations.score), over: served, explains: true, limits: limits)
    #expect(Self.answer(request, other).text.contains("rpc/response-size"))
  }

  /// Which of the two was meant nobody can tell, whichever way the line is read.
  @Test(arguments: [#"{"answers":{},"answers":{}}"#, #"{"id":1,"id":2,"answers":{}}"#])
  func aKeyTwiceIsWrong(_ line: String) throws {
    let handler = try LineHandler.operation(
      AnyOperation(Operations.score), over: try MethodFixture.served(), explains: false)
    let (text, isWrong) = Self.answer(line, handler)
    #expect(isWrong)
    #expect(text.contains("json/duplicate-key"), "\(text)")
  }

  /// The quick way to a lean score and the method give the same bytes.
  @Test func leanScoresAreTheMethodsOwn() throws {
    let served = try MethodFixture.served()
    let session = OperationSession(served)
    session.scoreDetail = .lean
    session.namesVersions = false
    let handler = try LineHandler.operation(AnyOperation(Operations.score), over: served, explains: false)
    let quiz = try session.scoring().engine.quiz
    var random = SplitMix64(seed: 21)
    for number in 0..<1000 {
      let answers = quiz.questions.compactMap { question -> String? in
        if !question.isRequired, Bool.random(using: &random) { return nil }
        return question.options.randomElement(using: &random).map { "\"\(question.id)\":\"\($0.id)\"" }
      }
      let goals = Bool.random(using: &random) ? #","goals":["menstrual_comfort"]"# : ""
      let line = "{\"id\":\(number),\"answers\":{\(answers.joined(separator: ","))}\(goals)}"
      #expect(
        Self.answer(line, handler).text == (try MethodFixture.answer(AnyOperation(Operations.score), line, session)),
        "\(line)")
    }
  }

  @Test func explainedScoresSayEverything() throws {
    let served = try MethodFixture.served()
    let request = try #require(example(of: AnyOperation(Operations.score), served))
    let handler = try LineHandler.operation(AnyOperation(Operations.score), over: served, explains: true)
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
    #"{"id":"k1","explain":"MARKED","answers":{}}"#, #"{"id":"k1","partial":"MARKED","quiz":{"MARKED":1}}"#,
  ]) func wrongLinesKeepTheirValues(_ line: String) throws {
    let handler = try LineHandler.operation(
      AnyOperation(Operations.score), over: MethodFixture.served(), explains: false)
    let (text, isWrong) = Self.answer(line, handler)
    #expect(isWrong)
    #expect(!text.contains("MARKED"), "\(text)")
    let error = try MethodFixture.document(text).root
    let isObject = JSONReader.read(SourceText(name: "l", text: line)).document?.root.kind == .map
    #expect((error["id"]?.text == "k1") == isObject)
    #expect(error["error"]?["code"]?.int == (isObject || line.hasPrefix("[") ? -32602 : -32700))
    #expect((error["error"]?["data"]?["diagnostics"]?.count ?? 0) > 0)
  }
}
