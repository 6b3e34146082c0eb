import TerrainBase

/// A set of inputs: for each relevant column a set of its values, and an example.
package struct ProofRegion: Sendable {
  /// The relevant columns in the table's order, with their possible values.
  package var columns: [(column: Int, values: ValueSet)]
  /// An example with a value for every input and every fact that is traced, nearest to its origin; `nil` is absent.
  package var witness: [(column: Int, key: Int64?)]
  /// The assumed values of undecidable conditions and computed values in the witness; if any value would do, the first is reported.
  package var assumptions: [(column: Int, values: ValueSet)]
}

/// The point at which a proof stopped.
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
  /// True if the number of regions exceeds the number that is listed.
  package var more = false
  /// Set when the analysis stopped before its end.
  package var stopped: ProofStop?
}

/// Builds the diagram of the inputs that no row covers, level by level, and reads regions off it.
struct GapDiagram {
  typealias State = ProofSearch.State

  /// A node of the diagram: for each class of a column, the next node.
  private struct Node {
    var level: Int32
    var edges: [(classes: ClassSet, target: Int)]
    /// The number of paths from here to an uncovered leaf, counted up to the limit.
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
  /// - Parameter steps: the limit for building the diagram; up to a fourth of that is used in addition to find a case of each region.
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

  /// The node with these edges, which is reused if it exists.
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

  /// The paths from `root` to `leaf`, each as a set of classes for each level that it tests; at most one more than the limit.
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

  /// Joins boxes that differ in one column only, until none are left.
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

extension ProofSearch {
  /// A box of classes that is known to lead from `start` to the sought state, as a region with a witness inside it.
  mutating func region(_ box: [Int32: ClassSet], from start: State?, certainty: Certainty) -> ProofRegion? {
    var state = start
    var choices: [Choice] = []
    while let now = state, let level = level(of: now), level < table.tracedStart {
      let count = table.partitions[Int(level)].classes.count
      guard let first = (0..<count).first(where: { box[level]?.contains($0) ?? true }) else { return nil }
      choices.append(Choice(level: level, classIndex: first))
      state = step(now, level: level, to: first)
    }
    let solution = find(state)
    choices += solution.reversed.reversed()
    var result = witness(choices, certainty: certainty)
    for level in 0..<table.tracedStart {
      guard let classes = box[level], classes.count < table.partitions[Int(level)].classes.count else { continue }
      result.columns.append((table.levels[Int(level)], values(of: classes, level: level)))
    }
    result.columns.sort { $0.column < $1.column }
    return result
  }

  /// An example that agrees with `choices`; open columns get the value nearest to their origin.
  func witness(_ choices: [Choice], certainty: Certainty) -> ProofRegion {
    var chosen: [Int32: Int] = [:]
    for choice in choices { chosen[choice.level] = choice.classIndex }
    var result = ProofRegion(columns: [], witness: [], assumptions: [])
    for (column, source) in table.source.columns.enumerated() {
      let level = Int32(table.levelOfColumn[column])
      guard source.role != .undecided else {
        if certainty < .certain, let value = chosen[level] {
          result.assumptions.append((column, table.partitions[Int(level)].classes[value]))
        }
        continue
      }
      guard let values = table.partitions[Int(level)].classes[safe: chosen[level] ?? 0] else { continue }
      result.witness.append((column, values.nearest(to: source.origin)))
    }
    return result
  }

  /// The columns and values that `choices` represent, inputs and traced facts only.
  func described(_ choices: [Choice]) -> [(column: Int, values: ValueSet)] {
    choices.compactMap { choice in
      guard choice.level < table.undecidedStart else { return nil }
      let values = table.partitions[Int(choice.level)].classes[choice.classIndex]
      return (table.levels[Int(choice.level)], values)
    }
  }

  /// The columns that residues depend on.
  func columns(of ids: [ID]) -> Set<Int> {
    var columns: Set<Int> = []
    var waiting = ids
    while let id = waiting.popLast() {
      switch table.formulas.kinds[Int(id)] {
      case .never, .always: break
      case .comparison: columns.insert(table.levels[Int(table.formulas.tops[Int(id)])])
      case .all(let operands), .any(let operands): waiting += operands
      }
    }
    return columns
  }

  /// For each level, the class that `reversed` chose; for an open column, absence, else the class nearest to the origin.
  package func classes(_ reversed: [Choice]) -> [Int] {
    var classes = table.partitions.indices.map { level in
      table.source.columns[table.levels[level]].domain.absent ? table.partitions[level].classes.count - 1 : 0
    }
    for choice in reversed { classes[Int(choice.level)] = choice.classIndex }
    return classes
  }

  /// Returns true if the residue `id` holds when each level's column is in the given class.
  package mutating func holds(_ id: ID, for classes: [Int]) -> Bool {
    var left = id
    while left != ResidualFormulas.always, left != ResidualFormulas.never {
      left = table.formulas.restrict(left, to: classes[Int(table.formulas.tops[Int(left)])])
    }
    return left == ResidualFormulas.always
  }

  private func values(of classes: ClassSet, level: Int32) -> ValueSet {
    let partition = table.partitions[Int(level)]
    let chosen = classes.members.map { partition.classes[$0] }
    return ValueSet(chosen.flatMap(\.ranges), absent: chosen.contains { $0.absent })
  }
}

extension Array {
  /// The element at `index`, or nil if the index is out of range.
  subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
