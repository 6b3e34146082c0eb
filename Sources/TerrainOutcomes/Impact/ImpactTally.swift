import TerrainBase

/// Counts differences that are alike.
struct ImpactTally: Sendable {
  /// How many people would get something else.
  private(set) var changed = 0
  private var indices: [String: Int] = [:]
  fileprivate var places: [Place] = []
  private var groupIndices: [String: Int] = [:]
  private var allGroups: [Impact.Group] = []
  /// Decisions without a value in either version, with the people.
  private(set) var undecided: [Impact.Undecided] = []
  private var undecidedIndices: [String: Int] = [:]

  fileprivate struct Place: Sendable {
    var difference: Impact.Difference
    var indices: [ResultDifference.Kind: Int] = [:]
  }

  /// Counts the differences of one person.
  ///
  /// - Parameter group: the person's group; nil inside where there is none, nil where groups are not counted.
  mutating func count(_ differences: [ResultDifference], _ example: Impact.Example, group: String??) {
    if let group {
      let index = self.index(ofGroup: group ?? "(none)")
      allGroups[index].people += 1
      if !differences.isEmpty { allGroups[index].changed += 1 }
    }
    guard !differences.isEmpty else { return }
    changed += 1
    // A list may have the same difference at several elements; the person counts once.
    var paths: Set<String> = []
    var kinds: Set<ResultDifference> = []
    var deltas: [Int: Double] = [:]
    for difference in differences {
      let index = index(of: difference.path, isDetail: difference.isDetail)
      if paths.insert(difference.path).inserted { places[index].difference.count += 1 }
      if let delta = difference.delta {
        places[index].add(difference.before ?? 0, changedBy: delta)
        deltas[index, default: 0] += delta
      }
      if kinds.insert(difference).inserted { places[index].add(difference.kind, 1, example) }
    }
    for (index, delta) in deltas { places[index].difference.totals.add(example.name, by: delta) }
  }

  /// Counts a person for whom neither version has a value of a decision.
  mutating func countUndecided(_ decision: Text, _ code: String, lacking: [Text]) {
    addUndecided(Impact.Undecided(decision: decision, code: code, lacking: lacking, count: 1))
  }

  private mutating func addUndecided(_ other: Impact.Undecided) {
    let key = "\(other.decision) \(other.code)"
    guard let index = undecidedIndices[key] else {
      undecidedIndices[key] = undecided.count
      undecided.append(other)
      return
    }
    undecided[index].count += other.count
    for name in other.lacking where !undecided[index].lacking.contains(name) { undecided[index].lacking.append(name) }
  }

  /// Adds what was counted of the people that come after those counted here.
  mutating func add(_ later: ImpactTally) {
    changed += later.changed
    for place in later.places {
      let index = index(of: place.difference.path, isDetail: place.difference.isDetail)
      places[index].difference.count += place.difference.count
      places[index].difference.others += place.difference.others
      places[index].difference.greater += place.difference.greater
      places[index].difference.less += place.difference.less
      places[index].difference.totals.add(place.difference.totals)
      for change in place.difference.changes {
        places[index].add(.init(from: change.from, to: change.to), change.count, change.example)
      }
    }
    for undecided in later.undecided { addUndecided(undecided) }
    for group in later.allGroups {
      let index = index(ofGroup: group.name)
      allGroups[index].people += group.people
      allGroups[index].changed += group.changed
    }
  }

  /// The places, the one with the most people first, of equals the one met first; so their changes. Details come last.
  var differences: [Impact.Difference] {
    let all = Self.sorted(places.map(\.difference)) { $0.count }
    return (all.filter { !$0.isDetail } + all.filter(\.isDetail)).map { difference in
      var difference = difference
      difference.changes = Self.sorted(difference.changes) { $0.count }
      return difference
    }
  }

  /// The groups, the largest first.
  var groups: [Impact.Group] { Self.sorted(allGroups) { $0.people } }

  private static func sorted<T>(_ all: [T], by count: (T) -> Int) -> [T] {
    all.enumerated().ordered { (count($1.element), $0.offset) < (count($0.element), $1.offset) }.map(\.element)
  }

  private mutating func index(of path: String, isDetail: Bool) -> Int {
    if let known = indices[path] { return known }
    indices[path] = places.count
    places.append(Place(difference: Impact.Difference(path: path, isDetail: isDetail)))
    return places.count - 1
  }

  private mutating func index(ofGroup name: String) -> Int {
    if let known = groupIndices[name] { return known }
    groupIndices[name] = allGroups.count
    allGroups.append(Impact.Group(name: name))
    return allGroups.count - 1
  }
}

extension ImpactTally.Place {
  fileprivate mutating func add(_ before: Double, changedBy delta: Double) {
    if delta > 0 { difference.greater += 1 } else { difference.less += 1 }
    difference.totals.add(before, changedBy: delta)
  }

  fileprivate mutating func add(_ kind: ResultDifference.Kind, _ count: Int, _ example: Impact.Example) {
    if let index = indices[kind] {
      difference.changes[index].count += count
      if example.size < difference.changes[index].example.size { difference.changes[index].example = example }
    } else if indices.count < Impact.mostChanges {
      indices[kind] = difference.changes.count
      difference.changes.append(Impact.Change(from: kind.from, to: kind.to, count: count, example: example))
    } else {
      difference.others += count
    }
  }
}
