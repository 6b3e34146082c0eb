import TerrainBase

/// What one list of a page or one ranking contained, over people and days. Only whole numbers: tallies of threads add up to the same
/// in any order.
struct ListTally: Sendable {
  /// Days back that repetition looks at.
  static let windows = [7, 30]

  /// Whether its elements are records of the pack; otherwise they are messages.
  var holdsRecords = false
  /// How many lists had so many elements.
  var lengths: [Int: Int] = [:]
  /// How often each element was in a list.
  var exposure: [Text: Int] = [:]
  /// By group, how often each element was in a list.
  var exposureByGroup: [Text: [Text: Int]] = [:]
  /// By group, how often each element was first.
  var firsts: [Text: [Text: Int]] = [:]
  /// Kinds of its elements.
  var kinds: Set<Text> = []
  /// Pairs of elements of a list by how many features both have and how many either has.
  var pairs: [FeaturePair: Int] = [:]
  /// Elements with a reason, and those whose reason an earlier element of the list has.
  var reasons = 0
  var repeatedReasons = 0
  /// Elements with seasons, and those of another season; the same for hours.
  var seasonal = 0
  var outOfSeason = 0
  var timed = 0
  var outOfHours = 0
  /// Lists with an earlier one of the same person; by window, those whose first element, and those whose elements, an earlier day
  /// of the window had.
  var followers = 0
  var repeatedFirst = [0, 0]
  var repeatedSet = [0, 0]

  /// How much two elements share.
  struct FeaturePair: Hashable {
    let both: Int
    let either: Int
  }

  /// Adds the counts of `other`.
  mutating func add(_ other: ListTally) {
    holdsRecords = holdsRecords || other.holdsRecords
    lengths.merge(other.lengths, uniquingKeysWith: +)
    exposure.merge(other.exposure, uniquingKeysWith: +)
    exposureByGroup.merge(other.exposureByGroup) { $0.merging($1, uniquingKeysWith: +) }
    firsts.merge(other.firsts) { $0.merging($1, uniquingKeysWith: +) }
    kinds.formUnion(other.kinds)
    pairs.merge(other.pairs, uniquingKeysWith: +)
    reasons += other.reasons
    repeatedReasons += other.repeatedReasons
    seasonal += other.seasonal
    outOfSeason += other.outOfSeason
    timed += other.timed
    outOfHours += other.outOfHours
    followers += other.followers
    for index in Self.windows.indices {
      repeatedFirst[index] += other.repeatedFirst[index]
      repeatedSet[index] += other.repeatedSet[index]
    }
  }

  /// Counts `list`, which a person of `group` got.
  ///
  /// - Parameters:
  ///   - earlier: what the same list contained on the days before, the latest last.
  ///   - traits: what is known of records, by kind and id.
  mutating func count(
    _ list: ObservedList, group: Text, earlier: [ObservedList], traits: RecordTraits, season: Text?, hours: Text?
  ) {
    holdsRecords = holdsRecords || list.holdsRecords
    lengths[list.ids.count, default: 0] += 1
    if !earlier.isEmpty { followers += 1 }
    for (index, window) in Self.windows.enumerated() {
      let recent = earlier.suffix(window - 1)
      if let first = list.ids.first, recent.contains(where: { $0.ids.first == first }) { repeatedFirst[index] += 1 }
      if !list.ids.isEmpty, recent.contains(where: { $0.set == list.set }) { repeatedSet[index] += 1 }
    }
    if let first = list.ids.first { firsts[group, default: [:]][first, default: 0] += 1 }
    var seen: Set<Text> = []
    var known: [RecordTraits.Record] = []
    for (position, id) in list.ids.enumerated() {
      exposure[id, default: 0] += 1
      exposureByGroup[group, default: [:]][id, default: 0] += 1
      if let reason = list.reasons[position] {
        reasons += 1
        if !seen.insert(reason).inserted { repeatedReasons += 1 }
      }
      guard let kind = list.kinds[position] else { continue }
      kinds.insert(kind)
      guard let record = traits.record(kind, id) else { continue }
      known.append(record)
      if !record.seasons.isEmpty, let season {
        seasonal += 1
        if !record.seasons.contains(season) { outOfSeason += 1 }
      }
      if !record.hours.isEmpty, let hours {
        timed += 1
        if !record.hours.contains(hours) { outOfHours += 1 }
      }
    }
    for first in known.indices {
      for second in known.indices.dropFirst(first + 1) {
        let both = known[first].commonFeatures(known[second])
        let either = known[first].features.count + known[second].features.count - both
        if either > 0 { pairs[FeaturePair(both: both, either: either), default: 0] += 1 }
      }
    }
  }
}

/// What people got on the days of one season.
struct SeasonTally: Sendable {
  /// How many days of people there were.
  var days = 0
  /// By list, what it contained; only of lists with a gate for each season.
  var lists: [Text: ListTally] = [:]

  /// Adds the counts of `other`.
  mutating func add(_ other: SeasonTally) {
    days += other.days
    for (name, tally) in other.lists { lists[name, default: ListTally()].add(tally) }
  }
}

/// One list that one person got on one day.
struct ObservedList: Sendable {
  /// The measure, a dot, and the part of the page; the measure alone for a ranking of its own.
  let name: Text
  let holdsRecords: Bool
  let ids: [Text]
  let kinds: [Text?]
  let reasons: [Text?]
  /// The ids, in no order: lists of later days are compared with it.
  let set: Set<Text>

  init(name: Text, holdsRecords: Bool, ids: [Text], kinds: [Text?], reasons: [Text?]) {
    self.name = name
    self.holdsRecords = holdsRecords
    self.ids = ids
    self.kinds = kinds
    self.reasons = reasons
    set = Set(ids)
  }
}
