/// Two rows that hold for the same inputs.
package struct Overlap: Sendable {
  /// The rows, the one written first first.
  package var first: Int
  package var second: Int
  /// Inputs for which both hold.
  package var region: ProofRegion
  /// Certain, or possible if conditions that cannot be decided evaluate to that.
  package var certainty: Certainty
}

/// The pairs of rows that hold for the same inputs.
package struct OverlapFindings: Sendable {
  package var overlaps: [Overlap] = []
  /// True when there are more pairs than are listed.
  package var more = false
  /// Pairs that could not be decided within the limits.
  package var stopped: [(first: Int, second: Int)] = []
  /// The limit that was reached first.
  package var stoppedBy: ProofLimit?
}

/// A row that can never fire.
package struct DeadRow: Sendable {
  /// Why not.
  package enum Reason: Hashable, Sendable {
    /// Its own conditions exclude one another.
    case contradictory
    /// Its conditions ask for a combination that no facts lead to.
    case unreachable
    /// These rows together take everything it could fire for. `least` when none of them could be left out.
    case covered(by: [Int], least: Bool)
  }

  package var row: Int
  package var reason: Reason
}

/// The rows that can never fire.
package struct DeadRowFindings: Sendable {
  package var dead: [DeadRow] = []
  /// Rows that could not be decided within the limits.
  package var stopped: [Int] = []
  /// The limit that was reached first.
  package var stoppedBy: ProofLimit?
}

/// Questions about single rows and pairs of rows.
struct RowProofs {
  private var search: ProofSearch
  private let limits: ProofLimits
  /// For each row, the classes of each level outside which it cannot hold; nil where it excludes nothing.
  private let boxes: [[Side?]]
  /// Pairs of rows compared, with the levels and the words of classes visited for it: each is a sixteenth of a step.
  private(set) var looks = 0

  /// One side of a row's box.
  private struct Side {
    var classes: ClassSet
    /// From the first class to the last: these distinguish most pairs.
    var range: ClosedRange<Int>

    init?(_ classes: ClassSet) {
      guard let lowest = classes.lowest, let highest = classes.highest else { return nil }
      self.classes = classes
      range = lowest...highest
    }
  }

  init(_ search: ProofSearch, limits: ProofLimits) {
    self.search = search
    self.limits = limits
    boxes = search.table.rows.map { row in search.table.box(of: row).map { $0.flatMap(Side.init) } }
  }

  /// Steps taken so far.
  var steps: Int { search.steps }
  /// Whether any search so far reached a limit.
  var hasReachedLimit: Bool { search.hasReachedLimit }

  /// Looks at every pair of rows, until `end` steps are taken in all.
  mutating func overlaps(until end: Int) -> OverlapFindings {
    var findings = OverlapFindings()
    let rows = search.table.rows
    for second in rows.indices {
      guard search.steps < end, !isWorn else {
        findings.stopped.append((0, second))
        findings.stoppedBy = findings.stoppedBy ?? .steps
        continue
      }
      for first in 0..<second where meet(first, second) {
        guard findings.overlaps.count < limits.pairs else {
          findings.more = true
          return findings
        }
        let required = search.all([search.constraint(on: [rows[first], rows[second]]), rows[first], rows[second]])
        let start = search.state(required: required, rows: [])
        search.allow(min(limits.stepsPerRow, end - search.steps))
        let result = search.find(start)
        if result.certainty > .none {
          var region = search.witness(result.reversed.reversed(), certainty: result.certainty)
          let tested = search.columns(of: [rows[first], rows[second]])
          region.columns = search.described(result.reversed.reversed()).filter { tested.contains($0.column) }
          region.columns.sort { $0.column < $1.column }
          findings.overlaps.append(
            Overlap(first: first, second: second, region: region, certainty: result.certainty))
        }
        if let reached = search.reached, result.certainty < .certain {
          findings.stopped.append((first, second))
          findings.stoppedBy = findings.stoppedBy ?? reached
        }
      }
    }
    return findings
  }

