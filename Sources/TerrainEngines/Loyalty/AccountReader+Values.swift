import TerrainDocuments
import TerrainBase

// Units, instants, amounts and periods of accounts of earlier responses.

extension AccountReader {
  /// The position of `unit`; nil where the account has too many.
  mutating func position(of unit: Text, at node: Node) -> Int? {
    guard state.units.count < AccountLimits.mostUnits || state.units.contains(where: { $0.unit == unit }) else {
      diagnostics.report(.tooManyUnits(at: node))
      return nil
    }
    return state.position(of: unit)
  }

  func instant(_ node: Node) -> Timestamp? {
    if let text = node.text, let instant = try? Timestamp(rfc3339: text) { return instant }
    diagnostics.report(.wrongTime(at: node))
    return nil
  }

  func period(_ node: Node) -> CalendarPeriod? {
    let period = PeriodReader.period(node.value)
    if period == nil { diagnostics.report(.wrongAccountField("this period", at: node)) }
    return period
  }

  func amount(
    _ node: Node, least: Int64, most: Int64 = AccountLimits.largestAmount
  ) -> Int64? {
    if let number = node.int, least...most ~= number { return number }
    diagnostics.report(.wrongAccountField("this amount", at: node))
    return nil
  }
}
