/// A bar that shows a value between two ends, in plain characters.
///
/// An axis that has both signs grows from its middle; one that starts at zero grows from its left.
struct AxisBar {
  let value: Int64
  let min: Int64
  let max: Int64
  /// Characters, ends not counted.
  var cells = 20

  var text: String {
    guard max > min else { return "" }
    let zero = min < 0 && max > 0 ? position(0) : position(min)
    let end = position(value)
    let filled = Swift.min(zero, end)..<Swift.max(zero, end)
    var bar = ""
    for cell in 0..<cells {
      if cell == zero, min < 0 { bar += "│" }
      bar += filled.contains(cell) ? "█" : "·"
    }
    return bar
  }

  /// The boundary between cells that represents `value`, from 0 to ``cells``.
  private func position(_ value: Int64) -> Int {
    let inside = Swift.min(Swift.max(value, min), max)
    let share = Double(inside - min) / Double(max - min)
    return Int((share * Double(cells)).rounded())
  }
}
