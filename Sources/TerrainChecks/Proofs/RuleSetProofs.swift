import Synchronization
import TerrainBase
import TerrainRules

/// The proofs of all tables of a rule set, within limits for all of them together.
///
/// Every table of several first gets an equal share of an eighth of the steps, which is more than most need. Tables that need more are proved
/// once again, with an equal share of what is left: a few hard tables neither starve the others nor each other. Only counts
/// decide, so that the same rule set has the same findings everywhere.
package struct RuleSetProofs {
  /// What there is about one table.
  package enum Outcome: Sendable {
    case proved(TableFindings)
    /// It is beyond a limit, whose name and value these are, and was not analyzed.
    case tooLarge(limit: String, value: Int)
  }

  let limits: ProofLimits
  private let view: TableView
  private let ways = TableWays()
  /// What the tables contain, for a memory of earlier proofs; nil where there is none.
  private let contents: TableContents?
  /// By table; nil of those without rows.
  package private(set) var tables: [Outcome?]
  /// The steps that all of it took.
  private(set) var steps = 0

  package init(_ view: TableView, limits: ProofLimits, contents: TableContents? = nil) {
    self.view = view
    self.contents = contents
    self.limits = limits
    tables = Array(repeating: nil, count: view.tables.count)
    let positions = view.tables.indices.filter { !view.tables[$0].rows.isEmpty }
    guard !positions.isEmpty else { return }
    var hard: [Int] = []
    for index in positions {
      let share = positions.count == 1 ? limits.steps : limits.steps / 8 / positions.count
      let (outcome, steps) = outcome(index, steps: share)
      tables[index] = outcome
      self.steps += steps
      if case .proved(let findings) = outcome, findings.ranOutOfSteps, positions.count > 1 { hard.append(index) }
    }
    for (position, index) in hard.enumerated() {
      let (outcome, steps) = outcome(index, steps: max(0, limits.steps - self.steps) / (hard.count - position))
      tables[index] = outcome
      self.steps += steps
    }
  }

  /// The table at `index` as proofs see it.
  func table(_ index: Int) -> DecisionTable { DecisionTable(view, index: index, limits: limits, ways: ways) }

  /// A proof of a table, within some steps.
  private struct Run: Sendable {
    let outcome: Outcome
    /// The steps that it took.
    let steps: Int
    /// The steps that it was allowed.
    let allowed: Int
    /// Whether no limit was reached on the way.
    let isComplete: Bool

    /// Whether it is what there would be within `steps`. A part of a proof may take a tenth of all steps; what no part needed more
    /// of than it would have is the same.
    func holds(within steps: Int) -> Bool {
      steps == allowed || isComplete && steps >= min(allowed, 10 * self.steps + 1_000)
    }
  }

  /// How many proofs of equal tables are kept, each within other steps.
  private static let mostRuns = 16

  /// What there is about a table within `steps`: an earlier proof of an equal table, or a new one.
  private func outcome(_ index: Int, steps: Int) -> (Outcome, steps: Int) {
    guard let contents, let number = contents.number(ofTable: index) else {
      let run = prove(index, steps: steps)
      return (run.outcome, run.steps)
    }
    let question = ProofMemory.Question(kind: .table, contents: [number], limits: limits)
    let known = contents.memory.answer(question, as: [Run].self) ?? []
    if let run = known.first(where: { $0.holds(within: steps) }) { return (run.outcome, run.steps) }
    let run = prove(index, steps: steps)
    // A hard table is proved within its first share, and within what is left; each of equal tables has another share of that.
    contents.memory.keep(Array(([run] + known).prefix(Self.mostRuns)), for: question)
    return (run.outcome, run.steps)
  }

  private func prove(_ index: Int, steps: Int) -> Run {
    let table = table(index)
    func tooLarge(_ limit: String, _ value: Int, _ made: Int) -> Run {
      Run(outcome: .tooLarge(limit: limit, value: value), steps: made, allowed: steps, isComplete: true)
    }
    // Making a table costs something too.
    let made = table.proof.formulas.count
    switch table.excess {
    case .columns: return tooLarge("proof-columns", limits.columns, made)
    case .formulas: return tooLarge("proof-conditions", limits.formulas, made)
    case nil: break
    }
    let cells = table.proof.cells
    guard cells <= limits.cells else { return tooLarge("proof-cells", limits.cells, made) }
    // Classes are held as bits: once to distinguish them, twice as what each comparison is true of.
    let bits = cells / 8 * 3
    let boxes = table.proof.rows.count * table.proof.columns.count * MemoryLayout<Int>.size * 6
    guard bits + boxes <= limits.bytes else { return tooLarge("proof-bytes", limits.bytes, made) }
    var own = limits
    own.steps = max(0, steps - made - cells / 64)
    own.bytes -= bits + boxes
    let looksForGaps = table.mustBeWhole || view.tables[index].otherwise != nil
    var findings = table.proof.findings(policy: table.policy, whole: looksForGaps, limits: own)
    if view.tables[index].hit == .sum, let sum = SumProof(view.tables[index]) {
      var search = ProofSearch(CompiledTable(table.proof), limits: own)
      let start = search.steps
      (findings.overflow, findings.overflowStoppedBy) = sum.overflow(in: &search, limits: own, steps: own.steps / 10)
      findings.steps += search.steps - start
      if search.hasReachedLimit || findings.overflowStoppedBy != nil { findings.hasReachedLimit = true }
    }
    return Run(
      outcome: .proved(findings), steps: findings.steps + made + cells / 64, allowed: steps,
      isComplete: !findings.hasReachedLimit)
  }
}

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

