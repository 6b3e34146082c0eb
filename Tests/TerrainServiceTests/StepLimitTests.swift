import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

@testable import TerrainService

/// What a request may cost, counted in steps: each decision, and the request as a whole.
@Suite struct StepLimitTests {
  /// The methods that evaluate rules for the example of some pack.
  private static let evaluating: Set = [
    "score", "page", "suggest", "trend", "streak", "timeline", "decide", "check", "explain", "loyalty.apply",
    "loyalty.quote", "loyalty.status", "loyalty.replay",
  ]

  /// The codes of the error that `method` of `pack` answers its example with; none where it has a result.
  private func codes(_ method: String, _ served: ServedSystem, _ limits: RequestLimits) throws -> [String] {
    let example = try #require(served.examples[method])
    var writer = JSONWriter(.compact)
    try writer.value(MethodFixture.document(example.text(of: example.wholeRange)).root.value)
    let line = ServiceTests.request(1, method, writer.string)
    let answer = try #require(ServiceFixture.run([line], served: served, threads: 1, limits: limits).answers.first)
    let diagnostics = try MethodFixture.document(answer).root["error"]?["data"]?["diagnostics"]?.elements
    return diagnostics.map { $0.compactMap { $0["code"]?.text?.string } } ?? []
  }

  @Test func everyMethodThatEvaluatesRulesHasBothLimits() throws {
    for limit in [RequestLimit.steps, .requestSteps] {
      var limits = RequestLimits()
      limits[limit] = 3
      var refused: Set<String> = []
      for pack in MethodFixture.packs {
        let served = try MethodFixture.served("ContentPacks/\(pack)")
        for method in served.examples.keys where try codes(method, served, limits).contains("evaluation/step-limit") {
          refused.insert(method)
        }
      }
      #expect(Self.evaluating.subtracting(refused) == [], "\(limit.rawValue)")
    }
  }

  @Test func daysAndWhatWasShownAddUp() throws {
    let facts = #""facts":{"profile":"cold_deficient_low_flame","modifier":"none"}"#
    func page(_ rest: String, requestSteps: Int) throws -> String {
      var limits = RequestLimits()
      limits.requestSteps = requestSteps
      let line = ServiceTests.request(1, "page", #"{"page":"today","now":"2026-02-05T07:30",\#(facts)\#(rest)}"#)
      return try #require(ServiceFixture.run([line], threads: 1, limits: limits).answers.first)
    }
    let ids = (0..<50_000).map { "\"id\($0)\"" }.joined(separator: ",")
    let shown = #","shown":{"2026-02-04":[\#(ids)]}"#
    for (rest, least, most) in [
      ("", 10_000, 1_000_000), (#","days":100"#, 1_000_000, 100_000_000), (shown, 5_000_000, 10_000_000),
    ] {
      let refused = try page(rest, requestSteps: least)
      #expect(
        refused.contains(#""code":-32002"#) && refused.contains("the limit is `request-steps`"),
        "\(refused.prefix(400))")
      #expect(try page(rest, requestSteps: most).contains(#""result""#))
    }
    // Each request has its own.
    var limits = RequestLimits()
    limits.requestSteps = 1_000_000
    let lines = (0..<40).map {
      ServiceTests.request($0, "page", #"{"page":"today","now":"2026-02-05T07:30",\#(facts)}"#)
    }
    let answers = try ServiceFixture.run(lines, threads: 1, limits: limits).answers
    #expect(answers.count == 40 && answers.allSatisfy { $0.contains(#""result""#) })
  }
}
