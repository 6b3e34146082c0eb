import Foundation
import TerrainDocuments
import TerrainEngines
import TerrainService
import TestSupport
import Testing

/// However much is wrong with a request, its error stays short, in `serve` as in `batch`.
@Suite struct BoundedErrorTests {
  static let unknownFacts = (0..<3000).map { "\"fact_\($0)\":\($0)" }.joined(separator: ",")
  static let unknownTexts = (0..<3000).map { "\"word_\($0)\"" }.joined(separator: ",")
  static let anything = Array(repeating: "{}", count: 3000).joined(separator: ",")

  /// Requests with thousands of mistakes, and how many diagnostics each gets.
  static let requests: [(method: String, parameters: String, count: Int)] = [
    ("decide", #"{"decision":"types.primary_type","facts":{\#(unknownFacts)}}"#, 101),
    ("decide", #"{"decision":"types.primary_type","facts":{"cold_heat":[\#(unknownTexts)]}}"#, 1),
    ("page", #"{"page":"today","now":"2026-02-05","facts":{\#(unknownFacts)}}"#, 101),
    ("page", #"{"page":"today","now":"2026-02-05","facts":{"symptoms":[\#(unknownTexts)]}}"#, 1),
    ("suggest", #"{"now":"2026-02-05",\#(unknownFacts)}"#, 101),
    ("page", #"{"page":"insight","now":"2026-02-05","shown":{\#(unknownFacts)}}"#, 101),
    ("trend", #"{"now":"2026-02-05","logs":[\#(unknownTexts)]}"#, 101),
    ("score", #"{"answers":{\#(unknownFacts)}}"#, 101),
    ("score", #"{"answers":[\#(anything)]}"#, 101),
    ("quiz.next", #"{"answers":{},"goals":[\#(anything)]}"#, 101),
    ("merge", #"{"a":{"tables":{"daily_logs":[\#(anything)]}},"b":{}}"#, 101),
    ("program", #"{"now":"2026-02-05","enrolments":[\#(anything)]}"#, 101),
    ("explain", #"{"method":"decide","params":{"decision":"types.primary_type","facts":{\#(unknownFacts)}}}"#, 101),
  ]

  @Test(arguments: requests.indices) func errorsAreShort(_ index: Int) throws {
    let (method, parameters, count) = Self.requests[index]
    let result = try ServiceFixture.run([ServiceTests.request(1, method, parameters)], threads: 1)
    let answer = try #require(result.answers.first)
    let root = try MethodFixture.document(answer).root
    let found = try #require(root["error"]?["data"]?["diagnostics"], "\(answer.prefix(300))")
    #expect(found.count == count, "\(answer.prefix(300))")
    #expect(answer.utf8.count < 64 << 10)
    #expect(result.log.utf8.count < 8 << 10)
    guard count > 100 else { return }
    let codes = found.elements.compactMap { $0["code"]?.text?.string }
    #expect(codes.filter { $0 == "request/more-diagnostics" } == [codes.last])
    let message = try #require(Array(found.elements).last?["message"]?.text?.string)
    #expect(message.wholeMatch(of: /(at least )?\d+ more diagnostics are left out/) != nil, "\(message)")
    // Suggestions, or lists of names, for the first names only.
    let fixes = Array(found.elements).dropLast().filter { ($0["fix"]?.text?.string ?? "").contains("are `") }
    #expect(fixes.count <= 10)
  }

  /// What is in a list that is too long does not matter, and costs nothing.
  @Test func aListThatIsTooLongIsNotRead() throws {
    let lines = Array(repeating: "{}", count: 60).joined(separator: ",")
    let result = try ServiceFixture.run(
      [ServiceTests.request(1, "decide", #"{"decision":"checkout.shipping","facts":{"lines":[\#(lines)]}}"#)],
      served: MethodFixture.served("ContentPacks/embera"), threads: 1)
    let root = try MethodFixture.document(try #require(result.answers.first)).root
    let found = root["error"]?["data"]?["diagnostics"]?.elements.compactMap { $0["code"]?.text?.string }
    #expect(found == ["evaluation/fact-range"])
  }

  /// Records of days that are wrong are findings of a response: as many as there would be diagnostics.
  @Test func findingsAreBounded() throws {
    let person = #"{"profile":"cold_deficient_low_flame","modifier":"shen"}"#
    let logs = (0..<500).map { _ in #"{"date":"2026-02-01","mood_rating":"fine"}"# }.joined(separator: ",")
    let result = try ServiceFixture.run(
      [ServiceTests.request(1, "trend", #"{"now":"2026-02-05","facts":\#(person),"logs":[\#(logs)]}"#)], threads: 1)
    let root = try MethodFixture.document(try #require(result.answers.first)).root
    #expect(root["result"]?["warnings"]?.count == 101)
  }

  /// Each request of a batch counts by itself.
  @Test func requestsOfABatchCountByThemselves() throws {
    let request = ServiceTests.request(
      1, "decide", #"{"decision":"types.primary_type","facts":{\#(Self.unknownFacts)}}"#)
    let result = try ServiceFixture.run(["[\(request),\(request)]"], threads: 1)
    let root = try MethodFixture.document(try #require(result.answers.first)).root
    #expect(root.elements.map { $0["error"]?["data"]?["diagnostics"]?.count } == [101, 101])
  }

  /// A suggestion names what is declared, even where the request has the same text elsewhere.
  @Test func suggestionsMayBeValuesOfTheRequest() throws {
    let result = try ServiceFixture.run(
      [
        ServiceTests.request(
          1, "page",
          #"{"page":"today","now":"2026-02-05","facts":{"modifier":"shen", "symptoms":["stressed","stresed"]}}"#)
      ], threads: 1)
    let answer = try #require(result.answers.first)
    #expect(answer.contains("did you mean `stressed`?"), "\(answer)")
  }

  // MARK: Limits

  @Test(arguments: ["today", "insight", "constitution"]) func daysHaveALimit(_ page: String) throws {
    var limits = RequestLimits()
    limits.days = 7
    let line = ServiceTests.request(1, "page", #"{"page":"\#(page)","now":"2026-02-05","days":8}"#)
    let refused = try #require(ServiceFixture.run([line], threads: 1, limits: limits).answers.first)
    #expect(refused.contains(#""code":-32002"#), "\(refused)")
    #expect(try RefusalCodeTests.refusals(refused) == ["request/limit at params.days"])
    limits.days = 8
    let raised = try #require(ServiceFixture.run([line], threads: 1, limits: limits).answers.first)
    #expect(!raised.contains("request/limit"), "\(raised)")
  }

  @Test func eventsOfAnAccountHaveALimit() throws {
    let served = try MethodFixture.served("ContentPacks/embera")
    var limits = RequestLimits()
    limits.events = 2
    let event = #"{"id":"ID","type":"adjust","time":"2026-03-01T10:00:00Z","change":1}"#
    func request(_ count: Int) -> String {
      let events = (0..<count).map { event.replacing("ID", with: "e\($0)") }.joined(separator: ",")
      return ServiceTests.request(
        1, "loyalty.replay", #"{"account":"a","now":"2026-03-02T10:00:00Z","events":[\#(events)]}"#)
    }
    let refused = try #require(
      ServiceFixture.run([request(3)], served: served, threads: 1, limits: limits).answers.first)
    #expect(try RefusalCodeTests.refusals(refused) == ["request/limit at params.events"])
    let answered = try #require(
      ServiceFixture.run([request(2)], served: served, threads: 1, limits: limits).answers.first)
    #expect(answered.contains(#""result""#), "\(answered)")
  }

  @Test func valuesOfReplicasHaveALimit() throws {
    var limits = RequestLimits()
    limits.values = 50
    let request = ServiceTests.request(1, "merge", #"{"a":{"tables":{"daily_logs":[\#(Self.anything)]}},"b":{}}"#)
    let refused = try #require(ServiceFixture.run([request], threads: 1, limits: limits).answers.first)
    #expect(try RefusalCodeTests.refusals(refused) == ["request/limit at params"])
  }

  @Test func unitsOfAnAccountHaveALimit() throws {
    let served = try MethodFixture.served("ContentPacks/embera")
    let events = (0..<101).map {
      #"{"id":"e\#($0)","type":"adjust","time":"2026-03-01T10:00:00Z","change":1,"unit":"u\#($0)"}"#
    }
    let parameters = #"{"account":"a","now":"2026-03-02T10:00:00Z","events":[\#(events.joined(separator: ","))]}"#
    let answer = try #require(
      ServiceFixture.run([ServiceTests.request(1, "loyalty.replay", parameters)], served: served, threads: 1).answers
        .first)
    #expect(try RefusalCodeTests.refusals(answer) == ["account/unit-limit at params.events[0]"])
  }
}
