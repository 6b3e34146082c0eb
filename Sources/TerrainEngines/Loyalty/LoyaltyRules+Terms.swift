import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

// How lots begin and end.

extension LoyaltyRules {
  /// The most terms that are kept.
  private static let mostKnownTerms = 8

  /// How lots of `event` begin and end: nearly always as those of one before.
  func terms(of event: AccountEvent) throws(DiagnosticError) -> LotTerms {
    guard let decision = engine.decisions.lot else { return LotTerms() }
    let inputs = engine.inputs.lot
    func decided() throws(DiagnosticError) -> LotTerms {
      var terms = try LotTerms(try rules.decided(decision), of: decision)
      terms.reason = AccountReason(rules.origin(of: decision))
      return terms
    }
    guard inputs.isAboutEventOnly else { return try decided() }
    let values = (event.values?.list ?? []).filter { inputs.needs($0.fact) }
    let known = knownTerms.firstIndex { known in
      known.kind == event.kind
        && known.values.elementsEqual(values) { $0.fact == $1.fact && $0.value.isEqual(to: $1.value) }
    }
    if let known { return knownTerms[known].terms }
    let terms = try decided()
    if knownTerms.count >= (isRecording ? 1 : Self.mostKnownTerms) { knownTerms.removeFirst() }
    knownTerms.append((event.kind, values, terms))
    return terms
  }

  /// When `period` is over that begins at `start`.
  func end(of period: CalendarPeriod, from start: Timestamp) throws(DiagnosticError) -> Timestamp {
    if let lastEnd, lastEnd.start == start, lastEnd.period == period { return lastEnd.end }
    do throws(ArithmeticError) {
      let end = try period.end(from: start, in: engine.settings.zone)
      lastEnd = (period, start, end)
      return end
    } catch {
      throw DiagnosticError(.beyondTheCalendar)
    }
  }
}

extension Diagnostic {
  static var beyondTheCalendar: Diagnostic {
    Diagnostic(code: "account/calendar", message: "a period ends after the year 9999", place: nil)
  }
}
