import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainOperations
import TerrainPages
import TerrainRules
import TerrainServer
import TerrainValues

extension Command {
  private static let reportOutput = Option(
    name: "output", letter: "o", kind: .path("FILE"), help: "Write the page to this file instead of standard output")

  /// `terrain report`: weeks of a person as a page.
  static let report = Command(
    name: "report", summary: "Write one self-contained HTML page about a person",
    discussion: """
      REQUEST is what `terrain trend` reads, and the answers to the quiz where there are any:
        {"date": "2026-02-14", "person": {"FACT": …}, "answers": {"QUESTION": "OPTION", …},
         "logs": [{"date": "2026-02-13", "FIELD": …}, …]}
      The page shows what `score`, `trend` and `streak` answer. It fetches nothing, needs no
      script, and prints on two pages.
      """,
    operands: [requestOperand], options: [.pack, .set, reportOutput],
    examples: [
      .init(line: "terrain report request.json -o page.html", purpose: "Write a page, and open it in a browser")
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let workspace = try Workspace(arguments)
        let document = try Workspace.document(at: arguments.operand(0) ?? "-")
        let (page, found) = try workspace.report(on: document.root)
        console.report(found)
        let bytes = Array(page.html().utf8)
        if let file = arguments.value(of: reportOutput) {
          try OutputFile.write(bytes, to: file)
        } else {
          console.write(bytes)
        }
        return .fine
      } catch {
        return console.report(error)
      }
    })
}

extension Workspace {
  /// The page about the person of the request at `node`, and what was odd on the way.
  fileprivate func report(on node: Node) throws(DiagnosticError) -> (page: ReportPage, found: [Diagnostic]) {
    let (trends, warnings) = try trendEngine()
    let (request, found) = try trends.request(node)
    let trend = try TrendSession(trends).report(for: request)
    let streaks = try streakEngine().engine
    let kept = try streaks.request(node).request
    let streak = try StreakSession(streaks).report(for: kept)
    let (words, answers) = try reportWords(for: node)
    var person: PersonPart?
    if let answers {
      let scoring = try scoringEngine().engine
      person = PersonPart(try ScoringSession(scoring).score(answers), engine: scoring, words: words)
    }
    let page = ReportPage(
      words: words, person: person, trend: trend, streak: streak, findings: request.findings,
      system: trends.system)
    return (page, warnings + found + request.findings)
  }

  /// The words of pages about weeks for the request at `node`, and what its person answered to the quiz.
  func reportWords(for node: Node) throws(DiagnosticError) -> (words: ReportWords, answers: Answers?) {
    let system = try system(contracts: [ReportWords.contract], kinds: [ScoringEngine.quizKind])
    let engine = try InsightEngine(system, pages: ReportWords.pages(of: system.rules.ruleSet), rankings: [])
    let (request, _) = try engine.request(node, alsoKnown: [LogRequest.field])
    return (try ReportWords(engine, for: request), request.answers)
  }
}
