import TerrainDocuments
import TerrainRules

// One person's answers, for callers that keep no session.
extension ScoringEngine {
  /// Scores the answers at `node`.
  ///
  /// - Parameter partial: whether required questions may be unanswered; the score then has its certainty.
  /// - Returns: the score, and warnings about the answers.
  /// - Throws: everything that is wrong with the answers, or why the rules have no outcome for them.
  package func score(
    _ node: Node, partial: Bool = false
  ) throws(DiagnosticError) -> (score: Score, warnings: [Diagnostic]) {
    try ScoringSession(self).score(node, partial: partial)
  }
}
