import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainYAML
import TestSupport
import Testing

/// A small pack and its rules, the worked example of Documentation/reference/pages.md, with whatever a test puts in their place.
struct DayFixture {
  /// Files of the pack folder `ContentPacks/small` and of the rules `Rules/small`, by their paths from the root.
  var files: [String: String] = Self.standard
  /// Takes the messages that cannot be shown.
  let unfilled = UnfilledMessages()

  func load(pages: [Text] = ["insight"], rankings: [Text] = ["suggest"], quiz: Bool = false) throws -> InsightEngine {
    try withTemporaryDirectory { folder in
      for (name, text) in files { try folder.write(text, to: name) }
      var system = try LoadedSystem.load(
        packAt: folder.appending(path: "ContentPacks/small").path, rulesAt: folder.appending(path: "Rules/small").path,
        documents: SourceReader.read, contracts: InsightEngine.contracts(pages: pages, rankings: rankings),
        kinds: quiz ? [ScoringEngine.quizKind] : [])
      system.unfilled = unfilled
      return try InsightEngine(system, pages: pages, rankings: rankings)
    }
  }

  /// What is complained of when it is loaded.
  func complaints(pages: [Text] = ["insight"], rankings: [Text] = ["suggest"]) throws -> [String] {
    do {
      _ = try load(pages: pages, rankings: rankings)
      return []
    } catch let error as DiagnosticError {
      return error.diagnostics.map { "\($0.code): \($0.message)" + ($0.fix.map { " — \($0)" } ?? "") }
    }
  }

  /// The files of the small pack that the command's transcripts use too.
  static let standard: [String: String] = {
    let root = TerrainFixture.checkout.appending(path: "Tests/TerrainCommandTests/Fixtures/small")
    var files: [String: String] = [:]
    for name in (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? [] {
      files[name] = try? String(contentsOf: root.appending(path: name), encoding: .utf8)
    }
    return files
  }()
}

extension InsightEngine {
  func request(_ text: String) throws -> DayRequest {
    try request(TerrainFixture.document(text, name: "request.yaml").root).request
  }

  func page(_ text: String, _ name: Text = "insight") throws -> Page {
    try InsightSession(self).page(name, for: request(text))
  }

  func ranking(_ text: String, _ name: Text = "suggest", limit: Int? = nil) throws -> Ranking {
    try InsightSession(self).suggestions.ranking(name, for: request(text), limit: limit)
  }

  /// What a request is complained of.
  func complaints(_ text: String) throws -> [String] {
    do {
      return try request(TerrainFixture.document(text, name: "request.yaml").root).warnings.map(\.code)
    } catch let error as DiagnosticError {
      return error.diagnostics.map { "\($0.path ?? "-") \($0.code)" + ($0.fix.map { " — \($0)" } ?? "") }
    }
  }
}

extension Page {
  subscript(_ id: Text) -> Content? { parts.first { $0.id == id }?.content }

  func said(_ id: Text) -> [RenderedMessage] {
    if case .messages(let said)? = self[id] { said } else { [] }
  }

  func messages(_ id: Text) -> [Text] { said(id).map(\.message) }
}
