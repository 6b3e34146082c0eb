import Foundation
import TerrainBase
import TerrainDocuments
import TerrainRules
import TerrainYAML
import TestSupport
import Testing

/// Loads a rule set written down in a test, or one of the repository's.
enum RuleFiles {
  /// One module called `m`; the header is added.
  static func module(
    _ text: String, vocabulary: PackVocabulary = .empty, set overrides: [String] = [],
    _ location: Testing.SourceLocation = #_sourceLocation
  ) throws -> RuleSet {
    let manifest = "rules: 1\nid: test\nversion: 1.0.0\nmodules:\n  m: m.yaml\n"
    let sources = ["m.yaml": SourceText(name: "m.yaml", text: "rules: 1\nmodule: m\n" + text)]
    return try load(
      SourceText(name: "ruleset.yaml", text: manifest), vocabulary: vocabulary, set: overrides, location
    ) { sources[$0] }
  }

  /// The rule set in a folder of `Rules/`, with the types of the pack of the same name, its files changed by `change`
  /// as they are read.
  static func repository(
    _ name: String, set overrides: [String] = [], _ location: Testing.SourceLocation = #_sourceLocation,
    change: (String) -> String = { $0 }
  ) throws -> RuleSet {
    let folder = Conformance.packageRoot.appendingPathComponent("Rules/\(name)", isDirectory: true)
    let pack = Conformance.packageRoot.appendingPathComponent("ContentPacks/\(name)", isDirectory: true)
    let vocabulary = try PackLoader(path: pack.path) { YAMLReader.read($0) }.vocabulary
    func source(_ file: String) throws -> SourceText {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      return SourceText(name: file, text: change(text))
    }
    let manifest = try source("ruleset.yaml")
    return try withoutActuallyEscaping(source) { read in
      try load(manifest, vocabulary: vocabulary, set: overrides, location) { try? read($0) }
    }
  }

  private static func load(
    _ manifest: SourceText, vocabulary: PackVocabulary = .empty, set overrides: [String],
    _ location: Testing.SourceLocation, source: (String) -> SourceText?
  ) throws -> RuleSet {
    let node = try #require(YAMLReader.readOne(manifest).document?.root, sourceLocation: location)
    let read = try #require(RuleSetManifest.read(node).manifest, sourceLocation: location)
    var sources: [Text: SourceText] = [:]
    for module in read.modules { sources[module.file] = source(module.file.string) }
    let overrides = try overrides.map { try ParameterOverride($0) }
    let all = sources
    let (ruleSet, diagnostics) = RuleSet.load(read, vocabulary: vocabulary, overrides: overrides) { file in
      guard let source = all[file.file] else { return (nil, []) }
      let (document, diagnostics) = YAMLReader.readOne(source)
      return (document?.root, diagnostics)
    }
    #expect(!diagnostics.hasErrors, Comment(rawValue: DiagnosticRenderer.text(diagnostics)), sourceLocation: location)
    return try #require(ruleSet, sourceLocation: location)
  }
}
