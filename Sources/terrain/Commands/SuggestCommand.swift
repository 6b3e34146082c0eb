import TerrainDocuments
import TerrainEngines
import TerrainOperations
import TerrainPages
import TerrainServer
import TerrainValues

extension Command {
  static let rankingOption = Option(
    name: "ranking", kind: .value("MODULE"), help: "Ask another ranking of the rule set. Without it: `suggest`")
  static let limitOption = Option(
    name: "limit", kind: .number(Operations.suggestLimit),
    help: "Show so many candidates, not as many as the rules say")

  /// `terrain suggest`: candidates in order.
  static let suggest = Command(
    name: "suggest", summary: "Rank what can be offered to a person",
    discussion: requestShape, operands: [requestOperand], options: [.pack, .set, rankingOption, limitOption, .json],
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
        let ranking = try SuggestionSession(engine).ranking(name, for: request, limit: limit)
        let response = SuggestResult(ranking, request: request, engine: engine)
        try console.answer(arguments, response, page: DayPage(ranking, engine: engine, locale: request.locale))
        return .fine
      } catch {
        return console.report(error)
      }
    })
}
