import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainOutcomes
import TerrainRules
import TerrainService

extension Command {
  /// `terrain validate --watch`: a validation after each change.
  ///
  /// Diagnostics that need no run of a test, scenario, or population are reported first. A further change ends the validation of the change
  /// before.
  static func watchFiles(_ arguments: Arguments, _ console: Console) throws(DiagnosticError) -> ExitStatus {
    var folders = arguments.operands
    if folders.isEmpty {
      let workspace = try Workspace(arguments, for: .authoring)
      folders = [workspace.packPath, try workspace.ruleSetFolder(nil)]
    }
    var validator = Validator.complete(answersPack: nil, locator: Workspace.locator())
    var quick = validator
    quick.depth = .engines
    (validator.memory, quick.memory) = (ValidationMemory(), ValidationMemory())
    var changes = FolderChanges(folders, endings: PackLoader.endings)
    guard let wake = WakePipe() else { return .failure }
    let inputs = folders.map { Validator.Input.path($0) }
    var shown = Shown()
    var store = SourceStore()
    repeat {
      store = store.successor(replacing: [])
      shown.show(quick: quick.validate(inputs, in: store), console)
      validator.isCancelled = changes.isPending
      let report = validator.validate(inputs, in: store)
      // After another change the report is outdated; the next validation reports the remaining diagnostics.
      if !changes.isPending() { shown.show(all: report, console) }
    } while changes.wait(wake: wake, hasChanged: { false })
    return .success
  }
}

/// The reports about a pack and its rules that `terrain validate --watch` has shown.
private struct Shown {
  /// The diagnostics of the last whole validation, and of the last quick one; nil before the first.
  private var all: String?
  private var quick: String?

  /// Shows the report of the quick checks, if it differs from their last report.
  mutating func show(quick report: ValidationReport, _ console: Console) {
    let text = text(report, console)
    let isNew = text != quick && text != all
    quick = text
    guard isNew, !text.isEmpty else { return }
    // The complete report is shown after it, even if it equals the last complete report.
    all = text
    console.write("\(text)\(report.summary)\n")
  }

  /// Shows the complete report, if it differs from the report on the screen.
  mutating func show(all report: ValidationReport, _ console: Console) {
    let text = text(report, console)
    if text != all { console.write("\(text)\(report.summary)\n") }
    if !hasBegun { console.report("waiting for a change; Ctrl-C ends\n") }
    (all, hasBegun) = (text, true)
  }

  private var hasBegun = false

  private func text(_ report: ValidationReport, _ console: Console) -> String {
    let diagnostics = report.diagnostics.sortedForReport().onePerCause()
    return diagnostics.isEmpty ? "" : DiagnosticRenderer.text(diagnostics, color: console.outputHasColor) + "\n"
  }
}
