import TerrainAuthoring
import TerrainDocuments

extension Method {
  /// Everything that is wrong with the pack and the rules.
  public static let packValidate = Method(
    name: "pack.validate",
    summary: "Check the pack and its rules as they are on the disk now: everything that can be checked",
    parameters: .object([]),
    result: .object(
      Shape.Field.identities + [
        .required("valid", .flag, "Whether there are no errors."),
        .required("summary", .text, "How many files were looked at, and what came of them."),
        .required("files", .list(.text), "The files that were looked at."),
        .required("diagnostics", .list(.diagnostic), "What was found, by place."),
      ]), runsApart: true
  ) { _, session, writer throws(DiagnosticError) in
    let served = session.served
    let report = served.place.validate(
      rules: served.rulesFolder, examples: true, isCancelled: session.isCancelled)
    if session.isCancelled() { throw DiagnosticError(.cancelled) }
    writer.object { writer in
      writer.identity(served)
      writer.member("valid", !report.diagnostics.hasErrors)
      writer.member("summary", report.summary)
      writer.member("files", report.files)
      writer.array("diagnostics") { writer in
        for diagnostic in report.diagnostics { DiagnosticRenderer.write(diagnostic, to: &writer) }
      }
    }
    return []
  }
}
