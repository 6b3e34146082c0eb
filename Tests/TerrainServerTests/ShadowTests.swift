import Foundation
import TerrainDocuments
import TerrainOperations
import TerrainPlatform
import TerrainServer
import TestSupport
import Testing

/// A version that is evaluated beside the one that is served.
@Suite struct ShadowTests {
  /// A service over the small pack, with a shadow whose rules have `change`.
  private static func with(
    changing change: (old: String, new: String)?, share: Int = 100, lines: [String], expecting records: Int? = nil,
    _ body: (_ answers: [String], _ state: ServiceState, _ comparisons: [Node]) throws -> Void
  ) throws {
    try ReloadTests.withCopy { copy in
      try ReloadTests.withCopy { candidate in
        if let change { try candidate.change(change.old, change.new) }
        let file = copy.folder.appending(path: "decisions.ndjson")
        let state = ServiceState(
          try copy.served(), log: LogCollector().log(level: .error),
          decisions: try DecisionLog(file.path, limit: 1 << 20),
          shadow: (served: try candidate.served(), share: share))
        let answers = try MetricsFixture.send(lines, to: state)
        // At the end of the input everything is compared.
        let comparisons = try DecisionLogTests.records(file).map { try MethodFixture.document($0).root }
          .filter { $0["shadow"] != nil }
        try body(answers, state, comparisons)
      }
    }
  }

