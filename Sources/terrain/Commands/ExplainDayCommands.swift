import TerrainDocuments
import TerrainEngines
import TerrainOperations
import TerrainPages
import TerrainServer
import TerrainValues

extension Command {
  static let explainInsight = explainPage("insight", "Explain what a day is about")
  static let explainConstitution = explainPage("constitution", "Explain what a person is said to be like")
  static let explainToday = explainPage("today", "Explain one day's page")

  private static func explainPage(_ name: String, _ summary: String) -> Command {
    Command(
      name: name, summary: summary, operands: [requestOperand],
      options: [.pack, .set, pageOption, explanationAsJSON],
      run: { arguments, console in
        do throws(DiagnosticError) {
          let document = try Workspace.document(at: arguments.operand(0) ?? "-")
          let page = arguments.value(of: pageOption).map { Text($0) } ?? document.root["page"]?.text ?? Text(name)
          let (engine, warnings) = try Workspace(arguments).insightEngine(page: page, for: document.root)
          console.report(warnings)
          let (request, found) = try engine.request(document.root, alsoKnown: ["page"])
          console.report(found)
          let traces = try InsightSession(engine).traces(ofPage: page, for: request)
          let response = ExplainResult(operation: name, Explanation(.decisions(traces), engine.system))
          try show(lines(traces), response, arguments, console)
          return .fine
        } catch {
          return console.report(error)
        }
      })
  }

  /// `terrain explain suggest`: every candidate, where it stands and why.
  static let explainSuggest = Command(
    name: "suggest", summary: "Explain where every candidate stands, criterion by criterion, or what left it out",
    operands: [requestOperand], options: [.pack, .set, rankingOption, limitOption, explanationAsJSON],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let document = try Workspace.document(at: arguments.operand(0) ?? "-")
        let name =
          arguments.value(of: rankingOption).map { Text($0) } ?? document.root["ranking"]?.text ?? "suggest"
        let (engine, warnings) = try Workspace(arguments).suggestionEngine(ranking: name, for: document.root)
        console.report(warnings)
        let (request, found) = try engine.request(document.root, alsoKnown: ["ranking", "limit"])
        console.report(found)
        let limit = arguments.value(of: limitOption).flatMap { Int($0) } ?? document.root["limit"]?.int.map { Int($0) }
        let explanations = try SuggestionSession(engine).explanations(ofRanking: name, for: request, limit: limit)
        let response = ExplainResult(operation: "suggest", Explanation(.candidates(explanations), engine.system))
        try show(explanations.flatMap(\.lines), response, arguments, console)
        return .fine
      } catch {
        return console.report(error)
      }
    })
}
