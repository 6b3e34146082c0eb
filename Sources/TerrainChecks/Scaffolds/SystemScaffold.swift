import TerrainRules
import TerrainDocuments
import TerrainBase

extension Scaffold {
  /// A system to begin with: a pack, its rules with tests and a scenario, a population, schemas, and a file for CI.
  ///
  /// - Parameters:
  ///   - folder: The folder that gets `ContentPacks` and `Rules`.
  ///   - name: The id of the pack and of its rule set; nil for the name of the folder.
  ///   - date: Today, as RFC 3339 writes it.
  ///   - schemas: The folder of the published schemas, whose files are copied where the folder has none.
  /// - Throws: a name that cannot be used, files that exist, schemas that cannot be read.
  package static func system(
    in folder: String, name: String?, date: String, schemas: String?
  ) throws(DiagnosticError) -> Scaffold {
    let own = FilePath.name(Folder.realPath(folder) ?? FilePath.normal(folder))
    let id = try ScaffoldID(name ?? ScaffoldID.suggestion(own) ?? own)
    let (pack, rules) = ("\(folder)/ContentPacks/\(id.text)", "\(folder)/Rules/\(id.text)")
    let files = [
      (pack + "/pack.yaml", SystemTemplates.packManifest), (pack + "/messages.yaml", SystemTemplates.messages),
      (pack + "/populations/everyday.yaml", SystemTemplates.population),
      (rules + "/ruleset.yaml", SystemTemplates.ruleSet), (rules + "/today.yaml", SystemTemplates.module),
      (rules + "/tests/today.yaml", SystemTemplates.tests),
      (rules + "/scenarios/today.yaml", SystemTemplates.scenarios),
      (folder + "/.github/workflows/\(id.text).yaml", SystemTemplates.workflow),
    ].map { File($0.0, SystemTemplates.filled($0.1, id: id, date: date)) }
    return try Scaffold(files + copies(of: schemas, in: "\(folder)/ContentPacks/Schemas"))
  }

  /// The schemas that any pack and any rule set use.
  private static let commonSchemas = [
    "common", "pack", "messages", "tables", "population", "quality", "quality-baseline", "ruleset", "module",
    "rule-tests", "scenarios", "invariants",
  ]

  /// Copies of `schemas` for `folder`, where it does not exist: of those that any pack uses, or of all.
  static func copies(of schemas: String?, in folder: String, all: Bool = false) throws(DiagnosticError) -> [File] {
    if Folder.kind(of: folder) != nil { return [] }
    guard let schemas else { throw DiagnosticError(.noSchemas) }
    var files: [File] = []
    if all {
      for path in try ContentFiles.onDisk(under: schemas, endings: [".json"]) {
        let bytes = try SourceText.load(path: path).bytes
        files.append(File("\(folder)/\(FilePath.relative(path, to: schemas))", bytes: bytes))
      }
      return files
    }
    for name in commonSchemas {
      let source = try SourceText.load(path: "\(schemas)/\(name).schema.json")
      files.append(File("\(folder)/\(name).schema.json", bytes: source.bytes))
    }
    return files
  }
}

extension Diagnostic {
  fileprivate static var noSchemas: Diagnostic {
    Diagnostic(
      code: "new/no-schemas", message: "the program's schemas are missing, which the new folder gets copies of",
      place: nil, fix: "set TERRAIN_HOME to a folder with `ContentPacks/Schemas`")
  }
}
