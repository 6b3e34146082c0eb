import TerrainAuthoring
import TerrainDocuments
import TerrainOperations

extension Operations {
  /// Everything that is wrong with the pack and the rules.
  package static var packValidate: Operation<PackValidateResult> {
    Operation(
      name: "pack.validate",
      summary: "Check the pack and its rules as they are on the disk now",
      parameters: .object([]), result: .validation, runsApart: true
    ) { _, session, _ throws(DiagnosticError) in
      let served = try session.service().served
      let report = served.place.validate(
        rules: served.rulesFolder, examples: true, isCancelled: session.isCancelled)
      if session.isCancelled() { throw DiagnosticError(.cancelled) }
      return PackValidateResult(
        versions: Versions(served), summary: report.summary, files: report.files, diagnostics: report.diagnostics)
    }
  }
}

/// What validation found in a pack and its rules.
package struct PackValidateResult {
  let versions: Versions
  let summary: String
  let files: [String]
  let diagnostics: [Diagnostic]
}

extension ResultType where Content == PackValidateResult {
  package static var validation: ResultType {
    object {
      fields(of: versionFields) { $0.versions }
      requiredField("valid", .flag, "Whether there are no errors.") { !$0.diagnostics.hasErrors }
      requiredField("summary", .text, "How many files were looked at, and what came of them.") { $0.summary }
      requiredField("files", .list(.text), "The files that were looked at.") { $0.files }
      requiredField("diagnostics", .list(.diagnostic), "What was found, by place.") { $0.diagnostics }
    }
  }
}
