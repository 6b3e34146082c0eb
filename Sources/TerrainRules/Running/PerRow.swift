/// Values that belong to the rows of decisions, each computed when it is first needed.
///
/// A decision has a value for "no row", one for each row, and one for `otherwise`. Memory for a decision is taken with its first
/// value.
struct PerRow<Value> {
  /// The values of each decision: for no row, for each row in order, for `otherwise`; nil if not computed yet.
  private var values: [[Value?]]

  /// No values yet, for `decisions` decisions.
  init(decisions: Int) { values = Array(repeating: [], count: decisions) }

  /// Returns the value of a row, which `compute` returns the first time.
  ///
  /// - Parameters:
  ///   - row: the index of the row, the number of rows for `otherwise`, or nil for no row. A value for another index is computed
  ///     each time.
  ///   - rowCount: the number of rows of the decision.
  mutating func value(
    _ decision: Int, _ row: Int?, of rowCount: @autoclosure () -> Int, _ compute: () -> Value
  ) -> Value {
    let position = row.map { max(0, $0 &+ 1) } ?? 0
    if position < values[decision].count, let stored = values[decision][position] { return stored }
    let computed = compute()
    if position >= values[decision].count {
      let rowCount = rowCount()
      guard position <= rowCount + 1 else { return computed }
      values[decision] = Array(repeating: nil, count: rowCount + 2)
    }
    values[decision][position] = computed
    return computed
  }
}
