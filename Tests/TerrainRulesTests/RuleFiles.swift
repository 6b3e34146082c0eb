import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainYAML
import TestSupport
import Testing

/// A rule set written down in a test: modules as YAML, with marks where diagnostics are expected.
struct RuleFiles {
  private let manifest: RuleSetManifest
  private let sources: [Text: SourceText]
  private let marks: [String: [Int: Int]]

  /// Modules by name, in the order of the manifest. A text without a header gets `rules: 1` and `module:`.
  init(_ modules: KeyValuePairs<String, String>) {
    var sources: [Text: SourceText] = [:]
    var marks: [String: [Int: Int]] = [:]
    var manifest = "rules: 1\nid: shop\nversion: 1.0.0\nmodules:\n"
    for (name, text) in modules {
      let marked = MarkedText(text)
      let header = text.contains("rules:") ? "" : "rules: 1\nmodule: \(name)\n"
      let source = SourceText(name: "\(name).yaml", text: header + marked.text)
      sources[Text(source.name)] = source
      marks[source.name] = marked.offsets.mapValues { $0 + header.utf8.count }
      manifest += "  \(name): \(name).yaml\n"
    }
    self.sources = sources
    self.marks = marks
    let (document, _) = YAMLReader.readOne(SourceText(name: "ruleset.yaml", text: manifest))
    guard let node = document?.root, let read = RuleSetManifest.read(node).manifest else {
      preconditionFailure("the test's manifest is wrong")
    }
    self.manifest = read
  }

  /// One module, `shop.rules`.
  init(_ text: String) { self.init(["shop.rules": text]) }

  func load(
    vocabulary: PackVocabulary = .empty, set overrides: [String] = [], extent: RuleSet.Extent = .everything,
    costs: CostLimits = .standard
  ) throws -> (ruleSet: RuleSet?, diagnostics: [Diagnostic]) {
    let overrides = try overrides.map { try ParameterOverride($0) }
    return RuleSet.load(manifest, vocabulary: vocabulary, overrides: overrides, extent: extent, costs: costs) { file in
      guard let source = sources[file.file] else { return (nil, []) }
      let (document, diagnostics) = YAMLReader.readOne(source)
      return (document?.root, diagnostics)
    }
  }

  /// The rule set; diagnostics fail the test.
  func loaded(
    vocabulary: PackVocabulary = .empty, set overrides: [String] = [], extent: RuleSet.Extent = .everything,
    _ location: Testing.SourceLocation = #_sourceLocation
  ) throws -> RuleSet {
    let (ruleSet, diagnostics) = try load(vocabulary: vocabulary, set: overrides, extent: extent)
    #expect(diagnostics.isEmpty, Comment(rawValue: DiagnosticRenderer.text(diagnostics)), sourceLocation: location)
    return try #require(ruleSet, sourceLocation: location)
  }

  /// Every diagnostic as one line: `1 rules/unknown-key: message [fix] {2: related}`, with the mark it is at.
  func diagnosticLines(
    vocabulary: PackVocabulary = .empty, set overrides: [String] = [], extent: RuleSet.Extent = .everything
  ) throws -> [String] {
    try load(vocabulary: vocabulary, set: overrides, extent: extent).diagnostics.map(line)
  }

  func line(_ diagnostic: Diagnostic) -> String {
    var line = "\(mark(diagnostic.place)) \(diagnostic.code): \(diagnostic.message)"
    if diagnostic.severity != .error { line = "\(diagnostic.severity.rawValue) \(line)" }
    if let fix = diagnostic.fix { line += " [\(fix)]" }
    for related in diagnostic.related { line += " {\(mark(related.place)): \(related.message)}" }
    return line
  }

  /// The mark a place begins at; its line and column where there is none.
  func mark(_ place: Place?) -> String {
    guard let place else { return "-" }
    let start = Int(place.range.start)
    if let mark = marks[place.source.name]?.first(where: { $0.value == start })?.key { return "\(mark)" }
    let position = place.source.position(at: start)
    return "\(place.source.name):\(position.line):\(position.column)"
  }
}

extension RuleSet {
  /// Decides `decision` from `facts`, in a session of its own.
  func decide(_ decision: String, _ facts: KeyValuePairs<String, Value>) throws -> Value {
    let session = RuleSession(self)
    try session.give(facts)
    return try session.value(try #require(self.decision(Text(decision))))
  }
}

extension RuleSession {
  /// Starts a request with `facts`.
  func give(_ facts: KeyValuePairs<String, Value>) throws {
    begin()
    for (name, value) in facts { try set(try #require(ruleSet.fact(Text(name))), value) }
  }
}
