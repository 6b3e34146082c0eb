import Foundation
import TerrainDocuments
import TerrainRules
import TerrainYAML
import TestSupport
import Testing

/// Rule sets with earlier versions in folders inside their own.
@Suite struct RuleSetVersionTests {
  private static let module = """
    rules: 1
    module: shop.prices
    decisions: { price: { value: 1 } }

    """

  /// Manifests by folder; `.` is the newest.
  private func load<R>(
    _ manifests: [String: String], _ change: (URL) throws -> Void = { _ in },
    _ body: (Result<LoadedRuleSet, DiagnosticError>, String) throws -> R
  ) throws -> R {
    try withTemporaryDirectory { folder in
      for (path, rest) in manifests {
        let id = rest.contains("id:") ? "" : "id: shop\n"
        try folder.write(
          "rules: 1\n\(id)\(rest)\nmodules: { shop.prices: prices.yaml }\n", to: "\(path)/ruleset.yaml")
        try folder.write(Self.module, to: "\(path)/prices.yaml")
      }
      try change(folder)
      let loaded: Result<LoadedRuleSet, DiagnosticError>
      do throws(DiagnosticError) {
        loaded = .success(
          try RuleSetLoader(documents: SourceReader.read).load(at: folder.path, extent: .everything))
      } catch {
        loaded = .failure(error)
      }
      return try body(loaded, folder.path)
    }
  }

  private static let two = [
    ".": "version: 2.0.0\nvalid_from: 2026-06-01\nearlier: [versions/1]", "versions/1": "version: 1.0.0",
  ]

  @Test func versionsAreLoadedOldestFirst() throws {
    let three = [
      ".": "version: 3.0.0\nvalid_from: 2026-09-01\nearlier: [versions/1, versions/2]", "versions/1": "version: 1.0.0",
      "versions/2": "version: 2.0.0\nvalid_from: 2026-06-01",
    ]
    try load(three) { loaded, folder in
      let rules = try loaded.get()
      #expect(rules.earlier.map(\.ruleSet.version) == ["1.0.0", "2.0.0"])
      #expect(rules.earlier.map { $0.validFrom.map { "\($0)" } } == [nil, "2026-06-01"])
      #expect(rules.validFrom.map { "\($0)" } == "2026-09-01")
      #expect(rules.files.count == 6)
      let versions = RuleSetVersions(.disk(SourceReader.read))
      #expect(versions.folders(of: folder).count == 2)
      #expect(versions.ruleSet(of: "\(folder)/versions/2") == folder)
      #expect(versions.ruleSet(of: "\(folder)/versions") == "\(folder)/versions")
    }
  }

  @Test func onlyContractsThatSpanVersionsLoadThem() throws {
    try load(Self.two) { loaded, folder in
      let whole = try loaded.get()
      for (spans, count) in [(false, 0), (true, 1)] {
        let contract = Contract("a test", decisions: [.init("prices.price", .int)], spansVersions: spans)
        let rules = try RuleSetLoader(documents: SourceReader.read).load(
          at: folder, extent: .contracts([contract]))
        #expect(rules.earlier.count == count)
        #expect(rules.hash == whole.hash)
      }
    }
  }

  @Test func theHashCoversEarlierVersions() throws {
    let before = try load(Self.two) { loaded, _ in try loaded.get().hash }
    #expect(try load(Self.two) { loaded, _ in try loaded.get().hash } == before)
    let after = try load(Self.two) { folder in
      try folder.write(Self.module.replacingOccurrences(of: "value: 1", with: "value: 2"), to: "versions/1/prices.yaml")
    } _: { loaded, _ in
      try loaded.get().hash
    }
    #expect(after != before)
  }

  @Test(
    arguments: [
      ("version: 2.0.0\nearlier: [versions/1]", "version: 1.0.0", "ruleset/versions"),
      ("version: 1.0.0\nvalid_from: 2026-06-01\nearlier: [versions/1]", "version: 1.0.0", "ruleset/versions"),
      (
        "version: 2.0.0\nvalid_from: 2026-06-01\nearlier: [versions/1]", "version: 1.0.0\nvalid_from: 2026-06-01",
        "ruleset/versions"
      ),
      ("version: 2.0.0\nvalid_from: 2026-06-01\nearlier: [versions/1]", "id: cafe\nversion: 1.0.0", "ruleset/versions"),
      (
        "version: 2.0.0\nvalid_from: 2026-06-01\nearlier: [versions/1]", "version: 1.0.0\nearlier: [versions/0]",
        "ruleset/versions"
      ),
      ("version: 2.0.0\nvalid_from: 2026-06-01\nearlier: [../other]", "version: 1.0.0", "ruleset/path-leaves-folder"),
      ("version: 2.0.0\nvalid_from: 2026-06-01\nearlier: [.]", "version: 1.0.0", "ruleset/path-leaves-folder"),
      ("version: 2.0.0\nvalid_from: 2026-06-01\nearlier: [versions/3]", "version: 1.0.0", "ruleset/versions"),
      ("version: 2.0.0\nvalid_from: 2026-06-31\nearlier: [versions/1]", "version: 1.0.0", "rules/wrong-shape"),
      ("version: 2.0.0\nvalid_from: 2026-06-01\nearlier: versions/1", "version: 1.0.0", "rules/wrong-shape"),
    ])
  func whatIsNotInForceOneAfterAnotherIsRefused(newest: String, first: String, code: String) throws {
    try load([".": newest, "versions/1": first]) { loaded, _ in
      guard case .failure(let error) = loaded else {
        Issue.record("it is accepted")
        return
      }
      #expect(error.diagnostics.map(\.code) == [code])
    }
  }

  /// A folder that is not there is reported where it is listed, with the nearest rule set.
  @Test(arguments: [("verions/1", "did you mean `versions/1`?"), ("old", "name a folder with a `ruleset.yaml`")])
  func aMisspelledFolderIsNamed(folder: String, fix: String) throws {
    let newest = "version: 2.0.0\nvalid_from: 2026-06-01\nearlier: [\(folder)]"
    try load([".": newest, "versions/1": "version: 1.0.0"]) { loaded, path in
      let error = #expect(throws: DiagnosticError.self) { try loaded.get() }
      let diagnostic = try #require(error?.diagnostics.first)
      #expect(
        diagnostic.message == "`\(folder)` is listed as an earlier version, and is not the folder of a rule set")
      #expect(diagnostic.fix == fix)
      #expect(diagnostic.place?.source.name == "\(path)/ruleset.yaml")
      #expect(diagnostic.place.map { $0.source.text(of: $0.range) } == folder)
    }
  }
}
