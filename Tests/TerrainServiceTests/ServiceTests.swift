import Foundation
import TerrainDocuments
import TerrainEngines
import TerrainService
import TestSupport
import Testing

/// The service as its clients see it: lines in, lines out.
@Suite struct ServiceTests {
  static func request(_ id: Int, _ method: String, _ parameters: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)}"#
  }

  static func example(_ method: String, _ served: ServedSystem) throws -> String {
    let source = try #require(served.examples[method])
    return source.text(of: source.wholeRange).replacing("\n", with: " ")
  }

  /// Each request is answered once, with its id, and the same bytes whatever the number of threads.
  @Test(arguments: [1, 2, 7]) func everyRequestIsAnsweredOnce(_ threads: Int) throws {
    let served = try MethodFixture.served()
    let names = ["score", "page", "quiz.next", "decide", "suggest"]
    let examples = try names.map { try Self.example($0, served) }
    let lines = (0..<300).map { Self.request($0, names[$0 % names.count], examples[$0 % names.count]) }
    let result = try ServiceFixture.run(lines, served: served, threads: threads, level: .info)
    #expect(result.answers.count == lines.count)
    let session = MethodFixture.session(served)
    let expected = try zip(names, examples).map { name, example in
      try MethodFixture.answer(#require(AnyOperation.named(name)), example, session)
    }
    for id in 0..<lines.count {
      let answer = try #require(result.answer("\(id)"), "\(id)")
      #expect(answer == #"{"jsonrpc":"2.0","id":\#(id),"result":\#(expected[id % names.count])}"#)
    }
  }

  @Test func notificationsAndBlankLinesAreNotAnswered() throws {
    let result = try ServiceFixture.run([
      "", "   ", #"{"jsonrpc":"2.0","method":"health"}"#, #"{"jsonrpc":"2.0","method":"nothing"}"#,
      #"[{"jsonrpc":"2.0","method":"health"},{"jsonrpc":"2.0","method":"health"}]"#,
      #"{"jsonrpc":"2.0","id":null,"method":"shutdown"}"# + "\r",
    ])
    #expect(result.answers == [#"{"jsonrpc":"2.0","id":null,"result":{"ending":true}}"#])
  }

  @Test func lastLineNeedsNoLineEnd() throws {
    let result = try ServiceFixture.run(Array(Self.request(1, "rpc.discover", "{}").utf8))
    #expect(result.answers.count == 1)
  }

  @Test func idsComeBackAsTheyWere() throws {
    let ids = ["1", "-7", "1.50", "1e3", "\"a\\u0062\"", "\"\"", "null", "18446744073709551616"]
    let result = try ServiceFixture.run(
      ids.map { #"{"jsonrpc":"2.0","id":\#($0),"method":"health"}"# }, threads: 1)
    #expect(
      result.answers.map { $0.components(separatedBy: ",\"result\"")[0] }
        == ids.map { #"{"jsonrpc":"2.0","id":\#($0)"# })
  }

  static let refusals: [(line: String, code: Int, says: String)] = [
    (request(1, "score", #"{"answers":{"q1_run_tmp":"neutral"}}"#), -32602, "did you mean `q1_run_temp`?"),
    (request(1, "score", #"{"answers":{"q1_run_temp":"nuetral"}}"#), -32602, "did you mean `neutral`?"),
    (request(1, "score", #"{"answers":{"q1_run_temp":"nuetral"}}"#), -32602, #""path":"params.answers.q1_run_temp""#),
    (
      "[" + request(1, "score", #"{"anwsers":{}}"#) + "]", -32602,
      #""path":"params.anwsers","fix":"did you mean `answers`?""#
    ),
    (request(1, "score", "[1]"), -32602, "rpc/by-position"),
    (request(1, "score", "7"), -32600, "rpc/params"),
    (#"{"jsonrpc":"2.0","id":{},"method":"health"}"#, -32600, "rpc/id"),
    (#"{"jsonrpc":"2.0","id":1,"method":"health","parms":{}}"#, -32600, "did you mean `params`?"),
    (#"{"jsonrpc":"2.0","id":1,"method":"health","parms":{}}"#, -32600, "rpc/unknown-member"),
    (#"{"jsonrpc":"2.0","id":1,"method":"health","method":"score"}"#, -32600, "json/duplicate-key"),
    (request(1, "decide", #"{"decision":"types.thermal","facts":{},"facts":{}}"#), -32600, "json/duplicate-key"),
    (#"{"jsonrpc":"1.0","id":1,"method":"health"}"#, -32600, "rpc/version"),
    (request(1, "helth", "{}"), -32601, "did you mean `health`?"),
    (request(1, "page", #"{"page":"today","now":"2026-02-05","days":1000}"#), -32602, "request/number-range"),
    (request(1, "page", #"{"page":"tody","now":"2026-02-05"}"#), -32003, "rules/contract-module"),
    (request(1, "decide", #"{"decision":"types.thermal","facts":{}}"#), -32602, "evaluation/missing-fact"),
    (
      request(1, "decide", #"{"decision":"types.thermal","facts":{"cold_heat":"hot"}}"#), -32602,
      #""path":"params.facts.cold_heat""#
    ),
    (request(1, "explain", #"{"method":"scor","params":{}}"#), -32602, "did you mean `score`?"),
    (String(repeating: "[", count: 65), -32002, "json/nested-too-deep"),
    ("{", -32700, "json/unclosed-bracket"),
  ]

  @Test(arguments: refusals.indices) func refusesWithCodeAndReason(_ index: Int) throws {
    let (line, code, says) = Self.refusals[index]
    let result = try ServiceFixture.run([line, Self.request(2, "health", "{}")], threads: 1)
    #expect(result.answers.count == 2)
    #expect(result.answers.first?.contains(#""code":\#(code),"#) == true, "\(result.answers)")
    #expect(result.answers.first?.contains(says) == true, "\(result.answers)")
  }

  /// The nearest method is suggested, or the one that describes them; they are not listed.
  @Test(arguments: [("helth", "did you mean `health`?"), ("xyz", "`rpc.discover` describes the methods")])
  func unknownMethods(_ name: String, fix: String) throws {
    let result = try ServiceFixture.run([Self.request(1, name, "{}")], threads: 1)
    let answer = try #require(result.answers.first)
    #expect(answer.contains(fix), "\(answer)")
    #expect(!answer.contains("xyz") && !answer.contains("`score`"))
  }

  @Test func limitsAreNamed() throws {
    var limits = RequestLimits()
    limits.lineLength = 2000
    limits.batchSize = 2
    limits.steps = 10
    let health = #"{"jsonrpc":"2.0","id":1,"method":"health"}"#
    let served = try MethodFixture.served()
    let result = try ServiceFixture.run(
      [
        #"{"jsonrpc":"2.0","id":1,"method":"\#(String(repeating: "x", count: 400_000))"}"#,
        "[\(health),\(health),\(health)]", Self.request(2, "score", try Self.example("score", served)), health,
      ], served: served, threads: 1, limits: limits)
    #expect(result.answers.count == 4)
    for (answer, name) in zip(result.answers, ["line-length", "batch-size", "step-limit"]) {
      #expect(answer.contains(#""code":-32002,"#) && answer.contains(name), "\(answer)")
    }
    #expect(result.answers.last?.contains(#""line-length":2000"#) == true)
    #expect(result.answers.last?.contains(#""response-size":33554432"#) == true)
  }

  /// A limit is exact, and of lines that come at once as well.
  @Test func linesMayBeAsLongAsTheLimit() throws {
    let line = Self.request(1, "health", "{}")
    var limits = RequestLimits()
    limits.lineLength = line.utf8.count
    let result = try ServiceFixture.run([line, line + " ", line], threads: 1, limits: limits)
    #expect(result.answers.map { $0.contains("\"result\"") } == [true, false, true])
    #expect(result.answers.allSatisfy { $0.contains(#""id":1,"#) })
  }

  @Test func bytesThatEvaluationBuildsAreLimited() throws {
    var limits = RequestLimits()
    limits.bytes = 1
    let served = try MethodFixture.served()
    let result = try ServiceFixture.run(
      [
        Self.request(1, "page", try Self.example("page", served)), #"{"jsonrpc":"2.0","id":2,"method":"health"}"#,
      ],
      served: served, threads: 1, limits: limits)
    #expect(
      result.answers.first?.contains("the limit is `bytes`") == true
        && result.answers.first?.contains(#""code":-32002,"#) == true, "\(result.answers)")
    #expect(result.answers.last?.contains(#""bytes":1"#) == true)
  }

  /// However few may be under way, all are answered.
  @Test(arguments: [1, 2, 5]) func fewInFlightHoldNothingUp(_ most: Int) throws {
    var limits = RequestLimits()
    limits.inFlight = most
    let lines = (0..<400).map {
      Self.request($0, $0 % 7 == 0 ? "health" : "quiz.next", $0 % 7 == 0 ? "{}" : #"{"answers":{}}"#)
    }
    let result = try ServiceFixture.run(lines, limits: limits, level: .error)
    #expect(Set(result.answers).count == 400)
  }

  @Test func shutdownAnswersWhatWasRead() throws {
    let lines = (0..<50).map { Self.request($0, $0 == 10 ? "shutdown" : "health", "{}") }
    let result = try ServiceFixture.run(lines)
    #expect(result.answers.count == lines.count)
  }
}
