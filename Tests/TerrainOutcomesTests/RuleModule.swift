import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainYAML

/// A rule set of one module, from its text, with an empty pack.
enum RuleModule {
  /// The module `m`; the header is added.
  static func system(_ text: String) throws -> LoadedSystem {
    let texts = [
      "p/pack.yaml": "id: p\nversion: 1.0.0\ndefault_locale: en\nrules: { id: test, version: \"^1.0.0\" }\nkinds: {}\n",
      "r/ruleset.yaml": "rules: 1\nid: test\nversion: 1.0.0\nmodules:\n  m: m.yaml\n",
      "r/m.yaml": "rules: 1\nmodule: m\n" + text,
    ]
    let files = ContentFiles(
      kind: { path in texts[path] != nil ? .file : ["p", "r"].contains(path) ? .folder : nil }, list: { _, _ in [] },
      source: { path throws(DiagnosticError) in SourceText(name: FilePath.name(path), text: texts[path] ?? "") },
      documents: SourceReader.read)
    return try LoadedSystem.load(
      PackLoader(path: "p", files: files), rulesAt: "r", files: files, contracts: [], kinds: nil)
  }
}
