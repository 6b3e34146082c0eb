import TerrainDocuments

extension LoyaltyEngine {
  /// Returns true if `event`, a return, names lines for which the rules decide points.
  func returnsLines(_ event: AccountEvent) throws(DiagnosticError) -> Bool {
    guard let lines, !event.content.isEmpty else { return false }
    return !lines.lines(of: try withValues(event)).isEmpty
  }
}

extension EventRecord {
  /// Returns true if every piece of every line for which the rules decide points was returned.
  func hasNoLineLeft(_ engine: LoyaltyEngine) throws(DiagnosticError) -> Bool {
    guard let lines = engine.lines, let records = self.lines else { return false }
    let bought = lines.lines(of: try engine.withValues(records.event))
    return !bought.isEmpty && bought.allSatisfy { records[$0.id].returned >= $0.quantity }
  }
}
