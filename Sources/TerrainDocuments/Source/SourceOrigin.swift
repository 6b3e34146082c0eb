import TerrainBase

/// Where the parts of a text were in another one that it was made from: for example a JSON text made of YAML.
///
/// Places in a text that has an origin are shown as places in the text it was made from.
package final class SourceOrigin: Sendable {
  /// A byte of the text, and where what begins there stood.
  package struct Point: Sendable, Equatable {
    package let offset: UInt32
    /// From 1.
    package let line: UInt32
    /// From 1, in characters.
    package let column: UInt32
    /// From 1, in bytes.
    package let byteColumn: UInt32

    package init(offset: UInt32, line: UInt32, column: UInt32, byteColumn: UInt32) {
      (self.offset, self.line, self.column, self.byteColumn) = (offset, line, column, byteColumn)
    }
  }

  private let known: Mutex<[Point]?>
  private let read: @Sendable () -> [Point]

  /// The points, by their offsets.
  package var points: [Point] {
    known.withLock { known in
      if let known { return known }
      let points = read()
      known = points
      return points
    }
  }

  /// An origin described by `points`, which are sorted by their offsets.
  package init(_ points: [Point]) {
    known = Mutex(points)
    read = { points }
  }

  /// An origin described by the points that `read` reads when a place is first looked up: few texts of many have one that is.
  package init(_ read: @escaping @Sendable () -> [Point]) {
    known = Mutex(nil)
    self.read = read
  }

  /// The last point at or before `offset`; nil where there is none.
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
