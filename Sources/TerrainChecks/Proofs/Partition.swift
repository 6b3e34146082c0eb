import TerrainBase

/// A set of a column's classes, as bits.
struct ClassSet: Hashable, Sendable {
  private(set) var words: [UInt64]

  init(count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

  mutating func insert(_ index: Int) { words[index >> 6] |= 1 << UInt64(index & 63) }

  func contains(_ index: Int) -> Bool { words[index >> 6] & (1 << UInt64(index & 63)) != 0 }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  func intersects(_ other: ClassSet) -> Bool {
    for index in words.indices where words[index] & other.words[index] != 0 { return true }
    return false
  }

  func intersection(_ other: ClassSet) -> ClassSet {
    var result = self
    for index in words.indices { result.words[index] &= other.words[index] }
    return result
  }

  func union(_ other: ClassSet) -> ClassSet {
    var result = self
    for index in words.indices { result.words[index] |= other.words[index] }
    return result
  }

  /// The classes that are not in the set, of `count`.
  func complement(count: Int) -> ClassSet {
    var result = self
    for index in words.indices { result.words[index] = ~words[index] }
    if let last = words.indices.last, count & 63 != 0 { result.words[last] &= (1 << UInt64(count & 63)) - 1 }
    return result
  }

  var lowest: Int? {
    words.firstIndex { $0 != 0 }.map { $0 * 64 + words[$0].trailingZeroBitCount }
  }

  var highest: Int? {
    words.lastIndex { $0 != 0 }.map { $0 * 64 + 63 - words[$0].leadingZeroBitCount }
  }

  /// The classes in the set, lowest first.
  var members: [Int] {
    var result: [Int] = []
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        result.append(index * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return result
  }
}

/// A column's domain cut into the classes that its comparisons distinguish: two values of one class are alike to every
/// row. The class whose nearest value is nearest to the column's origin comes first; absence comes last.
struct Partition: Sendable {
  private(set) var classes: [ValueSet]
  /// For each set of values given, the classes it is made of.
  private(set) var members: [ValueSet: ClassSet]

  /// Cuts `column`'s domain by `sets`.
  init(of column: ProofColumn, by sets: [ValueSet]) {
    let distinct = Self.distinct(sets)
    let pieces = Self.pieces(of: column.domain, by: distinct)
    // Which sets each piece is in: no end of a set is inside a piece.
    let inside = distinct.map { Self.pieces(pieces, in: $0) }
    var signatures = [[UInt64]](
      repeating: [UInt64](repeating: 0, count: (distinct.count + 63) / 64), count: pieces.count)
    for (index, runs) in inside.enumerated() {
      for piece in runs.joined() { signatures[piece][index >> 6] |= 1 << UInt64(index & 63) }
    }
    var grouped: [[UInt64]: Int] = [:]
    var ranges: [[KeyRange]] = []
    for (piece, signature) in zip(pieces, signatures) {
      if let known = grouped[signature] {
        ranges[known].append(piece)
      } else {
        grouped[signature] = ranges.count
        ranges.append([piece])
      }
    }
    classes = ranges.map { ValueSet($0) }
    let origin = column.origin
    func distance(_ set: ValueSet) -> (UInt64, Int64) {
      guard let key = set.nearest(to: origin) else { return (.max, .max) }
      return key >= origin ? (UInt64(bitPattern: key &- origin), -1) : (UInt64(bitPattern: origin &- key), 1)
    }
    classes.sort { distance($0) < distance($1) }
    if column.domain.absent { classes.append(.onlyAbsent) }
    var classOfPiece: [Int64: Int] = [:]
    for (index, values) in classes.enumerated() {
      for range in values.ranges { classOfPiece[range.low] = index }
    }
    members = [:]
    for (set, runs) in zip(distinct, inside) {
      var union = ClassSet(count: classes.count)
      for piece in runs.joined() {
        if let index = classOfPiece[pieces[piece].low] { union.insert(index) }
      }
      if set.absent, column.domain.absent { union.insert(classes.count - 1) }
      members[set] = union
    }
  }

  /// The pieces that are in `set`, as runs of their indices.
  private static func pieces(_ pieces: [KeyRange], in set: ValueSet) -> [Range<Int>] {
    /// The first piece that begins at or after `key`.
    func first(from key: Int64) -> Int {
      var low = 0
      var high = pieces.count
      while low < high {
        let middle = (low + high) / 2
        if pieces[middle].low < key { low = middle + 1 } else { high = middle }
      }
      return low
    }
    return set.ranges.map { range in
      let start = first(from: range.low)
      return start..<max(start, range.high == .max ? pieces.count : first(from: range.high + 1))
    }
  }

  private static func distinct(_ sets: [ValueSet]) -> [ValueSet] {
    var seen: Set<ValueSet> = []
    return sets.filter { seen.insert($0).inserted }
  }

  /// The runs of the domain between one end of some set and the next.
  private static func pieces(of domain: ValueSet, by sets: [ValueSet]) -> [KeyRange] {
    var starts: Set<Int64> = []
    for set in sets {
      for range in set.ranges {
        starts.insert(range.low)
        if range.high < .max { starts.insert(range.high + 1) }
      }
    }
    let cuts = starts.ordered()
    var result: [KeyRange] = []
    var next = 0
    for range in domain.ranges {
      var low = range.low
      while next < cuts.count, cuts[next] <= low { next += 1 }
      while next < cuts.count, cuts[next] <= range.high {
        result.append(KeyRange(low, cuts[next] - 1))
        low = cuts[next]
        next += 1
      }
      result.append(KeyRange(low, range.high))
    }
    return result
  }
}

/// Inputs of one kind: for each column that matters, a set of its values; and one case of them.
package struct ProofRegion: Sendable {
  /// The columns that matter, in the table's order, and the values each may have.
  package var columns: [(column: Int, values: ValueSet)]
  /// One case, for every input and every fact traced to: of each the value nearest to its origin; `nil` is absent.
  package var witness: [(column: Int, key: Int64?)]
  /// What conditions and computed values that cannot be decided would have to be, in the witness; the first is reported
  /// where any would do.
  package var assumptions: [(column: Int, values: ValueSet)]
}

/// Where a proof stopped.
package struct ProofStop: Sendable {
  /// The limit it reached.
  package var limit: ProofLimit
  /// The values of the columns it was looking at.
  package var at: [(column: Int, values: ValueSet)]
}

/// The inputs that no row of a table covers.
package struct GapFindings: Sendable {
  /// Regions that no row covers.
  package var certain: [ProofRegion] = []
  /// Regions that no row covers if conditions that cannot be decided evaluate to that.
  package var possible: [ProofRegion] = []
  /// True when there are more regions than are listed.
  package var more = false
  /// Set when the analysis stopped before its end.
  package var stopped: ProofStop?
}

/// Builds the diagram of what no row covers, level by level, and reads regions off it.
struct GapDiagram {
  typealias State = ProofSearch.State

  /// A place in the diagram: for each outcome of a column, where to go on.
  private struct Node {
    var level: Int32
    var edges: [(classes: ClassSet, target: Int)]
    /// Ways from here to an uncovered leaf, counted as far as the limit.
    var ways: Int
  }

  private static let covered = 0
  private static let possible = 1
  private static let certain = 2

  private var nodes: [Node]
  private var indices: [State: Int] = [:]
  private var ended: [[Edge]: Int] = [:]
  private let limit: Int
  private var more = false

  private struct Edge: Hashable {
    var level: Int32
    var classes: ClassSet
    var target: Int
  }

  /// A diagram that lists at most `limit` regions.
  private init(limit: Int) {
    self.limit = limit
    nodes = [Node(level: .max, edges: [], ways: 0)]
    for _ in 0..<2 { nodes.append(Node(level: .max, edges: [], ways: 1)) }
  }

  /// The inputs that satisfy the table's constraint and none of its rows.
  ///
  /// - Parameter steps: to take for it; and as many as a fourth of them to find a case of each region.
  static func findings(in search: inout ProofSearch, limits: ProofLimits, steps: Int) -> GapFindings {
    search.allow(steps)
    let limit = limits.regions
    var diagram = GapDiagram(limit: limit)
    let start = search.state(required: search.constraint(on: search.table.rows), rows: search.table.rows)
    let root = diagram.explore(start, in: &search)
    var findings = GapFindings(more: diagram.more)
    if let reached = search.reached {
      findings.stopped = ProofStop(limit: reached, at: search.described(search.stoppedAt))
    }
    diagram.indices = [:]
    let end = search.steps + steps / 4
    for (certainty, leaf) in [(Certainty.certain, certain), (.possible, possible)] {
      var boxes = diagram.boxes(from: root, to: leaf)
      if boxes.count > limit {
        findings.more = true
        boxes.removeLast(boxes.count - limit)
      }
      let regions = Self.merged(boxes).compactMap { box in
        search.allow(min(limits.stepsPerRow, end - search.steps))
        return search.region(box, from: start, certainty: certainty)
      }
      if certainty == .certain { findings.certain = regions } else { findings.possible = regions }
    }
    return findings
  }

  private mutating func explore(_ start: State?, in search: inout ProofSearch) -> Int {
    guard let state = start else { return Self.covered }
    guard let level = search.level(of: state) else { return Self.certain }
    if let node = indices[state] { return node }
    if level >= search.table.tracedStart {
      let leaf =
        switch search.find(state).certainty {
        case .none: Self.covered
        case .possible: Self.possible
        case .certain: Self.certain
        }
      if !search.stopped { remember(state, leaf, in: &search) }
      return leaf
    }
    let count = search.table.partitions[Int(level)].classes.count
    let branches = search.branches(of: state, level: level, count: count)
    var edges: [(classes: ClassSet, target: Int)] = []
    var ways = 0
    for classIndex in 0..<count {
      let choice = ProofSearch.Choice(level: level, classIndex: classIndex)
      if search.overdrawn(at: choice) { break }
      if ways >= limit {
        more = true
        break
      }
      search.enter(choice)
      let target = explore(search.step(branches, to: classIndex), in: &search)
      if !search.stopped { search.leave() }
      guard target != Self.covered else { continue }
      if let edge = edges.firstIndex(where: { $0.target == target }) {
        edges[edge].classes.insert(classIndex)
      } else {
        var classes = ClassSet(count: count)
        classes.insert(classIndex)
        edges.append((classes, target))
        ways = min(limit, ways + nodes[target].ways)
      }
    }
    let node = self.node(level: level, edges: edges, ways: ways, count: count)
    if !search.stopped { remember(state, node, in: &search) }
    return node
  }

  private mutating func remember(_ state: State, _ node: Int, in search: inout ProofSearch) {
    search.hold(state)
    indices[state] = node
  }

  /// The node with these edges, the one known where there is one.
  private mutating func node(
    level: Int32, edges: [(classes: ClassSet, target: Int)], ways: Int, count: Int
  ) -> Int {
    if edges.isEmpty { return Self.covered }
    if edges.count == 1, edges[0].classes.count == count { return edges[0].target }
    let key = edges.map { Edge(level: level, classes: $0.classes, target: $0.target) }
    if let same = ended[key] { return same }
    nodes.append(Node(level: level, edges: edges, ways: ways))
    ended[key] = nodes.count - 1
    return nodes.count - 1
  }

  /// The ways from `root` to `leaf`, each as a set of classes for each level it tests; one more than the limit at most.
  private func boxes(from root: Int, to leaf: Int) -> [[Int32: ClassSet]] {
    var result: [[Int32: ClassSet]] = []
    var waiting: [(node: Int, box: [Int32: ClassSet])] = [(root, [:])]
    while let (node, box) = waiting.popLast(), result.count <= limit {
      if node == leaf { result.append(box) }
      for edge in nodes[node].edges.reversed() {
        var next = box
        next[nodes[node].level] = edge.classes
        waiting.append((edge.target, next))
      }
    }
    return result
  }

  /// Joins boxes that differ in one column only, as long as there are any.
  private static func merged(_ boxes: [[Int32: ClassSet]]) -> [[Int32: ClassSet]] {
    var result = boxes
    var index = 0
    while index < result.count {
      var joined = false
      for other in result.indices where other != index {
        if let union = union(result[min(index, other)], result[max(index, other)]) {
          result[min(index, other)] = union
          result.remove(at: max(index, other))
          joined = true
          break
        }
      }
      index = joined ? 0 : index + 1
    }
    return result
  }

  private static func union(_ a: [Int32: ClassSet], _ b: [Int32: ClassSet]) -> [Int32: ClassSet]? {
    guard a.count == b.count else { return nil }
    var different: Int32?
    for (level, classes) in a {
      guard let theirs = b[level] else { return nil }
      if theirs == classes { continue }
      if different != nil { return nil }
      different = level
    }
    var result = a
    if let level = different, let mine = a[level], let theirs = b[level] { result[level] = mine.union(theirs) }
    return result
  }
}

/// A run of keys: both ends are in it.
package struct KeyRange: Hashable, Sendable {
  package var low: Int64
  package var high: Int64

  /// The keys from `low` to `high`, both included.
  package init(_ low: Int64, _ high: Int64) {
    self.low = low
    self.high = high
  }
}

/// A set of a column's values: runs of ordered keys, and whether the value may be missing.
///
/// A key is a value's position in the order of its column: of a decision's column, the position of its class. So open and closed
/// ends are all closed here, and the arithmetic of sets is exact.
package struct ValueSet: Hashable, Sendable {
  /// Sorted, disjoint, and not touching one another.
  package private(set) var ranges: [KeyRange]
  /// Whether the absence of an optional fact is in the set.
  package private(set) var absent: Bool

  /// The union of `ranges`, in any order; a range whose ends are the wrong way round is empty.
  package init(_ ranges: [KeyRange], absent: Bool = false) {
    self.absent = absent
    let sorted = ranges.filter { $0.low <= $0.high }.ordered { ($0.low, $0.high) < ($1.low, $1.high) }
    var merged: [KeyRange] = []
    for range in sorted {
      guard let last = merged.last, last.high == .max || range.low <= last.high + 1 else {
        merged.append(range)
        continue
      }
      merged[merged.count - 1].high = max(last.high, range.high)
    }
    self.ranges = merged
  }

  /// The keys from `low` to `high`.
  package init(_ low: Int64, _ high: Int64) { self.init([KeyRange(low, high)]) }

  /// Only the absence of an optional fact.
  package static let onlyAbsent = ValueSet([], absent: true)

  package var isEmpty: Bool { ranges.isEmpty && !absent }

  /// True when `key` is in the set.
  package func contains(_ key: Int64) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].high < key { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].low <= key
  }

