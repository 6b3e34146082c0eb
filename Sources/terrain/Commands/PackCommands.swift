import TerrainChecks
import TerrainDocuments
import TerrainEngines

extension Command {
  /// Commands about packs as a whole.
  static let packs = Command(
    name: "pack", summary: "Begin, build and compare packs", children: [packNew, packBuild, packDiff].map { Child($0) })

  private static let out = Option(
    name: "output", letter: "o", kind: .path("FILE"),
    help: "Write the built pack to this file instead of standard output")

  private static let packBuild = Command(
    name: "build", summary: "Build a pack and its rules into one file, which loads without YAML",
    discussion: """
      Everything is validated first. The same pack and rules give the same bytes; the
      file contains a hash of its content, and the location of each rule in its module.
      """,
    operands: [
      Operand(name: "PACK", help: "The pack's folder or name. Without it: the default pack", arity: .optional)
    ],
    options: [out],
    examples: [.init(line: "terrain pack build -o terrain.pack.json", purpose: "Build the default pack")],
    run: { arguments, console in
      do throws(DiagnosticError) {
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
      } catch {
        return console.report(error)
      }
    })

  private static let packDiff = Command(
    name: "diff", summary: "Compare two packs by meaning, and report the version that the changes require",
    discussion: """
      The order of files, keys and records, comments and quotes do not count. A removal of
      something that clients may rely on requires a major version, an addition a minor one.
      """,
    operands: [
      Operand(name: "OLD", help: "A pack's folder or built file"),
      Operand(name: "NEW", help: "The same pack, changed"),
    ],
    options: [.jsonInstead],
    examples: [
      .init(line: "terrain pack diff ../released/ContentPacks/NAME ContentPacks/NAME", purpose: "Two checkouts")
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let diff = try PackDiff(old: arguments.operand(0) ?? "", new: arguments.operand(1) ?? "")
        if arguments.has(.json) {
          console.write(json { diff.write(to: &$0) })
        } else {
          console.write(diff.text)
        }
        return .success
      } catch {
        return console.report(error)
      }
    })

  private static func json(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(.pretty)
    write(&writer)
    writer.newline()
    return writer.bytes
  }
}
