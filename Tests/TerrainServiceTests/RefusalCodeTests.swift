import TerrainDocuments
import TerrainEngines
import TerrainService
import TestSupport
import Testing

/// What a line is refused with, by code and by the path of what is wrong in it.
@Suite struct RefusalCodeTests {
  static let lines: [(line: String, refusals: [String])] = [
    ("5", ["rpc/not-a-request at "]),
    (#"{"jsonrpc":"2.0","id":1}"#, ["rpc/no-method at "]),
    (#"{"jsonrpc":"2.0","id":1,"method":3}"#, ["rpc/no-method at method"]),
    ("[]", ["rpc/empty-batch at "]),
    (#"{"jsonrpc":"2.0","id":1,"method":"scor"}"#, ["rpc/unknown-method at method"]),
    (#"{"jsonrpc":"2.0","id":1,"method":"score","params":[1]}"#, ["rpc/by-position at params"]),
    (#"{"jsonrpc":"2.0","id":1,"method":"$/cancelRequest"}"#, ["rpc/cancel-id at -"]),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"score","params":{"explain":"much","answers":{}}}"#,
      ["content/wrong-kind at params.explain"]
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"trend","params":{"now":"2026-01-01","logs":[1]}}"#,
      ["log/not-a-record at params.logs[0]"]
    ),
  ]

  @Test(arguments: lines) func saysWhatAndWhere(_ line: String, _ refusals: [String]) throws {
    let result = try ServiceFixture.run([line], threads: 1)
    let answer = try #require(result.answers.first)
    #expect(try Self.refusals(answer) == refusals, "\(answer)")
  }

  @Test func batchesHaveALimit() throws {
    var limits = RequestLimits()
    limits.batchSize = 2
    let health = #"{"jsonrpc":"2.0","id":1,"method":"health"}"#
    let result = try ServiceFixture.run(["[\(health),\(health),\(health)]"], threads: 1, limits: limits)
    #expect(try Self.refusals(try #require(result.answers.first)) == ["rpc/batch-size at "])
  }

  /// A method about a service, where there is none.
  @Test func noServiceIsNoService() throws {
    let method = try #require(AnyOperation.named("health"))
    let error = #expect(throws: DiagnosticError.self) {
      try MethodFixture.answer(method, "{}", OperationSession(try MethodFixture.served()))
    }
    #expect(error?.diagnostics.map(\.code) == ["rpc/not-serving"])
  }

  @Test func listsHaveALimit() throws {
    let node = try #require(JSONReader.read(SourceText(name: "a.json", text: #"["a", "b", "c"]"#)).document?.root)
    let found = Shape.list(.text, most: 2).diagnostics(about: node, what: "`tags`")
    #expect(found.map(\.code) == ["request/too-many"])
    #expect(found.map(\.message) == ["`tags` has 3 elements; at most 2 are taken"])
    #expect(found.map(\.place) == [node.place])
    #expect(Shape.list(.text, most: 3).diagnostics(about: node, what: "`tags`").isEmpty)
  }

  /// `code at path` of what an answer was refused with.
  static func refusals(_ answer: String) throws -> [String] {
    let root = try #require(JSONReader.read(SourceText(name: "answer", text: answer)).document?.root)
    let found = try #require(root["error"]?["data"]?["diagnostics"])
    return found.elements.map { "\($0["code"]?.text?.string ?? "") at \($0["path"]?.text?.string ?? "-")" }
  }
}
