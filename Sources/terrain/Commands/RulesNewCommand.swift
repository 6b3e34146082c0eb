import TerrainBase
import TerrainChecks
import TerrainDocuments

extension Command {
  /// `terrain rules new`: a rule set or a module to begin with.
  static let rulesNew = Command(
    name: "new", summary: "Create a rule set or a module, with tests",
    discussion: """
      A NAME without a dot is a new rule set: a manifest and a module. One with dots is a
      new module of the rule set whose modules begin with the same name; the manifest lists
      it from then on. Both validate, and their tests pass. No file is overwritten.
      """,
    operands: [
      Operand(name: "NAME", help: "A rule set's id, or the full name of a module: RULES.MODULE"),
      Operand(name: "FOLDER", help: "The folder of rule sets. Without it: `Rules`", arity: .optional),
    ],
    examples: [
      .init(line: "terrain rules new my-shop", purpose: "A rule set in Rules/my-shop"),
      .init(line: "terrain rules new my_shop.prices", purpose: "Another module of it, in Rules/my-shop/prices.yaml"),
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let folder = FilePath.normal(arguments.operand(1) ?? "Rules")
        let scaffold = try Scaffold.rules(arguments.operand(0) ?? "", in: folder, files: Workspace.disk())
        try scaffold.write(console)
        console.write("next: terrain rules test \(folder)\n")
        return .success
      } catch {
        return console.report(error)
      }
    })
}
