import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainRules

extension Command {
  private static let from = Option(
    name: "from", kind: .path("PACK"), help: "The pack to begin with: a name or a folder. Without it: the default pack")

  /// `terrain pack new`: a copy of a pack under a name of its own.
  static let packNew = Command(
    name: "new", summary: "Copy a pack and its rules under a name of your own, to begin with",
    discussion: """
      Writes ContentPacks/NAME and Rules/NAME in the working folder, and the published
      schemas where there are none. The id and the names of modules are renamed in rules,
      tests, examples and comments, the title in the manifest, in headings and in the
      titles of schemas; other texts are as they were, and the files in which the old
      name or title is still a word are listed. No file is overwritten.
      """,
    operands: [Operand(name: "NAME", help: "The id of the new pack and its rules")],
    options: [from],
    examples: [.init(line: "terrain pack new my-pack --from terrain", purpose: "A pack that begins as another one")],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let workspace = try Workspace(pack: arguments.value(of: from))
        let copy = try PackCopy(
          ofPackIn: workspace.packPath, rules: workspace.ruleSetFolder(nil), called: arguments.operand(0) ?? "",
          in: CurrentProcess.workingFolder(), schemas: Workspace.locator().schemas(forPackAt: workspace.packPath))
        let working = CurrentProcess.workingFolder() + "/"
        try OutputFile.write(copy.scaffold.created.map { (path: $0.path, bytes: $0.bytes) })
        console.write("created \(copy.scaffold.created.count.counted("file"))\n")
        for path in copy.mentions {
          let shown = path.hasPrefix(working) ? String(path.dropFirst(working.count)) : path
          console.write("the old name is a word in \(shown)\n")
        }
        let name = arguments.operand(0) ?? ""
        console.write("next: read ContentPacks/\(name)/README.md\n")
        console.write("      terrain validate ContentPacks/\(name) Rules/\(name) --strict\n")
        return .success
      } catch {
        return console.report(error)
      }
    })
}