  package func intersection(_ other: ValueSet) -> ValueSet {
    var result: [KeyRange] = []
    var mine = 0
    var theirs = 0
    while mine < ranges.count, theirs < other.ranges.count {
      let a = ranges[mine]
      let b = other.ranges[theirs]
      result.append(KeyRange(max(a.low, b.low), min(a.high, b.high)))
      if a.high < b.high { mine += 1 } else { theirs += 1 }
    }
    return ValueSet(result, absent: absent && other.absent)
  }

  /// What is here and not in `other`.
  package func subtracting(_ other: ValueSet) -> ValueSet {
    var outside: [KeyRange] = []
    var start: Int64? = .min
    for range in other.ranges {
      if let from = start, range.low > .min { outside.append(KeyRange(from, range.low - 1)) }
      start = range.high == .max ? nil : range.high + 1
    }
    if let from = start { outside.append(KeyRange(from, .max)) }
    return intersection(ValueSet(outside, absent: !other.absent))
  }

  /// True when every value here is in `other`.
  package func isSubset(of other: ValueSet) -> Bool { subtracting(other).isEmpty }

  /// The key nearest to `origin`, the greater of two equally near; nil when only absence is left.
  package func nearest(to origin: Int64) -> Int64? {
    var best: (distance: UInt64, key: Int64)?
    for range in ranges {
      let key = min(max(origin, range.low), range.high)
      let distance = key >= origin ? UInt64(bitPattern: key &- origin) : UInt64(bitPattern: origin &- key)
      if best.map({ distance <= $0.distance }) ?? true { best = (distance, key) }
    }
    return best?.key
  }

  /// How many keys there are, absence counted as one; `Int.max` where there are more.
  package var count: Int {
    var total = absent ? 1 : 0
    for range in ranges {
      let (span, overflow) = range.high.subtractingReportingOverflow(range.low)
      guard !overflow, span < Int64(Int.max / 2), total < Int.max / 2 else { return .max }
      total += Int(span) + 1
    }
    return total
  }
}
