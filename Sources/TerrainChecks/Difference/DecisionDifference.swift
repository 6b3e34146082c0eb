import TerrainRules
import TerrainBase

/// For which facts a decision has another result in another version of its rule set: proved, not sampled.
package struct DecisionDifference: Sendable {
  /// Facts for which it has another result.
  package struct Region: Sendable {
    /// Them in words: `size in 2..4 and color = red`; empty where it is all there are.
    package let facts: String
    /// One case of them, in words.
    package let example: String
    /// The same case: facts by name. A list holds what conditions look for in it.
    package let exampleFacts: [(name: Text, value: Value)]
    /// What would have to be true of conditions that cannot be decided; empty where the results differ in any case.
    package let assumptions: String
  }

  /// A result that becomes another one.
  package struct Change: Sendable {
    /// What it was, with its row.
    package let from: String
    /// What it is, with its row.
    package let to: String
    /// Whether both are known without running; otherwise they may happen to be equal.
    package let isCertain: Bool
    /// How many people it concerns; nil where that is not known.
    package let share: Share?
    /// Where; without doubles.
    package let regions: [Region]
    /// Whether there are more regions than are listed.
    package let hasMore: Bool
  }

  /// The decision.
  package let decision: Text
  /// Whether it is itself defined differently.
  package let isRedefined: Bool
  /// The decisions it needs that may have another value.
  package let through: [Text]
  /// For how many people it has another value; nil where that is not known.
  package fileprivate(set) var share: Share?
  /// What changes, in the order of rows.
  package fileprivate(set) var changes: [Change] = []
  /// Why it could not be compared, or not wholly; nil where ``changes`` is all there is, so that none is a proof.
  package fileprivate(set) var undecided: String?
}

/// Compares the decisions of two versions, over the same inputs.
struct DecisionComparison {
  private let old: RuleSet
  private let new: RuleSet
  private let difference: RuleSetDifference
  private let view: TableView
  private let ways = TableWays()
  private let people: ([Text]) -> WeightedFacts?
  /// What is known of the columns that conditions look at.
  private let known: KnownValues?
  private var limits: ProofLimits

  /// A comparison of `old` with `new`, within `limits` for all decisions together. `people` is how many have which values of some
  /// facts; `records` are those that facts may be, where these are to be considered.
  init(
    _ old: RuleSet, _ new: RuleSet, _ difference: RuleSetDifference, limits: ProofLimits,
    people: @escaping ([Text]) -> WeightedFacts?, records: KnownValues.Records? = nil
  ) {
    self.old = old
    self.new = new
    self.difference = difference
    self.people = people
    self.limits = limits
    let view = TableView(old, and: new, difference)
    self.view = view
    known = records.map { KnownValues(view, old, new, records: $0) }
    self.limits.steps = limits.steps / max(1, difference.affected.count)
  }

  /// Questions about one decision: pairs of rows that may hold together.
  private static let mostQuestions = 4096

  /// How the decision at `oldIndex` of the old version differs, which is at `newIndex` of the new one.
  func difference(_ oldIndex: Int, _ newIndex: Int) -> DecisionDifference {
    let decision = old.decisions[oldIndex]
    var result = DecisionDifference(
      decision: decision.name, isRedefined: difference.redefined.contains(decision.name),
      through: through(decision, new.decisions[newIndex]))
    let mine = view.tables[oldIndex]
    let theirs = view.tables[old.decisions.count + newIndex]
    if let fact = changedFact(under: mine.inputs + theirs.inputs) {
      result.undecided = "the fact `\(fact)` is declared differently"
      return result
    }
    let before = DecisionResults(mine, old, index: oldIndex, isNew: false, difference)
    let after = DecisionResults(theirs, new, index: newIndex, isNew: true, difference)
    let questions: [Question]
    if mine.isOfOneRow, theirs.isOfOneRow {
      questions = Self.questions(before.single, after.single)
    } else if mine.hit == theirs.hit {
      questions = Self.questions(rows: before.rows, after.rows)
    } else {
      result.undecided = "its hit policy was `\(mine.hit)` and is `\(theirs.hit)`"
      return result
    }
    guard questions.count <= Self.mostQuestions else {
      result.undecided = "\(questions.count) pairs of rows may hold together, more than \(Self.mostQuestions)"
      return result
    }
    let facts = Set((old.facts(neededBy: decision) + new.facts(neededBy: new.decisions[newIndex])).map(\.name))
    let shares = people(facts.ordered()).flatMap { DecisionShares(decision.name, old, new, $0) }
    result.share = shares?.changed
    answer(questions, &result, shares)
    return result
  }

  /// The decisions that one version or the other needs and that may have another value. A region may name none of them: they are two.
  private func through(_ mine: Decision, _ theirs: Decision) -> [Text] {
    let before = difference.affected(neededBy: mine, in: old)
    return before + difference.affected(neededBy: theirs, in: new).filter { !before.contains($0) }
  }

  // MARK: Questions

  /// Where one result becomes another.
  private struct Question {
    var from: String
    var to: String
    var isCertain: Bool
    var formula: TableView.Formula
    /// The results themselves, where a decision has one.
    var results: (old: DecisionResult, new: DecisionResult)?
  }

  private static func questions(_ before: [DecisionResult], _ after: [DecisionResult]) -> [Question] {
    before.flatMap { old in
      after.compactMap { new in
        guard old.kind != new.kind,
          !old.conditions.contains(where: { mine in new.conditions.contains { mine.excludes($0) } })
        else { return nil }
        let parts = old.conditions + new.conditions + (old.not + new.not).map { .not($0) }
        return Question(
          from: Self.words(old), to: Self.words(new), isCertain: old.isKnown && new.isKnown, formula: .all(parts),
          results: (old, new))
      }
    }
  }

