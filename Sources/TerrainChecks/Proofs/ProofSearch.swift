import TerrainBase

/// The certainty of a proof that inputs of the sought kind exist.
package enum Certainty: Int, Comparable, Sendable {
  /// No such inputs exist.
  case none
  /// Such inputs exist if undecidable conditions can evaluate to the assumed values.
  case possible
  /// Such inputs exist.
  case certain

  package static func < (lhs: Certainty, rhs: Certainty) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// The single diagram behind every proof, built only as far as it is visited. A state consists of the residues of the required formula and
/// of the rows that must not hold, after some columns are known. States with the same residues are one state.
package struct ProofSearch {
  package typealias ID = ResidualFormulas.ID

  /// The residues of the question: `required` must hold, and none of `rows` may hold. `rows` is sorted, without duplicates and without
  /// constants.
  package struct State: Hashable {
    var required: ID
    var rows: [ID]
  }

  /// A class chosen at a level.
  package struct Choice: Sendable {
    var level: Int32
    var classIndex: Int
  }

  /// The result of a search, and the choices that lead there, the last choice first.
  package struct Found {
    package var certainty: Certainty
    package var reversed: [Choice] = []

    static let nothing = Found(certainty: .none)
  }

  package var table: CompiledTable
  var taken = 0
  /// The steps taken: each residue of a row for a value is one step, and each state adds further steps.
  package var steps: Int { taken + table.formulas.work }
  /// The bytes held by the caches of this search.
  private var held = 0
  /// The approximate number of bytes that the search holds.
  var bytes: Int { held + table.formulas.bytes }
  /// The number of steps at which to stop.
  var limit = Int.max
  /// The number of bytes at which to stop.
  let byteLimit: Int
  /// True once a search reached a limit: its answers are then incomplete.
  package var stopped: Bool { reached != nil }
  /// The limit it reached.
  private(set) var reached: ProofLimit?
  /// True if any search reached a limit, including searches before ``allow(_:)``.
  private(set) var hasReachedLimit = false
  /// The choices at which the search stopped.
  private(set) var stoppedAt: [Choice] = []
  private var results: [State: Found] = [:]
  private var path: [Choice] = []
  private var levelsOfResidue: [ID: [Int32]] = [:]

  package init(_ table: CompiledTable, limits: ProofLimits) {
    self.table = table
    byteLimit = limits.bytes
  }

  /// Allows `more` steps from here, and forgets earlier searches.
  package mutating func allow(_ more: Int) {
    limit = steps + max(0, more)
    reached = nil
    stoppedAt = []
    path = []
    results = [:]
    held = 0
  }

  /// The state in which `required` must hold and none of `rows` may; nil if that is impossible.
  package func state(required: ID, rows: [ID]) -> State? {
    guard required != ResidualFormulas.never else { return nil }
    var left: [ID] = []
    left.reserveCapacity(rows.count)
    for row in rows where row != ResidualFormulas.never {
      if row == ResidualFormulas.always { return nil }
      left.append(row)
    }
    left.sort()
    return State(required: required, rows: Self.withoutDoubles(left))
  }

  /// The state in which `row`, each of whose columns is in the classes of `box`, holds and none of `others` does. The classes of the row
  /// are applied to the others before columns are tried, so that columns decided late cost nothing early.
  mutating func state(row: ID, box: [ClassSet?], others: [ID]) -> State? {
    var memo: [ID: ID] = [:]
    let constraint = table.formulas.assume(box, in: constraint(on: [row] + others), known: &memo)
    let left = others.map { table.formulas.assume(box, in: $0, known: &memo) }
    return state(required: all([constraint, row]), rows: left)
  }

  /// The first level that `state` depends on; nil if it is decided: the required formula holds and no row is left.
  func level(of state: State) -> Int32? {
    var top = table.formulas.tops[Int(state.required)]
    for row in state.rows { top = min(top, table.formulas.tops[Int(row)]) }
    return top == .max ? nil : top
  }

  /// `state` once its column at `level` is known to be in the class; nil if a row then holds, or the required formula cannot hold.
  mutating func step(_ state: State, level: Int32, to classIndex: Int) -> State? {
    taken += 16
    var required = state.required
    if table.formulas.tops[Int(required)] == level {
      required = table.formulas.restrict(required, to: classIndex)
      if required == ResidualFormulas.never { return nil }
    }
    taken += state.rows.count
    var left: [ID] = []
    left.reserveCapacity(state.rows.count)
    var sorted = true
    for row in state.rows {
      var residue = row
      if table.formulas.tops[Int(row)] == level {
        residue = table.formulas.restrict(row, to: classIndex)
        if residue == ResidualFormulas.always { return nil }
        if residue == ResidualFormulas.never { continue }
      }
      if let last = left.last, last >= residue { sorted = false }
      left.append(residue)
    }
    if !sorted {
      left.sort()
      left = Self.withoutDoubles(left)
    }
    return State(required: required, rows: left)
  }

  /// Searches for inputs that lead to a state in which the required formula holds and no row does.
  ///
  /// The classes nearest to the origin are tried first, so that the result reads well. With `eager`, classes that leave the fewest rows are
  /// tried first, so that a result is found soon.
  package mutating func find(_ start: State?, eager: Bool = false) -> Found {
    guard let state = start else { return .nothing }
    guard let level = level(of: state) else { return Found(certainty: .certain) }
    if let found = results[state] { return found }
    let count = table.partitions[Int(level)].classes.count
    let result =
      level >= table.undecidedStart
      ? findWhateverHolds(state, level: level, count: count)
      : findSome(state, level: level, count: count, eager: eager)
    if !stopped {
      held += Self.bytes(of: state) + 16 * result.reversed.count
      results[state] = result
    }
    return result
  }

  /// The approximate number of bytes for caching `state` and its result.
  private static func bytes(of state: State) -> Int { 160 + 4 * state.rows.count }

  /// Notes that another structure stores `state`.
  mutating func hold(_ state: State) { held += Self.bytes(of: state) }

  /// The best that some class of a column leads to.
  private mutating func findSome(_ state: State, level: Int32, count: Int, eager: Bool) -> Found {
    var best = Found.nothing
    for (classIndex, made) in successors(of: state, level: level, count: count, eager: eager) {
      let choice = Choice(level: level, classIndex: classIndex)
      guard !overdrawn(at: choice) else { return best }
      path.append(choice)
      let result = find(made ?? step(state, level: level, to: classIndex), eager: eager)
      path.removeLast()
      guard result.certainty > best.certainty else { continue }
      best = result
      best.reversed.append(choice)
      if best.certainty == .certain { return best }
    }
    return best
  }

  /// The result for an undecidable condition, which is certain only if both its outcomes are.
  private mutating func findWhateverHolds(_ state: State, level: Int32, count: Int) -> Found {
    let classes = table.classes(of: state.required, at: level)?.members ?? Array(0..<count)
    var best = Found.nothing
    var least = classes.count < count ? Certainty.none : .certain
    for classIndex in classes {
      let choice = Choice(level: level, classIndex: classIndex)
      if overdrawn(at: choice) {
        least = .none
        break
      }
      path.append(choice)
      let result = find(step(state, level: level, to: classIndex))
      path.removeLast()
      least = min(least, result.certainty)
      guard result.certainty > best.certainty else { continue }
      best = result
      best.reversed.append(choice)
    }
    if best.certainty == .certain, least < .certain { best.certainty = .possible }
    return best
  }

  /// The classes in the order in which to try them, with the resulting states if the order required them.
  private mutating func successors(of state: State, level: Int32, count: Int, eager: Bool) -> [(Int, State?)] {
    let classes = table.classes(of: state.required, at: level)?.members ?? Array(0..<count)
    guard eager else { return classes.map { ($0, nil) } }
    let branches = branches(of: state, level: level, count: count)
    var made: [(Int, State?)] = []
    for index in classes {
      if overdrawn(at: Choice(level: level, classIndex: index)) { break }
      if let next = step(branches, to: index) { made.append((index, next)) }
    }
    return made.ordered { ($0.1?.rows.count ?? 0, $0.0) < ($1.1?.rows.count ?? 0, $1.0) }
  }

  /// True if the steps or bytes are used up; the first time, it notes the position.
  mutating func overdrawn(at choice: Choice) -> Bool {
    if stopped { return true }
    if steps >= limit { reached = .steps } else if bytes >= byteLimit { reached = .bytes } else { return false }
    stoppedAt = path + [choice]
    hasReachedLimit = true
    return true
  }

  mutating func enter(_ choice: Choice) { path.append(choice) }
  mutating func leave() { path.removeLast() }

  /// The parts of the table's constraint that are relevant to `residues`: those about the columns that the residues test, and about the
  /// columns that these parts test in turn. The other parts have a solution for any values of those columns, and searching them would be
  /// useless.
  package mutating func constraint(on residues: [ID]) -> ID {
    guard !table.links.isEmpty else { return table.constraint }
    var levels: Set<Int32> = []
    var parts: [ID] = []
    var waiting = residues
    while let residue = waiting.popLast() {
      taken += 1
      for level in self.levels(of: residue) where levels.insert(level).inserted {
        guard let link = table.links[level] else { continue }
        parts.append(link)
        waiting.append(link)
      }
    }
    return all(parts.ordered())
  }

  /// The levels that a residue depends on, cached because links are looked up once for each row.
  private mutating func levels(of residue: ID) -> [Int32] {
    if let levels = levelsOfResidue[residue] { return levels }
    var levels: Set<Int32> = []
    var seen: Set<ID> = []
    var waiting = [residue]
    while let next = waiting.popLast() {
      switch table.formulas.kinds[Int(next)] {
      case .never, .always: break
      case .comparison: levels.insert(table.formulas.tops[Int(next)])
      case .all(let operands), .any(let operands):
        taken += operands.count
        waiting += operands.filter { seen.insert($0).inserted }
      }
    }
    let result = levels.ordered()
    levelsOfResidue[residue] = result
    return result
  }

  /// All of `operands` as one residue.
  package mutating func all(_ operands: [ID]) -> ID { table.formulas.all(operands) }

  /// The residue of one of the table's formulas, or of its opposite.
  mutating func residue(of formula: FormulaID, negated: Bool) -> ID { table.residue(of: formula, negated: negated) }

  /// The residue under the assumption that the comparison in it is `truth`.
  mutating func residue(of formula: FormulaID, negated: Bool, assuming comparison: FormulaID, is truth: Bool) -> ID {
    table.residue(of: formula, negated: negated, assuming: comparison, is: truth)
  }

  private static func withoutDoubles(_ sorted: [ID]) -> [ID] {
    var result: [ID] = []
    result.reserveCapacity(sorted.count)
    for id in sorted where result.last != id { result.append(id) }
    return result
  }
}

extension ProofSearch {
  /// The successors of a state at one level, made one by one.
  ///
  /// If each row admits few classes of the column, the rows are sorted by class first, so that a table with thousands of rows and one value
  /// each is not read once for every value.
  struct Branches {
    let state: State
    let level: Int32
    /// Rows that do not test the level; nil if rows are not sorted.
    fileprivate var others: [ID]?
    /// Residues of the rows that do, by class.
    fileprivate var byClass: [[ID]] = []
    /// Classes for which a row holds whatever the other columns are.
    fileprivate var covered: Set<Int> = []
  }

  /// Rows are sorted by class if they admit at most this many classes each, on average.
  private static let classesOfRow = 4

  mutating func branches(of state: State, level: Int32, count: Int) -> Branches {
    var branches = Branches(state: state, level: level)
    var asked = 0
    for row in state.rows where table.formulas.tops[Int(row)] == level {
      guard let classes = table.classes(of: row, at: level) else { return branches }
      asked += classes.count
      if asked > Self.classesOfRow * state.rows.count { return branches }
    }
    var others: [ID] = []
    branches.byClass = Array(repeating: [], count: count)
    taken += state.rows.count + asked
    for row in state.rows {
      guard table.formulas.tops[Int(row)] == level, let classes = table.classes(of: row, at: level) else {
        others.append(row)
        continue
      }
      for index in classes.members {
        let residue = table.formulas.restrict(row, to: index)
        if residue == ResidualFormulas.always {
          branches.covered.insert(index)
        } else if residue != ResidualFormulas.never {
          branches.byClass[index].append(residue)
        }
      }
    }
    branches.others = others
    return branches
  }

  /// The result of ``step(_:level:to:)`` for the state of `branches`.
  mutating func step(_ branches: Branches, to classIndex: Int) -> State? {
    guard let others = branches.others else {
      return step(branches.state, level: branches.level, to: classIndex)
    }
    if branches.covered.contains(classIndex) {
      taken += 1
      return nil
    }
    let state = State(required: branches.state.required, rows: others + branches.byClass[classIndex])
    return step(state, level: branches.level, to: classIndex)
  }
}
