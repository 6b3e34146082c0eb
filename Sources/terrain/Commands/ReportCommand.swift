import TerrainDocuments
import TerrainEngines
import TerrainOperations
import TerrainPages

extension Command {
  private static let reportOutput = Option(
    name: "output", letter: "o", kind: .path("FILE"), help: "Write the page to this file instead of standard output")

  /// `terrain report`: weeks of a person as a page.
  static let report = Command(
    name: "report", summary: "Write a self-contained HTML page about a person",
    discussion: """
      REQUEST is what `terrain trend` reads, and the answers to the quiz where there are any:
        {"date": "2026-02-14", "person": {"FACT": …}, "answers": {"QUESTION": "OPTION", …},
         "logs": [{"date": "2026-02-13", "FIELD": …}, …]}
      The page shows the results of `score`, `trend` and `streak`. It fetches nothing, needs no
      script, and prints on two pages.
      """,
    operands: [.request], options: [.pack, .set, reportOutput],
    examples: [
      .init(line: "terrain report request.json -o page.html", purpose: "Write a page, and open it in a browser")
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let workspace = try Workspace(arguments)
        let document = try Workspace.document(at: arguments.operand(0) ?? "-")
        let hasAnswers = document.root["answers"].map { $0.kind != .null } ?? false
        let session = OperationSession(
          workspace.loader(
            also: StreakEngine.contracts + [ReportWords.contract] + (hasAnswers ? [ScoringEngine.contract] : [])))
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
      } catch {
        return console.report(error)
      }
    })
}

extension OperationSession {
  /// The page about the person of the request at `node`, and what is noted about the request.
  fileprivate func report(on node: Node) throws(DiagnosticError) -> (page: ReportPage, notes: RequestNotes) {
    let trend = try Operations.trend.run(self, node)
    let streak = try Operations.streak.run(self, node).result
    let words = try ReportWords(self, for: node)
    let person = try trend.result.request.day.answers.map { answers throws(DiagnosticError) in
      let scoring = try scoring()
      return PersonPart(try scoring.score(answers), engine: scoring.engine, words: words)
    }
    let page = ReportPage(
      words: words, person: person, trend: trend.result.report, streak: streak.report,
      findings: trend.result.request.findings, system: trend.result.engine.system)
    return (page, trend.notes)
  }
}
