import TerrainDocuments
import TerrainRules

// Functions for one person's answers, for callers without a session.
extension ScoringEngine {
  /// Scores the answers at `node`.
  ///
  /// - Parameter partial: whether required questions may be unanswered; the score then has its certainty.
  /// - Returns: the score, and warnings about the answers.
  /// - Throws: all errors in the answers, or why the rules have no outcome for them.
  package func score(
    _ node: Node, partial: Bool = false
  ) throws(DiagnosticError) -> (score: Score, warnings: [Diagnostic]) {
    try ScoringSession(self).score(node, partial: partial)
  }
}
