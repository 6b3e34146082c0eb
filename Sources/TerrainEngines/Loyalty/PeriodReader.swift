import TerrainBase
import TerrainDocuments
import TerrainRules

/// Reads the periods of rules and documents: maps of `years`, `months`, `days`, `hours`, `minutes` and `through`.
enum PeriodReader {
  /// The maximum number of units of a period.
  private static let most: Int64 = 120_000

  /// The period in `value`; nil if it is not valid.
  static func period(_ value: Value) -> CalendarPeriod? {
    guard case .map(let map)? = value.present else { return nil }
    var period = CalendarPeriod()
    for (key, value) in map.entries {
      guard case .string(let key) = key else { return nil }
      guard let value = value.present else { continue }
      switch (key.string, value) {
      case ("through", .string(let word)):
        guard let part = CalendarPeriod.Part(rawValue: word.string) else { return nil }
        period.through = part
      case (_, .int(let number)) where 0...most ~= number:
        let count = Int(number)
        switch key.string {
        case "years": period.months += 12 * count
        case "months": period.months += count
        case "days": period.days += count
        case "hours": period.seconds += 3600 * count
        case "minutes": period.seconds += 60 * count
        case "seconds": period.seconds += count
        default: return nil
        }
      default: return nil
      }
    }
    return period
  }
}

extension Diagnostic {
  static func notAPeriod(_ decision: Decision) -> Diagnostic {
    rule(
      "account/period", "`\(decision.name)` has to yield a period", decision,
      fix: "such as `{ months: 12, through: month }`; the units are years, months, days, hours, minutes and seconds")
  }
}
