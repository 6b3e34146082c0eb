import TerrainAuthoring
import TerrainDocuments
import TerrainValues

extension Command {
  /// Commands about decision models of DMN.
  static let rulesModel = Command(
    name: "dmn", summary: "Export a module as a DMN 1.5 model, and import models",
    children: [modelExport, modelImport].map { Child($0) })

  private static let out = Option(
    name: "output", letter: "o", kind: .path("FILE"), help: "Write to this file instead of standard output")
  private static let folder = Option(
    name: "output", letter: "o", kind: .path("DIR"),
    help: "The folder of the new rule set. Without it: `Rules/ID`, by the model's name")

  private static let modelExport = Command(
    name: "export", summary: "Write the decisions of a module as DMN 1.5 XML",
    discussion: """
      Facts become input data, tables decision tables, cells unary tests of FEEL. What FEEL
      lacks is written as in the module, marked as another expression language, and listed:
      other programs do not evaluate it, `terrain rules dmn import` reads it.
      """,
    operands: [Operand(name: "MODULE", help: "The name of the module")], options: [.pack, out],
    examples: [.init(line: "terrain rules dmn export suggest -o suggest.dmn", purpose: "For a modeler of DMN")],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let outcome = try ModelTarget(arguments).export
        console.report(outcome.diagnostics)
        if let file = arguments.value(of: out) {
          try OutputFile.write(Array(outcome.xml.utf8), to: file)
        } else {
          console.write(outcome.xml)
        }
        return .success
      } catch {
        return console.report(error)
      }
    })

  private static let modelImport = Command(
    name: "import", summary: "Make a rule set of a DMN model",
    discussion: """
      Reads DMN 1.1 to 1.5: input data become facts, decisions decisions. A decision that the
      rule language cannot express becomes a fact; it and whatever else is not carried over
      is listed with its location. No file is overwritten.
      """,
    operands: [Operand(name: "FILE", help: "The model; `-` is standard input")], options: [folder],
    examples: [.init(line: "terrain rules dmn import loan.dmn -o Rules/loan", purpose: "A rule set of a model")],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let path = arguments.operand(0) ?? ""
        let source = path == "-" ? try SourceText.standardInput() : try SourceText.load(path: path)
        let model = try DMNImport(source)
        let folder = arguments.value(of: folder) ?? "Rules/\(model.ruleSetID)"
        console.report(model.diagnostics)
        try Scaffold.model(model, in: folder).write(console)
        console.write("next: terrain rules check \(folder)\n")
        return .success
      } catch {
        return console.report(error)
      }
    })
}

/// The module that a command line names.
private struct ModelTarget {
  let export: DMNExport

  init(_ arguments: Arguments) throws(DiagnosticError) {
    let store = SourceStore()
    let locator = Workspace.locator()
    let pack = try Workspace(arguments, for: .authoring).packPath
    let indexes = try NameIndex.load([pack], from: store) { id, pack in locator.ruleSet(id, forPackAt: pack) }
    let written = arguments.operand(0) ?? ""
    let name = try RenamePlan.name(Text(written.contains(":") ? written : "module:\(written)"), in: indexes)
    let file = store.file(name.declarations.first?.source.name ?? "")
    guard let module = file.documents.first else { throw DiagnosticError(file.diagnostics) }
    export = DMNExport(module, rules: indexes.lazy.compactMap(\.ruleSet).first)
  }
}
