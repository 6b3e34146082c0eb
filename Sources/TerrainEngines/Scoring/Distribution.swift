import TerrainBase
import TerrainDocuments

/// The number of ways to answer some questions that lead to each combination of exact sums.
///
/// Distributions of independent questions combine by addition of sums and multiplication of ways, so billions of sets of
/// answers are counted in thousands of steps, exactly. A combination of sums is one number in a mixed radix, and an option
/// moves it by a constant.
struct Distribution {
  /// The combinations or ways are too many to count.
  enum Failure: Error { case tooLarge }

  /// The maximum number of distinct combinations.
  static let limit = 4_000_000

  /// The axes that are distinguished, as positions in the quiz.
  let axes: [Int]
  private let strides: [Int64]
  private let lowest: [Int64]
  private let widths: [Int64]
  /// Ways by combination.
  private(set) var ways: [Int64: UInt64]

  /// The sums `start`, reached in one way, with room for whatever `questions` can add on `axes`.
  init(start: AxisSums, axes: [Int], questions: [[Quiz.Option]]) throws(Failure) {
    self.axes = axes
    var strides: [Int64] = []
    var lowest: [Int64] = []
    var widths: [Int64] = []
    var stride: Int64 = 1
    for axis in axes {
      var low = start.units[axis]
      var high = low
      for options in questions {
        let moves = options.map { $0.units(on: axis) }
        low &+= moves.min() ?? 0
        high &+= moves.max() ?? 0
      }
      let width = high &- low &+ 1
      strides.append(stride)
      lowest.append(low)
      widths.append(width)
      let (product, overflow) = stride.multipliedReportingOverflow(by: width)
      guard !overflow, product > 0 else { throw .tooLarge }
      stride = product
    }
    self.strides = strides
    self.lowest = lowest
    self.widths = widths
    // A combination is stored as its distance from the lowest sums, which are added when it is read.
    var key: Int64 = 0
    for (position, axis) in axes.enumerated() { key &+= (start.units[axis] &- lowest[position]) &* strides[position] }
    ways = [key: 1]
  }

  /// Adds a question, in which each option is one way to answer.
  mutating func combine(with options: [Quiz.Option]) throws(Failure) {
    guard !options.isEmpty else { return }
    var counts: [Int64: UInt64] = [:]
    for option in options {
      counts[offset(of: option), default: 0] += 1
    }
    var combined: [Int64: UInt64] = [:]
    combined.reserveCapacity(ways.count * 2)
    for (offset, count) in counts {
      for (key, old) in ways {
        let (product, overflow) = old.multipliedReportingOverflow(by: count)
        guard !overflow else { throw .tooLarge }
        let (sum, carry) = (combined[key &+ offset] ?? 0).addingReportingOverflow(product)
        guard !carry else { throw .tooLarge }
        combined[key &+ offset] = sum
      }
      guard combined.count <= Self.limit else { throw .tooLarge }
    }
    ways = combined
  }

  /// The distance by which `option` moves a combination.
  func offset(of option: Quiz.Option) -> Int64 {
    var offset: Int64 = 0
    for (position, axis) in axes.enumerated() { offset &+= option.units(on: axis) &* strides[position] }
    return offset
  }

  /// The sums on ``axes`` of the combination `key`.
  func sums(of key: Int64) -> [Int64] {
    axes.indices.map { lowest[$0] &+ (key / strides[$0]) % widths[$0] }
  }

  /// Calls `body` with the sums on ``axes`` of every combination and the number of ways that lead there.
  func forEach(_ body: (_ sums: [Int64], _ ways: UInt64) throws -> Void) rethrows {
    for (key, count) in ways { try body(sums(of: key), count) }
  }
}

extension Quiz.Option {
  /// The units that this option adds on `axis`.
  func units(on axis: Int) -> Int64 { moves.reduce(0) { $1.axis == axis ? $0 &+ $1.units : $0 } }
}

extension Diagnostic {
  static func tooManyCombinations(limit: Int) -> Diagnostic {
    Diagnostic(
      code: "score/too-many-combinations",
      message: "what is not answered leads to more than \(limit) combinations of sums, too many to count", place: nil)
  }
}

/// Exact sums of moves, one an axis, in a quiz's units. Addition of whole numbers: the order of answers cannot matter.
struct AxisSums: Sendable, Hashable {
  var units: [Int64]

  init(axes: Int) { units = Array(repeating: 0, count: axes) }

  /// Adds the moves of `option`. The quiz's reader has bounded every sum, so this cannot overflow.
  mutating func add(_ option: Quiz.Option) { add(option.moves) }

  /// Adds the moves of an option.
  mutating func add(_ moves: [Quiz.Move]) {
    for move in moves { units[move.axis] &+= move.units }
  }
}

/// The moves of a question's options in one array, because a score compares them all.
struct QuestionMoves: Sendable {
  /// The options, by position.
  let options: Range<Int>
  /// The axes that the options move.
  let axes: [Int]
  /// For each option its units on each of ``axes``.
  private let units: [Int64]

  /// The moves of `question` in a quiz with `count` axes.
  init(_ question: Quiz.Question, axes count: Int) {
    let axes = (0..<count).filter { axis in question.options.contains { $0.moves.contains { $0.axis == axis } } }
    options = question.options.indices
    self.axes = axes
    units = question.options.flatMap { option in axes.map { option.units(on: $0) } }
  }

  /// The units that `option` adds to the axis at `place` of ``axes``.
  func units(of option: Int, _ place: Int) -> Int64 { units[option * axes.count + place] }
}

/// The conversion of an exact sum to a whole number on its axis, as the rules declare it.
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

  /// The value of `units` on axis `axis`: rounded once, then clamped if the rules declare it.
  func value(_ units: Int64, axis: Int) -> Int64 {
    let rounded = rounding.quotient(units, by: whole)
    let range = ranges[axis]
    return clamps ? min(max(rounded, range.lowerBound), range.upperBound) : rounded
  }
}
