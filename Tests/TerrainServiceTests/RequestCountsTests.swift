import TerrainBase
import TerrainDocuments
import TerrainService
import TestSupport
import Testing

/// What a service counts, as `health` reports it.
@Suite struct RequestCountsTests {
  private static func health(_ state: ServiceState) throws -> Node {
    try MethodFixture.document(ReloadTests.answer("health", state)).root
  }

  private static func counts(_ name: String, _ health: Node) -> [String: Int64] {
    Dictionary(
      health[Text(name)]?.members.map { ($0.key.text?.string ?? "", $0.value.int ?? -1) } ?? [],
      uniquingKeysWith: +)
  }

  @Test func requestsAndErrorsAreCounted() throws {
    let state = try CountsFixture.state()
    let lines = [
      CountsFixture.score, CountsFixture.score, CountsFixture.request("score", #"{"anwsers":{}}"#),
      CountsFixture.request("health"), CountsFixture.request("invented_by_a_client"), "{", "[]",
      "[" + CountsFixture.score + "," + CountsFixture.request("$/cancelRequest", #"{"id":7}"#) + "]",
      #"{"jsonrpc":"2.0","method":"health"}"#,
    ]
    try CountsFixture.send(lines, to: state)
    let health = try Self.health(state)
    // A notification is a request, and a name that a client invents is not kept.
    #expect(
      Self.counts("requests_by_method", health)
        == ["score": 4, "health": 2, "$/cancelRequest": 1, "unknown": 3])
    #expect(
      Self.counts("errors_by_outcome", health)
        == ["invalid_params": 1, "method_not_found": 1, "parse": 1, "invalid_request": 1])
    #expect(health["requests"]?.int == 10 && health["errors"]?.int == 4)
    #expect(health["lost_records"] == nil)
  }

  @Test(arguments: [1, 2, 7]) func threadsAreAddedUp(_ threads: Int) throws {
    let state = try CountsFixture.state(threads: threads)
    let lines = (0..<500).map { CountsFixture.request($0 % 5 == 0 ? "helth" : "health") }
    try CountsFixture.send(lines, to: state)
    let health = try ReloadTests.answer("health", state)
    #expect(health.contains(#""requests":500,"errors":100,"#), "\(health)")
    #expect(health.contains(#""requests_by_method":{"health":400,"unknown":100}"#), "\(health)")
  }

  @Test func reloadsAreCountedByOutcome() throws {
    try ReloadTests.withCopy { copy in
      let state = try CountsFixture.state(served: copy.served())
      let reload = CountsFixture.request("pack.reload")
      try CountsFixture.send([reload], to: state)
      try copy.change("northern_month:", "# Another remark.\n  northern_month:")
      try CountsFixture.send([reload], to: state)
      #expect(try Self.health(state)["status"]?.text?.string == "ok")
      try copy.change("then: spring", "then: sprng")
      try CountsFixture.send([reload, reload], to: state)
      let health = try Self.health(state)
      #expect(health["status"]?.text?.string == "stale")
      #expect(health["reloads"]?.int == 1 && health["refusals"]?.int == 2)
      #expect(Self.counts("errors_by_outcome", health) == ["system": 2])
    }
  }
}