  /// Looks at every row, until `end` steps are taken in all. `order` lists the rows as they take precedence: a row is
  /// dead when those before it take all it could fire for. Where rows do not compete, `order` is nil.
  mutating func deadRows(order: [Int]?, until end: Int) -> DeadRowFindings {
    var findings = DeadRowFindings()
    let rows = search.table.rows
    for (position, row) in (order ?? Array(rows.indices)).enumerated() {
      guard search.steps < end, !isWorn else {
        findings.stopped.append(row)
        findings.stoppedBy = findings.stoppedBy ?? .steps
        continue
      }
      search.allow(min(limits.stepsPerRow, end - search.steps))
      let before = order?.prefix(position) ?? []
      var rivals: [Int] = []
      for other in before where meet(other, row) { rivals.append(other) }
      let start = search.state(row: rows[row], box: settled(row), others: rivals.map { rows[$0] })
      guard search.find(start, eager: true).certainty == .none else { continue }
      if let reached = search.reached {
        findings.stopped.append(row)
        findings.stoppedBy = findings.stoppedBy ?? reached
      } else {
        findings.dead.append(DeadRow(row: row, reason: reason(row, rivals: rivals, until: end)))
      }
    }
    findings.dead.sort { $0.row < $1.row }
    return findings
  }

  /// Why `row` cannot fire, given the rows before it that could take something from it.
  private mutating func reason(_ row: Int, rivals: [Int], until end: Int) -> DeadRow.Reason {
    let own = search.table.rows[row]
    if search.find(search.state(required: own, rows: [])).certainty == .none { return .contradictory }
    if !leaves(row, uncoveredBy: [], until: end) { return .unreachable }
    for rival in rivals where !leaves(row, uncoveredBy: [rival], until: end) {
      return .covered(by: [rival], least: true)
    }
    var needed = rivals
    for rival in rivals.reversed() {
      let others = needed.filter { $0 != rival }
      if !leaves(row, uncoveredBy: others, until: end) { needed = others }
      if search.stopped { return .covered(by: needed, least: false) }
    }
    return .covered(by: needed, least: true)
  }

  /// True when `row` can hold where none of `rivals` does, or when that is unknown.
  private mutating func leaves(_ row: Int, uncoveredBy rivals: [Int], until end: Int) -> Bool {
    let rows = search.table.rows
    search.allow(min(limits.stepsPerRow, end - search.steps))
    let start = search.state(row: rows[row], box: settled(row), others: rivals.map { rows[$0] })
    let result = search.find(start, eager: true)
    return result.certainty > .none || search.stopped
  }

  /// For each level, the one class that `row` asks for; nil where it leaves a choice. Assuming more would make residues that no
  /// other row shares.
  private func settled(_ row: Int) -> [ClassSet?] { boxes[row].map { $0?.range.count == 1 ? $0?.classes : nil } }

  /// True when as many pairs of rows have been compared as the limit allows.
  private var isWorn: Bool { looks / 4 > limits.steps }

  /// False when the rows' boxes show that they exclude one another.
  private mutating func meet(_ a: Int, _ b: Int) -> Bool {
    looks += 1
    for level in boxes[a].indices {
      looks += 1
      guard let mine = boxes[a][level], let theirs = boxes[b][level] else { continue }
      guard mine.range.overlaps(theirs.range) else { return false }
      looks += mine.classes.words.count
      if !mine.classes.intersects(theirs.classes) { return false }
    }
    return true
  }
}

extension CompiledTable {
  /// For each level, classes outside which the residue cannot hold; nil where that is every class.
  func box(of id: ID) -> [ClassSet?] {
    var box = [ClassSet?](repeating: nil, count: levels.count)
    for part in conjuncts(of: id) {
      if case .comparison(let classes) = formulas.kinds[Int(part)] { box[Int(formulas.tops[Int(part)])] = classes }
    }
    return box
  }

  /// The same for one level.
  func classes(of id: ID, at level: Int32) -> ClassSet? {
    for part in conjuncts(of: id) where formulas.tops[Int(part)] == level {
      if case .comparison(let classes) = formulas.kinds[Int(part)] { return classes }
    }
    return nil
  }

  /// Residues that must all hold for `id` to hold.
  private func conjuncts(of id: ID) -> [ID] {
    if case .all(let operands) = formulas.kinds[Int(id)] { operands } else { [id] }
  }
}
