import TerrainDocuments
import TerrainEngines
import TerrainPages
import TerrainServer
import TerrainValues

extension Command {
  static let rankingOption = Option(
    name: "ranking", kind: .value("MODULE"), help: "Ask another ranking of the rule set. Without it: `suggest`")
  static let limitOption = Option(
    name: "limit", kind: .number(AskedModule.Fields.ranking.counts),
    help: "Show so many candidates, not as many as the rules say")

  /// `terrain suggest`: candidates in order.
  static let suggest = Command(
    name: "suggest", summary: "Rank what can be offered to a person",
    discussion: requestShape, operands: [requestOperand], options: [.pack, .set, rankingOption, limitOption, .json],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let document = try Workspace.document(at: arguments.operand(0) ?? "-")
        let asked = try AskedModule(document.root, in: .ranking)
        let name = arguments.value(of: rankingOption).map { Text($0) } ?? asked.module ?? "suggest"
        let (engine, warnings) = try Workspace(arguments).dayEngine(pages: [], rankings: [name], for: document.root)
        console.report(warnings)
        let (request, found) = try engine.request(document.root, alsoKnown: AskedModule.Fields.ranking.names)
        console.report(found)
        let limit = arguments.value(of: limitOption).flatMap { Int($0) } ?? asked.count
        let ranking = try DaySession(engine).ranking(name, for: request, limit: limit)
        let response = SuggestResult(ranking, for: request, engine: engine)
        try console.answer(arguments, response, page: DayPage(ranking, engine: engine, locale: request.locale))
        return .fine
      } catch {
        return console.report(error)
      }
    })
}