  private static func season(_ id: Int, _ month: Int) -> String {
    SocketFixture.request(id, "decide", #"{"decision":"clock.season","facts":{"month":\#(month)}}"#)
  }

  private static let laterSpring = (
    old: #"when: { northern_month: "3..5" }"#, new: #"when: { northern_month: "4..5" }"#
  )

  @Test func theSameRulesGiveTheSame() throws {
    try Self.with(changing: nil, lines: (1...12).map { Self.season($0, $0) }) { answers, state, comparisons in
      #expect(answers.count == 12 && comparisons.count == 12)
      #expect(comparisons.allSatisfy { $0["differs"] == nil && $0["outcome"]?.text == "ok" })
      let health = try ReloadTests.answer("health", state)
      #expect(health.contains(#""share":100,"same":12,"different":0,"dropped":0,"fields":{}"#), "\(health)")
      let metrics = state.metricsReport().text
      #expect(metrics.contains(#"terrain_shadow_requests_total{method="decide",outcome="same"} 12"# + "\n"))
    }
  }

  /// Responses are those of the served version; what differs is named and counted, without values.
  @Test func whatDiffersIsNamed() throws {
    let lines = (1...12).map { Self.season($0, $0) }
    var served: [String] = []
    try Self.with(changing: nil, lines: lines) { answers, _, _ in served = answers }
    try Self.with(changing: Self.laterSpring, lines: lines) { answers, state, comparisons in
      // The copies are in folders of their own.
      let folder = /terrain-reload-[-0-9A-F]+/
      #expect(answers.map { $0.replacing(folder, with: "") } == served.map { $0.replacing(folder, with: "") })
      let different = comparisons.filter { $0["differs"] != nil }
      #expect(different.count == 1)
      let record = try #require(different.first)
      #expect(record["id"]?.int == 3 && record["operation"]?.text == "decide")
      #expect(record["differs"]?.elements.contains { $0.text == "value" } == true)
      #expect(record["params"] == nil)
      let text = record.document.source.text(of: record.range)
      #expect(!text.contains("spring") && !text.contains("winter"), "\(text)")
      #expect(text.contains(#""served":{"pack":"\#(state.served.pack.hash)","rules":"\#(state.served.rules.hash)"}"#))
      let health = try ReloadTests.answer("health", state)
      #expect(health.contains(#""same":11,"different":1,"dropped":0,"fields":{"#), "\(health)")
      #expect(health.contains(#""value":1"#))
    }
  }

  /// A rule that is written somewhere else is the same rule.
  @Test func aLineMoreIsNoDifference() throws {
    let later = (old: "decisions:\n", new: "# A line more.\n\ndecisions:\n")
    try Self.with(changing: later, lines: (1...12).map { Self.season($0, $0) }) { answers, _, comparisons in
      #expect(answers.count == 12 && comparisons.count == 12)
      #expect(comparisons.allSatisfy { $0["same"]?.bool == true && $0["differs"] == nil })
    }
  }

  @Test func anErrorDiffersFromAResult() throws {
    let failing = (old: "month: { type: int, min: 1, max: 12 }", new: "month: { type: int, min: 1, max: 6 }")
    try Self.with(changing: failing, lines: [Self.season(1, 3), Self.season(2, 9)]) { answers, _, comparisons in
      #expect(answers.count == 2 && answers.allSatisfy { $0.contains("\"result\"") })
      #expect(comparisons.map { $0["differs"]?.elements.map { $0.text?.string } } == [nil, ["outcome"]])
      #expect(comparisons.last?["outcome"]?.text == "invalid_params")
    }
  }

  /// Other operations are not evaluated again, and neither are requests that are wrong.
  @Test func onlyWhatWasUnderstoodIsCompared() throws {
    let lines = [
      SocketFixture.request(1, "health"), SocketFixture.request(2, "decide", "{}"), "{", Self.season(3, 4),
      "[\(Self.season(4, 5)),\(SocketFixture.request(5, "helth"))]",
    ]
    try Self.with(changing: nil, lines: lines) { answers, _, comparisons in
      #expect(answers.count == 5)
      #expect(comparisons.map { $0["id"]?.int } == [3, 4])
    }
  }

  /// A batch that is answered apart is compared like others.
  @Test func whatIsAnsweredApartIsCompared() throws {
    let lines = ["[\(Self.season(1, 5)),\(SocketFixture.request(2, "pack.validate")),\(Self.season(3, 6))]"]
    try Self.with(changing: nil, lines: lines) { answers, _, comparisons in
      #expect(answers.count == 1)
      #expect(comparisons.map { $0["id"]?.int } == [1, 3])
    }
  }

  /// A request is always chosen, or never.
  @Test func theShareIsChosenByTheParameters() throws {
    let lines = (0..<600).map { Self.season($0, $0 % 12 + 1) }
    var chosen: Set<Int64> = []
    try Self.with(changing: nil, share: 50, lines: lines) { _, state, comparisons in
      let ids = comparisons.compactMap { $0["id"]?.int }
      chosen = Set(ids.map { $0 % 12 })
      let health = try MethodFixture.document(ReloadTests.answer("health", state)).root["shadow"]
      let dropped = health?["dropped"]?.int ?? 0
      #expect(Int64(ids.count) + dropped == Int64(chosen.count) * 50)
    }
    #expect(!chosen.isEmpty && chosen.count < 12)
    try Self.with(changing: nil, share: 50, lines: (0..<12).map { Self.season($0, $0 % 12 + 1) }) { _, _, comparisons in
      #expect(Set(comparisons.compactMap { $0["id"]?.int }) == chosen)
    }
  }

  /// A log of decisions about `lines`, each compared with a shadow.
  static func log(of lines: [String], in copy: ReloadTests.Copy) throws -> URL {
    let file = copy.folder.appending(path: "decisions.ndjson")
    let served = try copy.served()
    let state = ServiceState(
      served, log: LogCollector().log(level: .error), decisions: try DecisionLog(file.path, limit: 1 << 20),
      shadow: (served: served, share: 100))
    try MetricsFixture.send(lines, to: state)
    return file
  }

  /// A log with comparisons can be replayed.
  @Test func aReplayPassesOverComparisons() throws {
    try ReloadTests.withCopy { copy in
      let file = try Self.log(of: [Self.season(1, 4), Self.season(2, 5)], in: copy)
      #expect(try DecisionLogTests.records(file).count == 4)
      let requests = try RecordedRequests(file.path)
      #expect(requests.lines.map(\.operation) == ["decide"])
      #expect(requests.report.records == 2 && requests.report.others == 2)
    }
  }

  @Test func aRuleSetMayBeAShadow() throws {
    try ReloadTests.withCopy { copy in
      try ReloadTests.withCopy { candidate in
        try candidate.change(Self.laterSpring.old, Self.laterSpring.new)
        let place = try copy.served().place
        let shadow = try ServedSystem(place.with(rulesAt: candidate.folder.appending(path: "Rules/small").path))
        #expect(shadow.pack == (try copy.served().pack))
        #expect(shadow.rules == (try candidate.served().rules))
      }
    }
  }
}
