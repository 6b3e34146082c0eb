import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainService

extension Command {
  private static let name = Option(
    name: "name", kind: .value("NAME"), help: "The id of the pack and its rules. Without it: the name of the folder")
  private static let with = Option(
    name: "with", kind: .value("PARTS"),
    help: "The parts of the system, between commas: page, quiz, suggest, loyalty. Without it: page")
  private static let from = Option(
    name: "from", kind: .path("PACK"), help: "Copy this pack and its rules, instead of writing a small system")
  private static let rules = Option(
    name: "rules", kind: .value("NAME"),
    help: "Write only rules into FOLDER (without it: `Rules`): a rule set, or the module RULES.MODULE of one")

  /// `terrain init`: files to begin with.
  static let initialize = Command(
    name: "init", summary: "Create a pack with rules and tests to begin with, a copy of a pack, or a module",
    discussion: """
      Writes a small system in two languages that validates and whose tests pass: a pack with
      messages, rules with tests and scenarios, a workflow for CI, and the schemas by which
      editors complete and check the files. --with adds a quiz that leads to four types,
      suggestions, or a loyalty program. No file is overwritten.
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
    options: [name, with, from, rules],
    examples: [
      .init(line: "terrain init my-shop", purpose: "A new folder"),
      .init(line: "terrain init my-shop --with quiz,page,suggest", purpose: "A quiz, a page, and suggestions"),
      .init(line: "terrain init --name my-shop --from terrain", purpose: "A pack that begins as another one"),
      .init(line: "terrain init --rules my_shop.prices", purpose: "A module of my-shop, in Rules/my-shop/prices.yaml"),
    ],
    run: { arguments, console in
      let others = [name, with, from].filter { arguments.has($0) }
      if let rules = arguments.value(of: rules) {
        guard others.isEmpty else {
          console.report("terrain: --rules writes rules alone, and --name, --with and --from are about packs\n")
          return .couldNotRun
        }
        return try createRules(rules, in: FilePath.normal(arguments.operand(0) ?? "Rules"), console)
      }
      let folder = FilePath.normal(arguments.operand(0) ?? ".")
      let path = folder == "." ? CurrentProcess.workingFolder() : folder
      if let pack = arguments.value(of: from) {
        guard !arguments.has(with) else {
          console.report("terrain: --from copies all of a pack, and --with chooses parts of a small system\n")
          return .couldNotRun
        }
        return try copy(pack, as: arguments.value(of: name) ?? FilePath.name(path), to: path, console)
      }
      let parts = (arguments.value(of: with) ?? "page").split { $0 == "," || $0 == " " }.map(String.init)
      let locator = Workspace.locator()
      let scaffold = try Scaffold.system(
        of: parts, from: locator.template(), in: path, name: arguments.value(of: name), version: ProgramVersion.text,
        schemas: locator.schemas())
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
