import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

/// When the lots of an event begin and end to count, as the decision `lot` declares.
struct LotTerms: Sendable {
  /// They wait for a commit.
  var isPending = false
  /// They begin to count so much later.
  var waits = CalendarPeriod()
  /// They last so long; nil: for ever.
  var lasts: CalendarPeriod?
  /// They count towards the lifetime.
  var counts = true
  /// The rule that declares them; nil where none does.
  var reason: AccountReason?
}

extension LotTerms {
  /// The terms that `value`, the result of `decision`, declares.
  ///
  /// - Throws: what is wrong with them.
  init(_ value: Value, of decision: Decision) throws(DiagnosticError) {
    guard case .map(let map)? = value.present else { return }
    for (key, value) in map.entries {
      guard case .string(let key) = key, let value = value.present else { continue }
      switch (key.string, value) {
      case ("pending", .bool(let isPending)): self.isPending = isPending
      case ("counts", .bool(let counts)): self.counts = counts
      case ("waits", _):
        guard let period = PeriodReader.period(value) else { throw DiagnosticError(.notAPeriod(decision)) }
        waits = period
      case ("lasts", _):
        guard let period = PeriodReader.period(value) else { throw DiagnosticError(.notAPeriod(decision)) }
        lasts = period
      default: throw DiagnosticError(.wrongTerm(key, decision))
      }
    }
  }
}

extension Diagnostic {
  static func wrongTerm(_ key: Text, _ decision: Decision) -> Diagnostic {
    rule(
      "account/terms", "`\(key)` of `\(decision.name)` is not what it has to be", decision,
      fix: "`pending` and `counts` are true or false, `waits` and `lasts` are periods")
  }
}
