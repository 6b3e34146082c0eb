/// A value for each row of each decision, for `otherwise`, and for no row: each made when it is first needed.
struct PerRow<Value> {
  /// By decision: of no row, then of each row, then of `otherwise`; nil of those not made so far.
  private var values: [[Value?]]

  /// No values of so many decisions.
  init(decisions: Int) { values = Array(repeating: [], count: decisions) }

  /// The value of `row` of `decision`, which has `rows` rows; `row` is `rows` of `otherwise`, and nil of no row. What the decision does not
  /// have is made and not kept.
  mutating func value(_ decision: Int, _ row: Int?, of rows: @autoclosure () -> Int, _ make: () -> Value) -> Value {
    let place = row.map { max(0, $0 &+ 1) } ?? 0
    if place < values[decision].count, let known = values[decision][place] { return known }
    let made = make()
    if place >= values[decision].count {
      let rows = rows()
      guard place <= rows + 1 else { return made }
      values[decision] = Array(repeating: nil, count: rows + 2)
    }
    values[decision][place] = made
    return made
  }
}
