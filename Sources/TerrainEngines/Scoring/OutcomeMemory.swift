/// What an outcome is at values of the axes that it needs, as far as the rules were asked: they decide alike for the same values, so
/// that each is asked for once. Of axes with too many values together nothing is remembered.
struct OutcomeMemory {
  /// What is remembered of values.
  enum Entry {
    case unknown
    /// The rules have no outcome there.
    case none
    /// The outcome's position among its words.
    case word(Int)
  }

  private struct Axis {
    let position: Int
    let range: ClosedRange<Int64>
    let stride: Int
  }

  private let axes: [Axis]
  /// By values: 0 where unknown, 1 where there is no outcome, else its position plus 2. Empty where nothing is remembered.
  private var codes: [UInt16]

  /// More values than this are not remembered.
  private static let most = 1 << 16

  /// A memory of an outcome with so many words that needs the axes for which `needs` is true.
  init(needs: [Bool], ranges: [ClosedRange<Int64>], words: Int) {
    var axes: [Axis] = []
    var count = 1
    for position in needs.indices where needs[position] {
      let range = ranges[position]
      axes.append(Axis(position: position, range: range, stride: count))
      let size = range.upperBound.subtractingReportingOverflow(range.lowerBound)
      let next = count.multipliedReportingOverflow(by: Int(clamping: size.partialValue) &+ 1)
      count = size.overflow || next.overflow ? .max : next.partialValue
      if count > Self.most || count < 1 { break }
    }
    let isKept = count <= Self.most && count > 0 && words > 0 && words < Int(UInt16.max) - 2
    self.axes = axes
    codes = isKept ? Array(repeating: 0, count: count) : []
  }

  /// The position of `values`; nil where they are not remembered.
  private func position(of values: [Int64]) -> Int? {
    guard !codes.isEmpty else { return nil }
    var position = 0
    for axis in axes {
      guard axis.range.contains(values[axis.position]) else { return nil }
      position &+= Int(values[axis.position] &- axis.range.lowerBound) &* axis.stride
    }
    return position
  }

  /// What is remembered of `values`.
  func entry(at values: [Int64]) -> Entry {
    guard let position = position(of: values), codes[position] > 0 else { return .unknown }
    return codes[position] == 1 ? .none : .word(Int(codes[position]) - 2)
  }

  /// Remembers the outcome at `values`, by its position among the words; nil where there is none.
  mutating func remember(_ word: Int?, at values: [Int64]) {
    guard let position = position(of: values) else { return }
    codes[position] = word.map { UInt16(truncatingIfNeeded: $0 + 2) } ?? 1
  }
}
