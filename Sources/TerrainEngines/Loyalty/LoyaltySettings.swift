import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// The settings that the rules of a program declare for every event.
package struct LoyaltySettings: Sendable {
  /// The program's own unit.
  package let unit: Text
  /// The days of its calendar.
  package let days: LocalDays
  /// The only currency that it takes; nil: any, one per account.
  package let currency: Text?
  /// The rounding of products to whole amounts.
  package let rounding: RoundingRule

  /// The zone of its calendar.
  package var zone: Zone { days.zone }

  init(_ decision: Decision, _ rules: RuleSet, _ calendar: Pack.Calendar) throws(DiagnosticError) {
    let session = RuleSession(rules)
    session.begin()
    var fields = ValueFields(try session.decided(decision), of: decision, in: rules)
    let unit = fields.text("unit")
    if unit == nil { fields.wrong("unit", "the name of a unit") }
    let name = fields.text("zone")
    let zone = name.map { name in try? Zone(named: name) } ?? .utc
    if zone == nil {
      fields.wrong("zone", "the name of a time zone", among: name.map { ZoneDatabase.system.names(beside: $0) } ?? [])
    }
    let currency = fields.text("currency")
    if let currency, Currency.minorDigits(currency) == nil { fields.wrong("currency", "a currency of ISO 4217") }
    let mode = fields.text("rounding")
    let rounding = mode.flatMap { RoundingRule(rawValue: $0.string) }
    if mode != nil, rounding == nil {
      let names = RoundingRule.allCases.map { $0.rawValue }
      fields.wrong("rounding", "one of \(names.quoted)", among: names)
    }
    let diagnostics = fields.finish()
    guard !diagnostics.hasErrors, let unit, let zone else { throw DiagnosticError(diagnostics) }
    self.unit = unit
    days = calendar.days(in: zone)
    self.currency = currency
    self.rounding = rounding ?? .floor
  }
}
