import TerrainDocuments
import TerrainRules
import TerrainBase
import TerrainYAML

/// What could not be measured, and why.
struct Refusal: Error {
  var message: String

  init(_ message: String) { self.message = message }

  init(_ diagnostics: [Diagnostic]) { message = DiagnosticRenderer.text(diagnostics) }
}

/// Rule sets, read as the program reads them.
enum RuleFolder {
  /// What `decision` needs of the rule set in the folder at `path`, as an engine that asks for it loads it.
  static func load(_ path: String, for decision: Text, facts: [Contract.Fact]) throws -> RuleSet {
    let contract = Contract("the benchmark", decisions: [Contract.Wanted(decision, .dyn)], facts: facts)
    return try load(manifest: SourceText.load(path: path + "/ruleset.yaml"), extent: .contracts([contract])) { file in
      try SourceText.load(path: "\(path)/\(file)")
    }
  }

  /// A rule set of one module, `bench.generated`.
  static func load(module text: String) throws -> RuleSet {
    let manifest = "rules: 1\nid: bench\nversion: 1.0.0\nmodules: { bench.generated: generated.yaml }\n"
    return try load(manifest: SourceText(name: "ruleset.yaml", text: manifest), extent: .everything) { file in
      SourceText(name: "\(file)", text: "rules: 1\nmodule: bench.generated\n" + text)
    }
  }

  private static func load(
    manifest: SourceText, extent: RuleSet.Extent, module read: @escaping (Text) throws -> SourceText
  ) throws -> RuleSet {
    let document = YAMLReader.readOne(manifest)
    guard let root = document.document?.root else { throw Refusal(document.diagnostics) }
    let found = RuleSetManifest.read(root)
    guard let manifest = found.manifest else { throw Refusal(found.diagnostics) }
    let loaded = RuleSet.load(manifest, extent: extent) { file in
      guard let source = try? read(file.file) else { return (nil, []) }
      let (document, diagnostics) = YAMLReader.readOne(source)
      return (document?.root, diagnostics)
    }
    guard let ruleSet = loaded.ruleSet else { throw Refusal(loaded.diagnostics) }
    return ruleSet
  }
}

extension RuleSet {
  func known(_ decision: Text) throws -> Decision {
    guard let found = self.decision(decision) else { throw Refusal("no decision \(decision)") }
    return found
  }

  func known(fact: Text) throws -> Fact {
    guard let found = self.fact(fact) else { throw Refusal("no fact \(fact)") }
    return found
  }
}
