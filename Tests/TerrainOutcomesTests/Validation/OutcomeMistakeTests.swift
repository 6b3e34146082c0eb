import Foundation
import TerrainChecks
import TerrainDocuments
import TerrainOutcomes
import TestSupport
import Testing

/// Mistakes that show only in what people get: each is one diagnostic.
@Suite struct OutcomeMistakeTests {
  private static let shop: [String: String] = [
    "ContentPacks/shop/pack.yaml": """
    id: shop
    version: 1.0.0
    default_locale: en-US
    supported_locales: [en-US]
    rules: { id: shop, version: "^1.0.0" }
    """,
    "ContentPacks/shop/populations/everyday.yaml": """
    population: everyday
    start: "2026-01-05"
    locale: en-US
    facts: { grams: { between: [1, 4000] } }
    """,
    "Rules/shop/ruleset.yaml": "rules: 1\nid: shop\nversion: 1.0.0\nmodules: { shop.sizes: sizes.yaml }\n",
    "Rules/shop/sizes.yaml": """
    rules: 1
    module: shop.sizes
    facts:
      grams: { type: int, min: 0, max: 5000 }
    decisions:
      size:
        hit: first
        rows:
          - { id: large, when: { grams: ">= 1000" }, then: large }
        otherwise: small
    """,
    "Rules/shop/scenarios/sizes.yaml": """
    requests:
      heavy: { decision: sizes.size, facts: { grams: 2000 } }
    scenarios:
      - { name: heavy is large, for: decide, request: heavy, expect: { value: large } }
      - { name: it stays so, for: decide, request: { from: heavy }, expect: { value: large, decision: shop.sizes.size } }
      - { name: and so does this, for: decide, request: heavy, expect: { value: { contains: large } } }
    """,
  ]

  private static func found(_ file: String, _ text: String, _ wrong: String) throws -> [Diagnostic] {
    try withTemporaryDirectory { folder in
      for (name, content) in shop {
        #expect(name != file || content.contains(text))
        try folder.write(name == file ? content.replacing(text, with: wrong) : content, to: name)
      }
      return validated(folder)
    }
  }

  private static func validated(_ folder: URL) -> [Diagnostic] {
    var validator = Validator()
    validator.checkResults()
    return validator.validate(["ContentPacks", "Rules"].map { .path("\(folder.path)/\($0)") }).diagnostics
  }

  @Test func nothingIsWrong() throws {
    let found = try Self.found("", "", "")
    #expect(found.isEmpty, "\(DiagnosticRenderer.text(found))")
  }

  /// What several scenarios share is reported where it is.
  @Test func aSharedRequest() throws {
    let found = try Self.found("Rules/shop/scenarios/sizes.yaml", "grams: 2000", "grams: [x]")
    #expect(found.map(\.code) == ["scenarios/refused"], "\(DiagnosticRenderer.text(found))")
    #expect(found.first?.place.map { $0.source.text(of: $0.range) } == "[x]")
  }

  /// Scenarios that fail alike fail because of one row; the others are related to the first.
  @Test func aRowThatScenariosDependOn() throws {
    let found = try Self.found("Rules/shop/sizes.yaml", "then: large", "then: larg")
    #expect(found.map(\.code) == ["scenarios/failed"], "\(DiagnosticRenderer.text(found))")
    #expect(found.first?.related.isEmpty == false)
  }

  @Test(arguments: [
    ("locale: en-US", "locale: en-UX", "en-UX", "the pack has no texts in `en-UX`"),
    ("locale: en-US", "request: { decisoin: sizes.size }", "decisoin", "`decisoin` is not a member of a request"),
  ])
  func aPopulation(_ text: String, _ wrong: String, _ at: String, _ message: String) throws {
    let found = try Self.found("ContentPacks/shop/populations/everyday.yaml", text, wrong)
    #expect(found.map(\.message) == [message], "\(DiagnosticRenderer.text(found))")
    #expect(found.first?.place.map { $0.source.text(of: $0.range) } == at)
  }

  /// Values of forms, events and requests in a shipped pack, and one that an invariant lets vary.
  @Test func valuesThatOperationsRefuse() throws {
    try withTemporaryDirectory { folder in
      let files = FileManager.default
      for path in ["ContentPacks/quicksip", "ContentPacks/Schemas", "Rules/quicksip"] {
        let from = Conformance.packageRoot.appending(path: path)
        try files.createDirectory(
          at: folder.appending(path: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        try files.copyItem(at: from, to: folder.appending(path: path))
      }
      func change(_ file: String, _ changes: [(text: String, wrong: String)]) throws {
        let path = folder.appending(path: file)
        var text = try String(contentsOf: path, encoding: .utf8)
        for change in changes {
          #expect(text.contains(change.text), "\(change.text)")
          text = text.replacing(change.text, with: change.wrong)
        }
        try folder.write(text, to: file)
      }
      try change(
        "ContentPacks/quicksip/populations/everyday.yaml",
        [
          ("apple_pay: 6", "aple_pay: 6"), ("kind: order", "kind: odrer"), ("type: earn", "type: eran"),
          ("currency: USD", "currency: USX"), ("late: {", "lat: {"),
        ])
      try change(
        "Rules/quicksip/invariants.yaml", [("[in_progress, delivered, cancelled]", "[in_progress, cnacelled]")])
      let found = Self.validated(folder)
      let text = DiagnosticRenderer.text(found)
      #expect(Set(found.map(\.code)) == ["invariants/refused", "population/wrong-value"], "\(text)")
      // How much is found of an event depends on what is wrong with it.
      #expect(5...6 ~= found.count, "\(text)")
      let places = found.compactMap { $0.place.map { $0.source.text(of: $0.range) } }
      #expect(places.contains("cnacelled") && places.contains("odrer") && places.contains("eran"), "\(text)")
    }
  }
}
