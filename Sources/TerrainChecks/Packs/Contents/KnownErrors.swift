import TerrainDocuments
import TerrainBase

/// The locations of diagnostics. What is there is not to be relied on: conclusions from it would report the
/// same mistake once more, in other words and at another place.
package struct KnownErrors: Sendable {
  /// Nothing is known to be wrong.
  package static let none = KnownErrors([])

  /// By file, sorted by their starts.
  private var ranges: [String: [SourceRange]] = [:]

  /// The flaws that the errors of `findings` are about.
  package init(_ findings: [Diagnostic]) {
    self.init(at: findings.filter { $0.severity == .error }.compactMap(\.place))
  }

  init(at places: [Place]) {
    for place in places { ranges[place.source.name, default: []].append(place.range) }
    for name in ranges.keys { ranges[name]?.sort { ($0.start, $0.end) < ($1.start, $1.end) } }
  }

  /// These flaws, and others at `places`.
  func adding(_ places: [Place]) -> KnownErrors {
    var flaws = KnownErrors(at: places)
    flaws.ranges.merge(ranges) { ($0 + $1).ordered { ($0.start, $0.end) < ($1.start, $1.end) } }
    return flaws
  }

  /// Whether anything is wrong in the file `name`.
  package func contains(file name: String) -> Bool { ranges[name] != nil }

  /// Whether anything is wrong with `node` or in it.
  func touch(_ node: Node) -> Bool { first(in: node) { _ in true } }

  /// Whether `node` itself is wrong, or one of its keys: what is in its values does not count.
  func touchOwn(_ node: Node) -> Bool {
    first(in: node) { range in range == node.range || node.members.contains { $0.key.range == range } }
  }

  private func first(in node: Node, where isMeant: (SourceRange) -> Bool) -> Bool {
    guard let ranges = ranges[node.place.source.name] else { return false }
    let range = node.range
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].start < range.start { low = middle + 1 } else { high = middle }
    }
    return ranges[low...].prefix { $0.start <= range.end }.contains { $0.end <= range.end && isMeant($0) }
  }
}
