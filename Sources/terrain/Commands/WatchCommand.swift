import TerrainAuthoring
import TerrainContent
import TerrainDocuments
import TerrainOutcomes
import TerrainPlatform
import TerrainServer

extension Command {
  /// `terrain watch`: a validation after each change.
  static let watchFiles = Command(
    name: "watch", summary: "Validate and test packs and rules again after each change of a file",
    discussion: """
      Reports what `terrain validate` does, rule tests and scenarios included, when it begins
      and whenever the diagnostics are others than before; nothing where all is well and was.
      Ctrl-C ends it.
      """,
    operands: [
      Operand(
        name: "PATH", help: "Folders of packs or rules. Without any: the pack that --pack names, and its rules",
        arity: .repeating)
    ],
    options: [.pack],
    examples: [.init(line: "terrain watch ContentPacks Rules", purpose: "All packs of this folder")],
    run: { arguments, console in
      do throws(DiagnosticError) {
        var folders = arguments.operands
        if folders.isEmpty {
          let workspace = try Workspace(arguments, for: .authoring)
          folders = [workspace.packPath, try workspace.ruleSetFolder(nil)]
        }
        var validator = Validator.complete(answersPack: nil, locator: Workspace.locator())
        validator.memory = ValidationMemory()
        var changes = FolderChanges(folders, endings: PackLoader.endings)
        guard let wake = WakePipe() else { return .failure }
        var shown: String?
        repeat {
          let report = validator.validate(folders.map { .path($0) })
          let diagnostics = report.diagnostics.sortedForReport().onePerCause()
          let text =
            diagnostics.isEmpty ? "" : DiagnosticRenderer.text(diagnostics, color: console.outputHasColor) + "\n"
          if text != shown { console.write("\(text)\(report.summary)\n") }
          if shown == nil { console.report("waiting for a change; Ctrl-C ends\n") }
          shown = text
        } while changes.wait(wake: wake, hasChanged: { false })
        return .success
      } catch {
        return console.report(error)
      }
    })
}
