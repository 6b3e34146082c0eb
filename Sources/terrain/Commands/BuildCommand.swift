import TerrainChecks
import TerrainDocuments
import TerrainEngines

extension Command {
  private static let out = Option(
    name: "output", letter: "o", kind: .path("FILE"),
    help: "Write the built pack to this file instead of standard output")

  /// `terrain build`: a pack in one file.
  static let buildPack = Command(
    name: "build", summary: "Build a pack and its rules into one file, which loads without YAML",
    discussion: """
      Everything is validated first. The same pack and rules give the same bytes; the
      file contains a hash of its content, and the location of each rule in its module.
      """,
    operands: [
      Operand(name: "PACK", help: "The pack's folder or name. Without it: the default pack", arity: .optional)
    ],
    options: [out],
    examples: [.init(line: "terrain build -o terrain.pack.json", purpose: "Build the default pack")],
    run: { arguments, console in
      let workspace = try Workspace(pack: arguments.operand(0))
      let built = try PackBuilder(
        pack: workspace.packPath, rules: try workspace.ruleSetFolder(nil),
        files: SourceStore(workspace.loader().files())
      ).build()
      console.report(built.warnings)
      guard let file = arguments.value(of: out) else {
        console.write(built.bytes)
        return .success
      }
      try OutputFile.write(built.bytes, to: file)
      console.write("\(file): \(built.bytes.count) bytes, content \(built.contentHash)\n")
      return .success
    })
}
