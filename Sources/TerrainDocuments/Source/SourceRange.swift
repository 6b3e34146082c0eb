import TerrainBase

/// A range of bytes of a source, including `start` and excluding `end`.
public struct SourceRange: Hashable, Sendable {
  /// The offset of the first byte.
  public var start: UInt32
  /// The offset after the last byte.
  public var end: UInt32

  /// The bytes from `start` up to `end`.
  @inlinable package init(start: UInt32, end: UInt32) {
    self.start = start
    self.end = end
  }

  /// The number of bytes.
  @inlinable public var count: Int { end > start ? Int(end - start) : 0 }
}

/// A range of bytes of a named source.
public struct Place: Sendable {
  /// The source.
  public var source: SourceText
  /// The range of bytes.
  public var range: SourceRange

  /// `range` of `source`. If `source` was put together from other texts, the range in the text that contains it.
  package init(source: SourceText, range: SourceRange) {
    (self.source, self.range) = source.part(at: range) ?? (source, range)
  }

  /// The whole line `number`, counted from 1, of the file `name`, without surrounding blanks.
  package init(line: ArraySlice<UInt8>, number: Int, of name: String) {
    let isBlank: (UInt8) -> Bool = { $0 <= UInt8(ascii: " ") }
    let source = SourceText(name: name, line: line, number: number)
    let start = source.bytes.count - line.drop(while: isBlank).count
    let end = source.bytes.count - line.reversed().prefix(while: isBlank).count
    self.init(source: source, range: SourceRange(start: UInt32(clamping: min(start, end)), end: UInt32(clamping: end)))
  }

  /// The line of its first byte, counted from 1.
  public var line: Int { source.bytePosition(at: Int(range.start)).line }

  /// The file and the line in the form `sizes.yaml:12`.
  public var fileAndLine: String { "\(source.name):\(line)" }
}

extension Place: Hashable {
  /// Places are equal if their ranges and the names of their sources are equal.
  public static func == (lhs: Place, rhs: Place) -> Bool {
    lhs.range == rhs.range && lhs.source.name == rhs.source.name
  }

  /// Hashes the range and the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(range)
    hasher.combine(source.name)
  }
}

/// The mapping from a text to the text that it was made from, for example from JSON to its YAML.
///
/// Places in a text with an origin are shown as places in the original text.
package final class SourceOrigin: Sendable {
  /// A byte of the text and its position in the original text.
  package struct Point: Sendable, Equatable {
    package let offset: UInt32
    /// The line, counted from 1.
    package let line: UInt32
    /// The column in characters, counted from 1.
    package let column: UInt32
    /// The column in bytes, counted from 1.
    package let byteColumn: UInt32

    package init(offset: UInt32, line: UInt32, column: UInt32, byteColumn: UInt32) {
      (self.offset, self.line, self.column, self.byteColumn) = (offset, line, column, byteColumn)
    }
  }

  private let known: Mutex<[Point]?>
  private let read: @Sendable () -> [Point]

  /// The points, sorted by their offsets.
  package var points: [Point] {
    known.withLock { known in
      if let known { return known }
      let points = read()
      known = points
      return points
    }
  }

  /// An origin with `points`, which must be sorted by their offsets.
  package init(_ points: [Point]) {
    known = Mutex(points)
    read = { points }
  }

  /// An origin with the points that `read` returns when a place is first looked up, because few texts have diagnostics.
  package init(_ read: @escaping @Sendable () -> [Point]) {
    known = Mutex(nil)
    self.read = read
  }

  /// The last point at or before `offset`, or nil if no point precedes it.
  func point(at offset: Int) -> Point? {
    let points = points
    var low = 0
    var high = points.count
    while low < high {
      let middle = (low + high) / 2
      if Int(points[middle].offset) <= offset { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : points[low - 1]
  }
}
