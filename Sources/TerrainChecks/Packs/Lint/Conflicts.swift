import TerrainDocuments

/// Pairs of locations that conflict, reported with as few diagnostics as possible: a single wrong value that conflicts with
/// ten others is one mistake, not ten.
struct Conflicts {
  /// One diagnostic: the location that conflicts with `others`.
  struct Group {
    let isLeft: Bool
    let place: Int
    let others: [Int]
  }

  private var pairs: [(left: Int, right: Int)] = []

  mutating func add(left: Int, right: Int) { pairs.append((left, right)) }

  /// Places that together account for all pairs: again and again the one with the most pairs left; of several, one on the
  /// left, the first.
  var groups: [Group] {
    var left = pairs
    var groups: [Group] = []
    while !left.isEmpty {
      var lefts: [Int: Int] = [:]
      var rights: [Int: Int] = [:]
      for pair in left {
        lefts[pair.left, default: 0] += 1
        rights[pair.right, default: 0] += 1
      }
      guard let a = lefts.max(by: { ($0.value, -$0.key) < ($1.value, -$1.key) }),
        let b = rights.max(by: { ($0.value, -$0.key) < ($1.value, -$1.key) })
      else { break }
      if a.value >= b.value {
        groups.append(Group(isLeft: true, place: a.key, others: left.filter { $0.left == a.key }.map(\.right)))
        left.removeAll { $0.left == a.key }
      } else {
        groups.append(Group(isLeft: false, place: b.key, others: left.filter { $0.right == b.key }.map(\.left)))
        left.removeAll { $0.right == b.key }
      }
    }
    return groups
  }
}
