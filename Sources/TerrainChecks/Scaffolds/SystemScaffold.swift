import TerrainBase
import TerrainDocuments
import TerrainRules

extension Scaffold {
  /// A system to begin with: a copy of some parts of a template, with their rules, tests, and scenarios, and a file for CI.
  ///
  /// - Parameters:
  ///   - parts: The names of the parts.
  ///   - template: The folders of the template's pack and rule set.
  ///   - folder: The folder that gets `ContentPacks` and `Rules`.
  ///   - name: The id of the pack and of its rule set; nil for the name of the folder.
  ///   - version: The version of the program, which CI installs.
  ///   - schemas: The folder of the published schemas, whose files are copied if the folder has none.
  /// - Throws: a name that cannot be used, an unknown part, files that exist, schemas that cannot be read.
  package static func system(
    of parts: [String], from template: (pack: String, rules: String)?, in folder: String, name: String?,
    version: String,
    schemas: String?
  ) throws(DiagnosticError) -> Scaffold {
    let own = FilePath.name(Folder.realPath(folder) ?? FilePath.normal(folder))
    let id = try ScaffoldID(name ?? ScaffoldID.suggestion(own) ?? own)
    guard let template else { throw DiagnosticError(.noTemplate("template, of which it is a copy, is missing")) }
    let copy = try PackCopy(
      ofPackIn: template.pack, rules: template.rules, called: id.text, in: folder, parts: parts, schemas: schemas)
    let workflow = Self.workflow.replacing("ID", with: id.text).replacing("VERSION", with: version)
    return try Scaffold(copy.scaffold.created + [File("\(folder)/.github/workflows/\(id.text).yaml", workflow)])
  }

  private static let workflow = """
    name: ID
    on: [push, pull_request]
    jobs:
      validate:
        runs-on: ubuntu-latest
        steps:
          - uses: actions/checkout@v4
          # OWNER publishes the releases of Terrain. A released program is installed; nothing is built.
          - uses: OWNER/terrain@vVERSION
            with: { version: VERSION, path: ContentPacks Rules, fail-on: warning }
          - run: terrain test Rules

    """

  /// The schemas that any pack and any rule set use.
  private static let commonSchemas = [
    "common", "pack", "messages", "tables", "population", "quality", "quality-baseline", "ruleset", "module",
    "rule-tests", "scenarios", "invariants",
  ]

  /// Copies of `schemas` for `folder`, if it does not exist: of those that any pack uses, or of all.
  static func copies(of schemas: String?, in folder: String, all: Bool = false) throws(DiagnosticError) -> [File] {
    if Folder.kind(of: folder) != nil { return [] }
    guard let schemas else {
      throw DiagnosticError(.noTemplate("schemas, of which it gets copies, are missing"))
    }
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
  fileprivate static func noTemplate(_ missing: String) -> Diagnostic {
    Diagnostic(
      code: "init/no-template", message: "a new system cannot be written: the program's \(missing)", place: nil,
      fix: "set TERRAIN_HOME to the folder of the program's `ContentPacks` and `Rules`")
  }
}
