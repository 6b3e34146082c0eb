import TerrainDocuments
import TerrainRules
import TerrainBase

/// Writes lean scores. What does not depend on a person is written once, when the writer is made.
final class LeanScoreWriter {
  /// Axes with more sums than this are written one by one.
  private static let mostSums: Int64 = 1 << 14

  /// The value of an axis at each of its sums.
  private struct AxisTable {
    var lowest: Int64
    var count: Int64
    /// The position of the lowest sum's value and piece.
    var first: Int
  }

  private let names: [[UInt8]]
  private let scale: AxisScale
  private let tables: UnsafeMutablePointer<AxisTable>
  private let values: UnsafeMutablePointer<Int64>
  private let axes: TextPieces
  private let parts: TextPieces
  /// For each outcome what is written before its id.
  private let outcomes: TextPieces
  private let flags: TextPieces

  private enum Part: Int, CaseIterable { case open, openID, idEnd, axes, flags, comma, end }

  /// A writer of scores of `quiz`, whose flags are `flags`.
  init(_ quiz: Quiz, outcomes: [Score.Outcome], scale: AxisScale, flags: [Text]) {
    self.scale = scale
    self.outcomes = TextPieces(outcomes.map { Array("},".utf8) + Self.json($0.name) + Array(#":{"id":"#.utf8) })
    names = quiz.axes.enumerated().map { position, axis in
      Array((position == 0 ? "" : ",").utf8) + Self.json(axis.id)
    }
    self.flags = TextPieces(flags.map(Self.json))
    parts = TextPieces(
      Part.allCases.map { part in
        switch part {
        case .open: "{"
        case .openID: #"{"id":"#
        case .idEnd, .comma: ","
        case .axes: #""axes":{"#
        case .flags: #"},"flags":["#
        case .end: "]}"
        }
      }.map { Array($0.utf8) })
    tables = .allocate(capacity: max(1, quiz.axes.count))
    var values: [Int64] = []
    var pieces: [[UInt8]] = []
    for axis in quiz.axes.indices {
      var (low, high): (Int64, Int64) = (0, 0)
      for question in quiz.questions {
        low &+= min(0, question.options.map { $0.units(on: axis) }.min() ?? 0)
        high &+= max(0, question.options.map { $0.units(on: axis) }.max() ?? 0)
      }
      let count = high &- low < Self.mostSums ? high &- low &+ 1 : 0
      (tables + axis).initialize(to: AxisTable(lowest: low, count: count, first: values.count))
      for sum in low..<low &+ count {
        let value = scale.value(sum, axis: axis)
        values.append(value)
        pieces.append(Self.piece(names[axis], value))
      }
    }
    axes = TextPieces(pieces)
    self.values = .allocate(capacity: max(1, values.count))
    _ = UnsafeMutableBufferPointer(start: self.values, count: values.count).initialize(from: values)
  }

  deinit {
    tables.deallocate()
    values.deallocate()
  }

  /// `text` as JSON.
  static func json(_ text: Text) -> [UInt8] {
    var writer = JSONWriter(.compact)
    writer.string(text)
    return writer.bytes
  }

  private static func piece(_ name: [UInt8], _ value: Int64) -> [UInt8] { name + Array(#":{"value":\#(value)}"#.utf8) }

  @inline(__always)
  private func write(_ part: Part, to output: inout OutputBytes) { parts.write(part.rawValue, to: &output) }

  /// Writes the id, which is JSON or nothing, and what comes before the axes.
  @inline(__always)
  func begin(id: UnsafeRawBufferPointer, to output: inout OutputBytes) {
    if id.isEmpty {
      write(.open, to: &output)
    } else {
      write(.openID, to: &output)
      output.append(id)
      write(.idEnd, to: &output)
    }
    write(.axes, to: &output)
  }

  /// Writes an axis, and gives its value.
  @inline(__always)
  func axis(_ axis: Int, sum: Int64, to output: inout OutputBytes) -> Int64 {
    let table = tables[axis]
    let offset = sum &- table.lowest
    guard offset >= 0, offset < table.count else { return rareAxis(axis, sum: sum, to: &output) }
    let position = table.first &+ Int(truncatingIfNeeded: offset)
    axes.write(position, to: &output)
    return values[position]
  }

  @inline(never)
  private func rareAxis(_ axis: Int, sum: Int64, to output: inout OutputBytes) -> Int64 {
    let value = scale.value(sum, axis: axis)
    output.append(Self.piece(names[axis], value))
    return value
  }

  /// Writes what is before the id of the outcome at `index`.
  @inline(__always)
  func outcome(_ index: Int, to output: inout OutputBytes) { outcomes.write(index, to: &output) }

  /// Writes what comes after the outcomes, with the flags at these positions.
  @inline(__always)
  func end(flags numbers: UnsafeBufferPointer<Int>, to output: inout OutputBytes) {
    write(.flags, to: &output)
    for index in 0..<numbers.count {
      if index > 0 { write(.comma, to: &output) }
      flags.write(numbers[index], to: &output)
    }
    write(.end, to: &output)
  }
}
