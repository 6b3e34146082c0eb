import TerrainDocuments
import TerrainRules
import TerrainValues

/// Asks the rules that rank programs which of them are nothing for a person: what leaves a program out of the ranking keeps it
/// from being begun, and its items from being named.
package struct ProgramGate {
  /// Why a program is left out.
  package struct Reason: Sendable {
    /// The reason, a value of the rules' vocabulary.
    package let why: Text
    /// The row that excludes it.
    package let origin: Origin?
  }

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
  package func reason(against id: Text) throws(DiagnosticError) -> Reason? {
    try session.exclusion(of: id, fromRanking: Self.ranking, for: request).map {
      Reason(why: $0.why, origin: $0.origin)
    }
  }

  /// Every decision that is evaluated about the program `id`, with its rows.
  package func traces(about id: Text) throws(DiagnosticError) -> [DecisionTrace] {
    try session.traces { (recording) throws(DiagnosticError) in
      try recording.exclusion(of: id, fromRanking: Self.ranking, for: request)
    }
  }
}
