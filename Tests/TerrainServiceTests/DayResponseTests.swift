import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainService
import TerrainYAML
import TestSupport
import Testing

/// Responses about a day over the shipped pack: the same bytes for the same request, and where everything is from.
@Suite struct DayResponseTests {
  static let pages: [Text] = ["today", "insight", "constitution"]
  static let rankings: [Text] = ["suggest", "capsule.routine", "swaps", "recommended", "programs"]

  static func engine() throws -> InsightEngine {
    let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try InsightEngine(
      LoadedSystem.load(
        packAt: checkout.appending(path: "ContentPacks/terrain").path,
        rulesAt: checkout.appending(path: "Rules/terrain").path, documents: SourceReader.read,
        contracts: InsightEngine.contracts(pages: pages, rankings: rankings), kinds: [ScoringEngine.quizKind]),
      pages: pages, rankings: rankings)
  }

  static func request(_ number: Int, _ engine: InsightEngine) throws -> DayRequest {
    let profiles = engine.pack.records(of: "profile").map(\.id)
    let routines = engine.pack.records(of: "routine").map(\.id)
    let symptoms = ["[]", #"["stressed"]"#, #"["cold", "tired"]"#]
    let text = """
      {"person_id": "p-\(number)", "now": "2026-0\(number % 9 + 1)-15T\(10 + number % 13):30",
       "locale": "\(number % 2 == 0 ? "en-US" : "zh-Hans")",
       "facts": {"profile": "\(profiles[number % profiles.count])", "modifier": "none",
               "symptoms": \(symptoms[number % 3]), "instead_of": "\(routines[number % routines.count])",
               "cold_heat": \(number % 10 - 5), "def_excess": 0, "damp_dry": 0, "qi_stagnation": 0, "shen_unsettled": 0}}
      """
    let (documents, diagnostics) = SourceReader.read(SourceText(name: "request.json", bytes: Array(text.utf8)))
    guard let document = documents.first else { throw DiagnosticError(diagnostics) }
    return try engine.request(document.root).request
  }

  static func bytes(_ request: DayRequest, _ session: InsightSession, _ engine: InsightEngine) throws -> [[UInt8]] {
    try pages.map { name in
      let page = try session.page(name, for: request)
      return try explained(
        Operations.page.result, PageResult([page], request: request, engine: engine))
    }
      + rankings.map { name in
        try explained(
          Operations.suggest.result,
          SuggestResult(session.suggestions.ranking(name, for: request), request: request, engine: engine.suggestions))
      }
  }

  /// The bytes of `result` with what explains it.
  private static func explained<Result>(_ type: ResultType<Result>, _ result: Result) throws -> [UInt8] {
    var writer = JSONWriter()
    writer.explains = true
    try type.write(result, to: &writer)
    return writer.bytes
  }

  @Test func sameRequestSameBytes() throws {
    let engine = try Self.engine()
    let requests = try (0..<TestExtent.count(15, long: 40, of: "days of people")).map { try Self.request($0, engine) }
    let session = InsightSession(engine)
    let first = try requests.map { try Self.bytes($0, session, engine) }
    // The same session the other way round; then an engine that was loaded anew.
    for (request, expected) in zip(requests, first).reversed() {
      #expect(try Self.bytes(request, session, engine) == expected)
    }
    let other = try Self.engine()
    let anew = InsightSession(other)
    for (number, expected) in first.enumerated() {
      #expect(try Self.bytes(Self.request(number, other), anew, other) == expected)
    }
    #expect(Set(first.compactMap(\.first)).count == first.count, "different people and days are told apart")
  }

  /// Everything that a row chose names its message, decision, file and line, and the line is where the row stands.
  @Test func everythingSaysWhereItIsFrom() throws {
    let engine = try Self.engine()
    let session = InsightSession(engine)
    var chosen = 0
    var lines: [String: [Substring]] = [:]
    func check(_ value: Any, isHeading: Bool = false) throws {
      if let list = value as? [Any] { for element in list { try check(element) } }
      guard let object = value as? [String: Any] else { return }
      for (key, inner) in object { try check(inner, isHeading: key == "heading") }
      guard let message = object["message"] as? String, !isHeading else { return }
      chosen += 1
      let rule = try #require(object["rule"] as? [String: Any], "\(message) is from nowhere")
      let file = try #require(rule["file"] as? String)
      let line = try #require(rule["line"] as? Int)
      #expect(rule["decision"] is String)
      if lines[file] == nil {
        lines[file] = try String(contentsOfFile: file, encoding: .utf8)
          .split(separator: "\n", omittingEmptySubsequences: false)
      }
      let text = try #require(lines[file]?[line - 1])
      if let row = rule["row"] as? String { #expect(text.contains("id: \(row)"), "\(file):\(line) is not \(row)") }
    }
    for number in 0..<16 {
      for bytes in try Self.bytes(Self.request(number, engine), session, engine) {
        try check(JSONSerialization.jsonObject(with: Data(bytes)))
      }
    }
    #expect(chosen > 500)
  }
}