/// What earlier analyses of a rule set proved, for one that comes after: what is asked again about equal tables is not proved again.
///
/// A proof has no inputs but what a table contains, and limits. Both are compared as a whole, so that an analysis with a memory has
/// the findings of one without.
package final class ProofMemory: Sendable {
  /// What a number stands for: a text, or a sequence of such numbers.
  private struct Content: Hashable {
    var text = ""
    var parts: [Int] = []
  }

  /// Something to prove.
  package struct Question: Hashable, Sendable {
    package enum Kind: Sendable { case table, reachableResults, crowding }

    let kind: Kind
    /// What it is about, as numbers of this memory.
    let contents: [Int]
    let limits: ProofLimits

    package init(kind: Kind, contents: [Int], limits: ProofLimits) {
      (self.kind, self.contents, self.limits) = (kind, contents, limits)
    }
  }

  /// A table or a column of a view that has a version, with the numbers of what it looks at.
  struct Versioned: Hashable {
    let isTable: Bool
    let version: Int
    let name: String
    let parts: [Int]
  }

  private struct State {
    // An author may undo a change.
    var numbers = RecentNumbers<Content>(rounds: 16)
    var versions = RecentValues<Versioned, Int>(rounds: 16)
    var answers = RecentValues<Question, any Sendable>(rounds: 16)
  }

  private let state = Mutex(State())

  /// A memory of nothing.
  package init() {}

  /// An analysis begins.
  func begin() {
    state.withLock { state in
      state.numbers.begin()
      state.versions.begin()
      state.answers.begin()
    }
  }

  /// The number that `versioned` had, else that of `make`.
  func number(of versioned: Versioned, _ make: () -> Int?) -> Int? {
    if let known = state.withLock({ $0.versions.value(of: versioned) }) { return known }
    guard let number = make() else { return nil }
    state.withLock { $0.versions.keep(number, of: versioned) }
    return number
  }

  /// The number of `text`; no other text or sequence has it.
  func number(of text: String) -> Int { number(of: Content(text: text)) }

  /// The number of the sequence `parts`; no other text or sequence has it.
  func number(of parts: [Int]) -> Int { number(of: Content(parts: parts)) }

  private func number(of content: Content) -> Int { state.withLock { $0.numbers.number(of: content) } }

  /// The earlier answer to `question`; nil where there is none.
  package func answer<T: Sendable>(_ question: Question, as type: T.Type = T.self) -> T? {
    state.withLock { $0.answers.value(of: question) } as? T
  }

  /// Keeps an answer.
  package func keep<T: Sendable>(_ value: T, for question: Question) {
    state.withLock { $0.answers.keep(value, of: question) }
  }
}

/// Limits on the cost of analysis. A proof that needs more reports where it stopped. Costs are counted, not timed, so that a rule
/// set has the same diagnostics on every machine.
package struct ProofLimits: Sendable, Hashable {
  /// Steps of all proofs of one rule set together (`proof-steps`). A step takes 15 to 60 ns in a release build, most where a
  /// table is hard: the default ends within two seconds. Each table may take its share; what easy tables leave goes to hard ones.
  package var steps = 60_000_000
  /// Bytes that the proofs of one table may hold at a time (`proof-bytes`): with what a rule set itself takes, a check stays
  /// below 256 MB.
  package var bytes = 160_000_000
  /// Steps to decide about one row or one pair of rows (`proof-steps-per-row`).
  package var stepsPerRow = 2_000_000
  /// Steps to decide about one message, or one row that may crowd it out (`proof-steps-per-message`).
  package var stepsPerMessage = 20_000
  /// Uncovered regions listed for one table (`proof-regions`).
  package var regions = 32
  /// Overlapping pairs listed for one table (`proof-pairs`).
  package var pairs = 64
  /// Columns of one table, with the facts they are traced to and the conditions left undecided (`proof-columns`).
  package var columns = 256
  /// Of each column, comparisons times the values they distinguish, together (`proof-cells`): that many bits are held.
  package var cells = 200_000_000
  /// Conditions of one table and of the decisions it looks at, with what they are made of (`proof-conditions`).
  package var formulas = 400_000
  /// Comparisons made anew to look for redundant ones in one table (`proof-redundancy`); beyond, none are looked for.
  package var redundancy = 200_000
  /// Rows of a decision used as an input, for it to be traced back to facts (`proof-traced-rows`).
  package var tracedRows = 1000
  /// How deep a row's condition may be nested (`proof-depth`).
  package var depth = 128

  package init() {}
}

/// Which limit a proof reached.
package enum ProofLimit: Hashable, Sendable {
  case steps
  case bytes
}
