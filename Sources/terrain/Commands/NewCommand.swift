import TerrainBase
import TerrainChecks
import TerrainDocuments

extension Command {
  private static let name = Option(
    name: "name", kind: .value("NAME"), help: "The id of the pack and its rules. Without it: the name of the folder")
  private static let from = Option(
    name: "from", kind: .path("PACK"), help: "Copy this pack and its rules, instead of writing a small system")
  private static let rules = Option(
    name: "rules", kind: .value("NAME"),
    help: "Write only rules into FOLDER (without it: `Rules`): a rule set, or the module RULES.MODULE of one")

  /// `terrain new`: files to begin with.
  static let newFiles = Command(
    name: "new", summary: "Create a pack with rules and tests to begin with, a copy of a pack, or a module",
    discussion: """
      Writes a small system that validates and whose tests pass: a pack with messages and a
      population, rules with tests and a scenario, a workflow for CI, and the schemas by
      which editors complete and check the files. No file is overwritten.
      With --from a pack and its rules are copied under the new name: ids and names of
      modules are renamed in rules, tests, examples and comments, the title in the manifest,
      in headings and in the titles of schemas. Files in which the old name is still a word
      are listed.
      With --rules a NAME without a dot is a new rule set: a manifest and a module. One with
      dots is a new module of the rule set whose modules begin with the same name; the
      manifest lists it from then on.
      """,
    operands: [
      Operand(name: "FOLDER", help: "The folder, which is created. Without it: the working folder", arity: .optional)
    ],
    options: [name, from, rules],
    examples: [
      .init(line: "terrain new my-shop", purpose: "A new folder"),
      .init(line: "terrain new --name my-shop", purpose: "In the working folder"),
      .init(line: "terrain new --name my-shop --from terrain", purpose: "A pack that begins as another one"),
      .init(line: "terrain new --rules my_shop.prices", purpose: "A module of my-shop, in Rules/my-shop/prices.yaml"),
    ],
    run: { arguments, console in
      if let rules = arguments.value(of: rules) {
        if arguments.has(name) || arguments.has(from) {
          console.report("terrain: --rules writes rules alone, and --name and --from are about packs\n")
          return .couldNotRun
        }
        return try createRules(rules, in: FilePath.normal(arguments.operand(0) ?? "Rules"), console)
      }
      let folder = FilePath.normal(arguments.operand(0) ?? ".")
      let path = folder == "." ? CurrentProcess.workingFolder() : folder
      if let pack = arguments.value(of: from) {
        return try copy(pack, as: arguments.value(of: name) ?? FilePath.name(path), to: path, console)
      }
      let date = CalendarDate(days: Int32(truncatingIfNeeded: WallClock.now.seconds / 86_400))
      let scaffold = try Scaffold.system(
        in: path, name: arguments.value(of: name), date: "\(date)", schemas: Workspace.locator().schemas())
      try scaffold.write(console)
      let prefix = folder == "." ? "" : "\(folder)/"
      console.write("next: terrain validate \(prefix)ContentPacks \(prefix)Rules --strict\n")
      return .success
    })

  private static func createRules(
    _ name: String, in folder: String, _ console: Console
  ) throws(DiagnosticError) -> ExitStatus {
    try Scaffold.rules(name, in: folder, files: Workspace.disk()).write(console)
    console.write("next: terrain test \(folder)\n")
    return .success
  }

  private static func copy(
    _ pack: String, as name: String, to folder: String, _ console: Console
  ) throws(DiagnosticError) -> ExitStatus {
    let workspace = try Workspace(pack: pack)
    let copy = try PackCopy(
      ofPackIn: workspace.packPath, rules: workspace.ruleSetFolder(nil), called: name, in: folder,
      schemas: Workspace.locator().schemas(forPackAt: workspace.packPath))
    try OutputFile.write(copy.scaffold.created.map { (path: $0.path, bytes: $0.bytes) })
    console.write("created \(copy.scaffold.created.count.counted("file"))\n")
    for path in copy.mentions { console.write("the old name is a word in \(Scaffold.shown(path))\n") }
    let prefix = Scaffold.shown("\(folder)/")
    console.write("next: read \(prefix)ContentPacks/\(name)/README.md\n")
    console.write("      terrain validate \(prefix)ContentPacks/\(name) \(prefix)Rules/\(name) --strict\n")
    return .success
  }
}

extension Scaffold {
  /// Writes its files, and lists them.
  fileprivate func write(_ console: Console) throws(DiagnosticError) {
    try OutputFile.write(
      (created + extended).map { (path: $0.path, bytes: $0.bytes) }, over: extended.compactMap(\.source))
    for file in created { console.write("created \(Self.shown(file.path))\n") }
    for file in extended { console.write("extended \(Self.shown(file.path))\n") }
  }

  /// The path `path` from the working folder, if it is in it.
  fileprivate static func shown(_ path: String) -> String {
    let working = CurrentProcess.workingFolder() + "/"
    return path.hasPrefix(working) ? String(path.dropFirst(working.count)) : path
  }
}
