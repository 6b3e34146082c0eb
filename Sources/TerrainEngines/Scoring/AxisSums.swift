import TerrainBase

/// Exact sums of moves, one an axis, in a quiz's units. Addition of whole numbers: the order of answers cannot matter.
struct AxisSums: Sendable, Hashable {
  var units: [Int64]

  init(axes: Int) { units = Array(repeating: 0, count: axes) }

  /// Adds what `option` moves. The quiz's reader has bounded every sum, so this cannot overflow.
  mutating func add(_ option: Quiz.Option) { add(option.moves) }

  /// Adds the moves of an option.
  mutating func add(_ moves: [Quiz.Move]) {
    for move in moves { units[move.axis] &+= move.units }
  }
}

/// What the options of a question move, side by side: a score asks what each of them would have moved.
struct QuestionMoves: Sendable {
  /// The options, by position.
  let options: Range<Int>
  /// The axes that any of them moves.
  let axes: [Int]
  /// For each option the units that it adds to each of ``axes``.
  private let units: [Int64]

  /// The moves of `question` in a quiz of so many axes.
  init(_ question: Quiz.Question, axes count: Int) {
    let axes = (0..<count).filter { axis in question.options.contains { $0.moves.contains { $0.axis == axis } } }
    options = question.options.indices
    self.axes = axes
    units = question.options.flatMap { option in axes.map { option.units(on: $0) } }
  }

  /// The units that `option` adds to the axis at `place` of ``axes``.
  func units(of option: Int, _ place: Int) -> Int64 { units[option * axes.count + place] }
}

/// How an exact sum becomes a whole number on its axis; the rules declare it.
struct AxisScale: Sendable {
  let places: Int
  let rounding: RoundingRule
  let clamps: Bool
  /// An axis's ends, as the rules declare them.
  let ranges: [ClosedRange<Int64>]
  /// Units in a whole.
  private let whole: Int64

  init(places: Int, rounding: RoundingRule, clamps: Bool, ranges: [ClosedRange<Int64>]) {
    self.places = places
    self.rounding = rounding
    self.clamps = clamps
    self.ranges = ranges
    whole = (0..<places).reduce(1) { whole, _ in whole &* 10 }
  }

  /// `units` of axis `axis` as an exact number.
  func exact(_ units: Int64) -> ExactDecimal {
    // 64 bits have at most 19 digits, and a quiz at most six places: no limit of decimals is near.
    (try? ExactDecimal(coefficient: Int128(units), exponent: Int32(-places))) ?? .zero
  }

  /// The value of `units` on axis `axis`: rounded once, then clamped once where the rules declare it.
  func value(_ units: Int64, axis: Int) -> Int64 {
    let rounded = rounding.quotient(units, by: whole)
    let range = ranges[axis]
    return clamps ? min(max(rounded, range.lowerBound), range.upperBound) : rounded
  }
}
