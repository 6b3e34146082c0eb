import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainPages

extension Command {
  private static let reportOutput = Option(
    name: "output", letter: "o", kind: .path("FILE"), help: "Write the page to this file instead of standard output")

  /// `terrain report`: weeks of a person as a page.
  static let report = Command(
    name: "report", summary: "Write a self-contained HTML page about a person",
    discussion: """
      REQUEST is what `terrain trend` reads, and the answers to the quiz where there are any:
        {"now": "2026-02-14", "facts": {"FACT": …}, "answers": {"QUESTION": "OPTION", …},
         "logs": [{"date": "2026-02-13", "FIELD": …}, …]}
      Answers alone are enough: what the quiz says of the person need not be among the facts
      again. The page shows the results of `score`, `trend` and `streak`. It fetches nothing,
      needs no script, and prints on one sheet.
      """,
    operands: [.request], options: [.pack, .set, reportOutput],
    examples: [
      .init(line: "terrain report request.json -o page.html", purpose: "Write a page, and open it in a browser")
    ],
    run: { arguments, console in
      let workspace = try Workspace(arguments)
      let document = try Workspace.document(at: arguments.operand(0) ?? "-")
      let hasAnswers = document.root["answers"].map { $0.kind != .null } ?? false
      let session = OperationSession(
        workspace.loader(also: ReportPage.contracts + (hasAnswers ? [ScoringEngine.contract] : [])))
      let (page, notes) = try session.report(on: document.root)
      console.report(session.warnings)
      console.report(notes.warnings + notes.findings)
      let bytes = Array(page.html().utf8)
      if let file = arguments.value(of: reportOutput) {
        try OutputFile.write(bytes, to: file)
      } else {
        console.write(bytes)
      }
      return .success
    })
}
