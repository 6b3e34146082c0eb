import TerrainBase
import TerrainChecks
import TerrainDocuments

extension Command {
  /// `terrain where`: the declaration and the uses of a name.
  static let whereNames = Command(
    name: "where", summary: "Show where a name of a pack or its rules is declared and used",
    discussion: """
      A name is a fact, a parameter, a decision, a row, a module, a kind, an enum or a value
      of it, the id of a record (a message, for example) or of a part of one. It may be
      written with what it belongs to: MODULE.DECISION, ENUM.VALUE, KIND.RECORD. Packs,
      rules, tests, scenarios, invariants, populations, examples and schemas are searched.
      """,
    operands: [
      Operand(name: "NAME", help: "The name"),
      Operand(
        name: "PATH", help: "Folders of packs or rules. Without any: the pack that --pack names, and its rules",
        arity: .repeating),
    ],
    options: [.pack, .jsonInstead],
    examples: [
      .init(line: "terrain where hour", purpose: "A fact of the default pack's rules"),
      .init(line: "terrain where suggest.score", purpose: "A decision, by its module"),
      .init(line: "terrain where none ContentPacks Rules --json", purpose: "In every pack, for a program"),
    ],
    run: { arguments, console in
      var paths = Array(arguments.operands.dropFirst())
      if paths.isEmpty { paths = [try Workspace(arguments, for: .authoring).packPath] }
      let locator = Workspace.locator()
      let indexes = try NameIndex.load(paths, from: SourceStore()) { id, pack in
        locator.ruleSet(id, forPackAt: pack)
      }
      let report = try NameReport(Text(arguments.operand(0) ?? ""), in: indexes)
      if arguments.has(.json) { console.write(report.json) } else { console.write(report.page) }
      return .success
    })
}