  /// Of decisions whose rows count each by itself: where a row holds in one version only, or contributes something else.
  private static func questions(
    rows before: [(result: DecisionResult, when: TableView.Formula)],
    _ after: [(result: DecisionResult, when: TableView.Formula)]
  ) -> [Question] {
    var questions: [Question] = []
    for (old, when) in before {
      let name = "row `\(old.row ?? "")`"
      guard let (new, holds) = after.first(where: { $0.result.row == old.row }) else {
        questions.append(Question(from: "\(name) holds", to: "there is no such row", isCertain: true, formula: when))
        continue
      }
      questions.append(
        Question(from: "\(name) holds", to: "it does not", isCertain: true, formula: .all([when, .not(holds)])))
      questions.append(
        Question(from: "\(name) does not hold", to: "it does", isCertain: true, formula: .all([.not(when), holds])))
      if old.kind != new.kind {
        questions.append(
          Question(
            from: "\(name) contributes one thing", to: "another", isCertain: false, formula: .all([when, holds])))
      }
    }
    for (new, when) in after where !before.contains(where: { $0.result.row == new.row }) {
      questions.append(
        Question(from: "there is no row `\(new.row ?? "")`", to: "it holds", isCertain: true, formula: when))
    }
    return questions
  }

  private static func words(_ result: DecisionResult) -> String {
    guard let source = result.source, let place = result.place else { return result.words }
    return "\(result.words) (\(result.isKnown ? "\(source), " : "")\(place.fileAndLine))"
  }

  // MARK: Answers

  /// Whether it is proved that `formulas`, conditions of the view of both versions, never hold together.
  func cannotHold(_ formulas: [TableView.Formula], limits: ProofLimits) -> Bool {
    let all = formulas + (known?.facts(about: formulas) ?? [])
    let table = DecisionTable(view, rows: [.not(.all(all))], limits: limits)
    guard table.fits, table.proof.cells <= limits.cells else { return false }
    let gaps = table.proof.findings(policy: .every, whole: true, limits: limits).gaps
    return gaps.stopped == nil && gaps.certain.isEmpty && gaps.possible.isEmpty
  }

  /// The decision at `index` of the new version, with conditions of the view of both.
  func newTable(_ index: Int) -> TableView.Table { view.tables[old.decisions.count + index] }

  private func answer(
    _ questions: [Question], _ result: inout DecisionDifference, _ shares: DecisionShares?
  ) {
    var limits = limits
    limits.steps = max(10_000, limits.steps / max(1, questions.count))
    for question in questions {
      let whole: TableView.Formula =
        if let known { .all([question.formula] + known.facts(about: [question.formula])) } else { question.formula }
      let table = DecisionTable(
        view, rows: [.not(whole)], limits: limits, ways: ways, name: result.decision.string,
        followsDecisions: !result.through.isEmpty)
      guard table.fits, table.proof.cells <= limits.cells else {
        result.undecided = "it looks at more than a proof may"
        return
      }
      let gaps = table.proof.findings(policy: .every, whole: true, limits: limits).gaps
      if gaps.stopped != nil { result.undecided = "the comparison needs more than \(limits.steps) steps" }
      let text = RegionText(table: table)
      let regions = (gaps.certain + gaps.possible).map { region in
        DecisionDifference.Region(
          facts: text.region(region), example: text.witness(region), exampleFacts: Self.facts(region, table),
          assumptions: text.assumptions(region))
      }
      guard !regions.isEmpty else { continue }
      result.changes.append(
        DecisionDifference.Change(
          from: question.from, to: question.to, isCertain: question.isCertain && gaps.possible.isEmpty,
          share: question.results.flatMap { shares?.share(from: $0.old, to: $0.new) },
          regions: regions, hasMore: gaps.more))
    }
  }

  /// The facts of a region's example.
  private static func facts(_ region: ProofRegion, _ table: DecisionTable) -> [(name: Text, value: Value)] {
    var facts: [(name: Text, value: Value)] = []
    for (column, key) in region.witness {
      guard let index = table.viewColumns[column], let key,
        let value = table.view.columns[index].classes[safe: Int(key)]?.witness
      else { continue }
      // What is only known to be there has no value to name.
      if case .null = value { continue }
      switch table.view.columns[index].origin {
      case .fact(let name): facts.append((Text(name), value))
      case .membership(let list, let element):
        let isIn = if case .bool(let isIn) = value { isIn } else { false }
        if let known = facts.firstIndex(where: { $0.name == Text(list) }), case .list(let held) = facts[known].value {
          if isIn { facts[known].value = .list(held + [element]) }
        } else {
          facts.append((Text(list), .list(isIn ? [element] : [])))
        }
      case .decision, .expression: break
      }
    }
    return facts
  }

  /// A fact that `inputs` are or follow from and that both versions declare differently.
  private func changedFact(under inputs: [Int]) -> String? {
    var waiting = inputs
    var seen: Set<Int> = []
    while let column = waiting.popLast() {
      guard seen.insert(column).inserted else { continue }
      switch view.columns[column].origin {
      case .fact(let name), .membership(let name, _):
        let fact = name.prefix { $0 != "." }
        if difference.facts.contains(Text(String(fact))) || difference.facts.contains(Text(name)) { return name }
      case .decision(let table): waiting += view.tables[table].inputs
      case .expression: break
      }
    }
    return nil
  }
}

extension TableView.Table {
  /// Whether its result is that of a single row that conditions choose, or of none.
  fileprivate var isOfOneRow: Bool { value != nil || hit == .unique || hit == .first }
}
