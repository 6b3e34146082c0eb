import TerrainDocuments
import TerrainRules
import TerrainBase

/// Asks the rules that rank programs which of them are nothing for a person: what leaves a program out of the ranking keeps it
/// from being begun, and its items from being named.
package struct ProgramGate {
  /// The module whose exclusions count.
  package static var ranking: Text { RankingModule.programs }
  /// The field of a request with the facts of the person.
  package static let person: Text = "person"

  private let session: SuggestionSession
  private let request: DayRequest

  /// The gate for the person of the request at `node`; `session` ranks ``ranking``.
  ///
  /// - Throws: what is wrong with the person's facts.
  package init(_ node: Node, session: SuggestionSession) throws(DiagnosticError) {
    self.session = session
    request = try session.request(node, alsoKnown: ProgramRequest.fields).request
  }

  /// Why the program `id` is nothing for the person; nil where it is something.
  ///
  /// - Throws: what the rules ran into, such as a fact that they need.
  package func reason(against id: Text) throws(DiagnosticError) -> DayProgram.Reason? {
    try session.exclusion(of: id, fromRanking: Self.ranking, for: request).map {
      DayProgram.Reason(why: $0.why, origin: $0.origin)
    }
  }

  /// `program` for the person: with swaps for what is nothing for them.
  ///
  /// - Throws: what the rules ran into, such as a fact that they need.
  package func adapted(_ program: DayProgram) throws(DiagnosticError) -> (program: DayProgram, swaps: [DayProgram.Swap])
  {
    program.adapted(to: try session.programItems(against: request))
  }

  /// What is shown of the item `id` of a program where it is offered; nil where no program may have it.
  ///
  /// - Throws: where the rules do not decide about items of programs.
  package func offer(_ id: Text) throws(DiagnosticError) -> Ranking.Offer? {
    try session.offer(id, ofRanking: RankingModule.programItems, for: request)
  }

  /// Every decision that is evaluated about the program `id` and about the items `planned` and what takes their place, with its rows.
  package func traces(about id: Text, swaps: [DayProgram.Swap]) throws(DiagnosticError) -> [DecisionTrace] {
    var items: [Text] = []
    for id in swaps.flatMap({ [$0.planned] + ($0.item.map { [$0] } ?? []) }) where !items.contains(id) {
      items.append(id)
    }
    return try session.traces { (recording) throws(DiagnosticError) in
      _ = try recording.exclusion(of: id, fromRanking: Self.ranking, for: request)
      for item in items { _ = try recording.exclusion(of: item, fromRanking: RankingModule.programItems, for: request) }
    }
  }
}
