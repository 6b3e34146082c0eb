/// What two texts have in common, line by line.
package enum LineDifference {
  /// The text that has a line.
  package enum Side: Sendable {
    case old, new, both
  }

  /// A line, and which text has it.
  package struct Line: Sendable, Equatable {
    package let side: Side
    package let text: String
  }

  /// Longer texts are compared as a whole: time grows with the product of their lengths.
  private static let mostLines = 1000

  /// The lines of `old` and `new`, the longest common ones together; where they differ, those of `old` first.
  package static func lines(_ old: [String], _ new: [String]) -> [Line] {
    guard old.count <= mostLines, new.count <= mostLines else {
      return old == new ? new.map { Line(side: .both, text: $0) } : apart(old[...], new[...])
    }
    // The length of what is common from each pair of positions on.
    var common = Array(repeating: Array(repeating: 0, count: new.count + 1), count: old.count + 1)
    for row in old.indices.reversed() {
      for column in new.indices.reversed() {
        common[row][column] =
          old[row] == new[column]
          ? common[row + 1][column + 1] + 1 : max(common[row + 1][column], common[row][column + 1])
      }
    }
    var (row, column) = (0, 0)
    var lines: [Line] = []
    while row < old.count, column < new.count {
      let start = (row, column)
      while row < old.count, column < new.count, old[row] != new[column] {
        if common[row + 1][column] >= common[row][column + 1] { row += 1 } else { column += 1 }
      }
      lines += apart(old[start.0..<row], new[start.1..<column])
      while row < old.count, column < new.count, old[row] == new[column] {
        lines.append(Line(side: .both, text: new[column]))
        (row, column) = (row + 1, column + 1)
      }
    }
    return lines + apart(old[row...], new[column...])
  }

  private static func apart(_ old: ArraySlice<String>, _ new: ArraySlice<String>) -> [Line] {
    old.map { Line(side: .old, text: $0) } + new.map { Line(side: .new, text: $0) }
  }
}
