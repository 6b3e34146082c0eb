import TerrainAuthoring
import TerrainDocuments
import TerrainPlatform

extension Command {
  private static let map = Option(
    name: "map", kind: .path("FILE"), help: "The map: which values of SOURCE become which records of the pack")
  private static let folder = Option(
    name: "output", letter: "o", kind: .path("DIR"), help: "The folder of the new pack, which is created")

  /// `terrain pack import`: another program's file, made a pack.
  static let packImport = Command(
    name: "import", summary: "Make a pack of another program's JSON or YAML, by a map",
    discussion: """
      The map is data: the manifest of the new pack, which list of SOURCE becomes records
      of which kind, and for each field a JSON Pointer, a CEL expression or a literal.
      By the schemas of the kinds, values of enums are replaced as the map says, ids are
      followed, texts keep their locales, and files beside SOURCE are copied.
      Everything is validated before a file is written; what is wrong is reported at its
      line of SOURCE or of the map, and nothing is written. Every record and every field
      of SOURCE that the pack does not have is listed, with --json one by one. No file is
      overwritten.
      """,
    operands: [Operand(name: "SOURCE", help: "The file to import")],
    options: [map, folder, .jsonInstead],
    examples: [
      .init(
        line: "terrain pack import notes.json --map notes-map.yaml -o ContentPacks/notes",
        purpose: "A new pack from notes.json")
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        guard let mapPath = arguments.value(of: map), let output = arguments.value(of: folder) else {
          throw DiagnosticError(.missingImportOption(arguments.value(of: map) == nil ? "--map FILE" : "-o DIR"))
        }
        let locator = Workspace.locator()
        var validator = Validator()
        validator.publishedSchemas = locator.schemas()
        validator.ruleSet = { id, pack in locator.ruleSet(id, forPackAt: pack) }
        let outcome = try PackImport(source: arguments.operand(0) ?? "", map: mapPath, into: output).run(validator)
        console.report(outcome.warnings)
        try OutputFile.write(outcome.files.map { (path: $0.path, bytes: $0.bytes) })
        if arguments.has(.json) {
          var writer = JSONWriter(.pretty)
          outcome.write(to: &writer)
          writer.newline()
          console.write(writer.bytes)
        } else {
          for file in outcome.files { console.write("created \(file.path)\n") }
          console.write(outcome.text)
        }
        return .success
      } catch {
        return console.report(error)
      }
    })
}

extension Diagnostic {
  fileprivate static func missingImportOption(_ option: String) -> Diagnostic {
    Diagnostic(
      code: "import/missing-option", message: "an import needs `\(option)`", place: nil,
      fix: "terrain pack import SOURCE --map FILE -o DIR")
  }
}
