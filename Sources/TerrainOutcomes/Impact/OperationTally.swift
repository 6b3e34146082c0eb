/// Counts differences that are alike.
struct OperationTally: Sendable {
  /// How many people would get something else.
  private(set) var changed = 0
  private var indices: [String: Int] = [:]
  fileprivate var places: [Place] = []
  private var groupIndices: [String: Int] = [:]
  private var allGroups: [OperationImpact.Group] = []

  fileprivate struct Place: Sendable {
    var difference: OperationImpact.Difference
    var indices: [ResultDifference.Change: Int] = [:]
  }

  /// Counts the differences of one person.
  mutating func count(_ differences: [ResultDifference], _ example: OperationImpact.Example, group: String?) {
    if let group {
      let index = self.index(ofGroup: group)
      allGroups[index].people += 1
      if !differences.isEmpty { allGroups[index].changed += 1 }
    }
    guard !differences.isEmpty else { return }
    changed += 1
    var paths: Set<String> = []
    for difference in differences {
      let index = index(of: difference.path)
      if paths.insert(difference.path).inserted { places[index].difference.count += 1 }
      places[index].add(difference.change, 1, example)
    }
  }

  /// Adds what was counted of the people that come after those counted here.
  mutating func add(_ later: OperationTally) {
    changed += later.changed
    for place in later.places {
      let index = index(of: place.difference.path)
      places[index].difference.count += place.difference.count
      places[index].difference.others += place.difference.others
      places[index].difference.greater += place.difference.greater
      places[index].difference.less += place.difference.less
      places[index].difference.sum += place.difference.sum
      for change in place.difference.changes {
        places[index].add(.value(from: change.from, to: change.to), change.count, change.example)
      }
    }
    for group in later.allGroups {
      let index = index(ofGroup: group.name)
      allGroups[index].people += group.people
      allGroups[index].changed += group.changed
    }
  }

  /// The places, the one with the most people first, of equals the one met first; so their changes.
  var differences: [OperationImpact.Difference] {
    Self.sorted(places.map(\.difference)) { $0.count }.map { difference in
      var difference = difference
      difference.changes = Self.sorted(difference.changes) { $0.count }
      return difference
    }
  }

  /// The groups, the largest first.
  var groups: [OperationImpact.Group] { Self.sorted(allGroups) { $0.people } }

  private static func sorted<T>(_ all: [T], by count: (T) -> Int) -> [T] {
    all.enumerated().sorted { (count($1.element), $0.offset) < (count($0.element), $1.offset) }.map(\.element)
  }

  private mutating func index(of path: String) -> Int {
    if let known = indices[path] { return known }
    indices[path] = places.count
    places.append(Place(difference: OperationImpact.Difference(path: path)))
    return places.count - 1
  }

  private mutating func index(ofGroup name: String) -> Int {
    if let known = groupIndices[name] { return known }
    groupIndices[name] = allGroups.count
    allGroups.append(OperationImpact.Group(name: name))
    return allGroups.count - 1
  }
}

extension OperationTally.Place {
  fileprivate mutating func add(_ change: ResultDifference.Change, _ count: Int, _ example: OperationImpact.Example) {
    switch change {
    case .number(let delta):
      if delta > 0 { difference.greater += 1 } else { difference.less += 1 }
      difference.sum += delta
    case .value(let from, let to):
      if let index = indices[change] {
        difference.changes[index].count += count
        if example.size < difference.changes[index].example.size { difference.changes[index].example = example }
      } else if indices.count < OperationImpact.mostChanges {
        indices[change] = difference.changes.count
        difference.changes.append(OperationImpact.Change(from: from, to: to, count: count, example: example))
      } else {
        difference.others += count
      }
    }
  }
}
