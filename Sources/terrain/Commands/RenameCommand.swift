import TerrainBase
import TerrainChecks
import TerrainDocuments

extension Command {
  private static let dryRun = Option(
    name: "dry-run", kind: .flag, help: "List the replacements, and write nothing")

  /// `terrain rename`: another name, everywhere.
  static let rename = Command(
    name: "rename", summary: "Rename something of a pack or its rules in every file that has it",
    discussion: """
      OLD is a name as in `terrain where`: a fact, a parameter, a decision, a row, a module,
      an enum or a value of it, the id of a record or of a part of one. Where several things
      are called that, write what it belongs to (MODULE.DECISION, ENUM.VALUE, KIND.RECORD) or
      its kind (fact:NAME). Packs, rules, tests, scenarios, invariants, populations, examples
      and schemas are changed together; comments and prose are not. Nothing is written where
      `terrain validate` would report something new afterwards, nor outside of the folder in
      which you work, unless the command line names the pack there.
      """,
    operands: [
      Operand(name: "OLD", help: "The name"), Operand(name: "NEW", help: "The new name, without what it belongs to"),
      Operand(
        name: "PATH", help: "Folders of packs or rules. Without any: the pack that --pack names, and its rules",
        arity: .repeating),
    ],
    options: [.pack, dryRun],
    examples: [
      .init(line: "terrain rename cold_at_most coldest --dry-run", purpose: "What would change"),
      .init(line: "terrain rename suggest.need_tags tags_of_need", purpose: "A decision, by its module"),
    ],
    run: { arguments, console in
      var paths = Array(arguments.operands.dropFirst(2))
      let pack = try paths.isEmpty ? Workspace(arguments, for: .authoring).packPath : nil
      if let pack { paths = [pack] }
      let locator = Workspace.locator()
      let store = SourceStore()
      let indexes = try NameIndex.load(paths, from: store) { id, pack in locator.ruleSet(id, forPackAt: pack) }
      let name = try RenamePlan.name(Text(arguments.operand(0) ?? ""), in: indexes)
      let plan = try RenamePlan(name, to: Text(arguments.operand(1) ?? ""), in: indexes)
      let validator = Validator.complete(answersPack: nil, locator: locator)
      let inputs = Set(indexes.flatMap { [$0.pack, $0.rules].compactMap { $0 } }).ordered().map {
        Validator.Input.path($0)
      }
      let validate = { validator.validate(inputs, in: $0).diagnostics }
      try plan.confirm(over: store, before: { validate(store.edited()) }, validate)
      let isPackNamed = arguments.value(of: .pack) != nil
      let files = AuthorFiles(named: pack == nil ? paths : [], pack: pack, isPackNamed: isPackNamed)
      if !arguments.has(dryRun) { try files.check(plan.files.map(\.path)) }
      for edit in plan.edits { console.write("\(edit.line)\n") }
      if !plan.untouched.isEmpty {
        console.report("not changed, where nothing shows what is meant:\n")
        for use in plan.untouched { console.report("  \(use.place.fileAndLine)\n") }
      }
      let count = plan.edits.count
      let what =
        "\(count.counted("replacement")) in \(plan.files.count.counted("file"))"
      if arguments.has(dryRun) {
        console.report("\(what); nothing is written\n")
        return .success
      }
      try files.write(plan.files, over: plan.edits.map(\.place.source))
      console.report("\(what) written\n")
      return .success
    })
}
