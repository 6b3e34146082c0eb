import TerrainBase
import TerrainChecks
import TerrainDocuments

extension Command {
  private static let name = Option(
    name: "name", kind: .value("NAME"), help: "The id of the pack and its rules. Without it: the name of the folder")

  /// `terrain init`: a folder with a system to begin with.
  static let initialize = Command(
    name: "init", summary: "Create a pack with rules, tests and a scenario to begin with",
    discussion: """
      Writes a small system that validates and whose tests pass: a pack with messages and a
      population, rules with tests and a scenario, a workflow for CI, and the schemas by
      which editors complete and check the files. No file is overwritten.
      """,
    operands: [
      Operand(name: "FOLDER", help: "The folder, which is created. Without it: the working folder", arity: .optional)
    ],
    options: [name],
    examples: [
      .init(line: "terrain init my-shop", purpose: "A new folder"),
      .init(line: "terrain init --name my-shop", purpose: "In the working folder"),
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let folder = FilePath.normal(arguments.operand(0) ?? ".")
        let date = CalendarDate(days: Int32(truncatingIfNeeded: WallClock.now.seconds / 86_400))
        let scaffold = try Scaffold.system(
          in: folder == "." ? CurrentProcess.workingFolder() : folder, name: arguments.value(of: name),
          date: "\(date)", schemas: Workspace.locator().schemas())
        try scaffold.write(console)
        let prefix = folder == "." ? "" : "\(folder)/"
        console.write("next: terrain validate \(prefix)ContentPacks \(prefix)Rules --strict\n")
        return .success
      } catch {
        return console.report(error)
      }
    })
}

extension Scaffold {
  /// Writes its files, and lists them.
  func write(_ console: Console) throws(DiagnosticError) {
    let working = CurrentProcess.workingFolder() + "/"
    func shown(_ path: String) -> String { path.hasPrefix(working) ? String(path.dropFirst(working.count)) : path }
    try OutputFile.write(
      (created + extended).map { (path: $0.path, bytes: $0.bytes) }, over: extended.compactMap(\.source))
    for file in created { console.write("created \(shown(file.path))\n") }
    for file in extended { console.write("extended \(shown(file.path))\n") }
  }
}
