import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// The facts for which a decision has another result in another version of its rule set: proved, not sampled.
package struct DecisionDifference: Sendable {
  /// Facts for which it has another result.
  package struct Region: Sendable {
    /// The facts in words: `size in 2..4 and color = red`; empty if the region includes all facts.
    package let facts: String
    /// An example of the region, in words.
    package let example: String
    /// The example's facts by name. A list contains the elements that conditions test for.
    package let exampleFacts: [(name: Text, value: Value)]
    /// The assumptions about conditions that cannot be decided; empty if the results differ in any case.
    package let assumptions: String
  }

  /// A result that changes to another result.
  package struct Change: Sendable {
    /// The old result, with its row.
    package let from: String
    /// The new result, with its row.
    package let to: String
    /// True if both are known without running; otherwise they may happen to be equal.
    package let isCertain: Bool
    /// The share of people with this change; nil if it is unknown.
    package let share: Share?
    /// The regions with this change, without duplicates.
    package let regions: [Region]
    /// True if the number of regions exceeds the number that is listed.
    package let hasMore: Bool
  }

  /// The decision.
  package let decision: Text
  /// True if it is itself defined differently.
  package let isRedefined: Bool
  /// The decisions that it needs and whose values may differ.
  package let through: [Text]
  /// The share of people for whom the value differs; nil if it is unknown.
  package fileprivate(set) var share: Share?
  /// The changes, in the order of rows.
  package fileprivate(set) var changes: [Change] = []
  /// The reason why the comparison is incomplete; nil if ``changes`` is complete, so that an empty list is a proof.
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
  /// Knowledge about the columns that conditions read.
  private let known: KnownValues?
  private var limits: ProofLimits

  /// A comparison of `old` with `new`, within `limits` for all decisions together. `people` returns the weights of the values of some
  /// facts; `records` returns the possible records of facts, if these are to be considered.
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

  /// The difference between the decision at `oldIndex` of the old version and the decision at `newIndex` of the new version.
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

  /// The decisions that either version needs and whose values may differ. No region may name them, because each is two decisions.
  private func through(_ mine: Decision, _ theirs: Decision) -> [Text] {
    let before = difference.affected(neededBy: mine, in: old)
    return before + difference.affected(neededBy: theirs, in: new).filter { !before.contains($0) }
  }

  // MARK: Questions

  /// The condition under which one result changes to another.
  private struct Question {
    var from: String
    var to: String
    var isCertain: Bool
    var formula: TableView.Formula
    /// The results themselves, if a decision has a single result.
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

  /// For decisions whose rows count separately: the conditions under which a row holds in one version only, or contributes another value.
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

  /// Returns true if it is proved that `formulas`, conditions of the view of both versions, never hold together.
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
      // A value that is only known to be present has no name.
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
  /// True if its result is that of a single row that conditions choose, or of none.
  fileprivate var isOfOneRow: Bool { value != nil || hit == .unique || hit == .first }
}

/// A way to a result of a decision in one version of a rule set.
struct DecisionResult {
  /// The kind of result.
  enum Kind: Equatable {
    /// A known value.
    case value(String)
    /// The value of an expression, identified by its definition: expressions with the same definition are equal.
    case computed(definition: String)
    /// No row holds, and that is an error.
    case error
  }

  let kind: Kind
  /// The location of the result; nil if no row holds.
  let place: Place?
  /// The id of its row; nil for `otherwise`, for `value`, and if no row holds.
  let row: String?
  /// The part that replaces a row: `otherwise` or `value`.
  var part = ""
  /// The formulas that must hold.
  var conditions: [TableView.Formula] = []
  /// The formulas that must not hold.
  var not: [TableView.Formula] = []

  /// The result for people.
  var words: String {
    switch kind {
    case .value(let value): value
    case .computed: "what \(source == "`value`" ? "it" : source ?? "it") computes"
    case .error: "an error, because no row holds"
    }
  }

  /// The row of the result, or the part that replaces a row.
  var source: String? {
    if let row { return "row `\(row)`" }
    return place == nil ? nil : "`\(part)`"
  }

  /// True if it is known without running.
  var isKnown: Bool {
    if case .computed = kind { return false }
    return true
  }
}

/// The ways to a result of one decision in one version.
struct DecisionResults {
  let table: TableView.Table
  private let typed: TypedDecision
  private let rules: RuleSet
  private let isNew: Bool
  private let difference: RuleSetDifference

  /// The results of the decision at `index` of `rules`, whose table is `table`.
  init(_ table: TableView.Table, _ rules: RuleSet, index: Int, isNew: Bool, _ difference: RuleSetDifference) {
    self.table = table
    self.rules = rules
    self.isNew = isNew
    self.difference = difference
    typed = rules.decisions[index].typed
  }

  /// Each way to a result of a decision that is of one row at most.
  var single: [DecisionResult] {
    guard case .rows(let written) = typed.body else {
      guard case .value(let value) = typed.body, let outcome = table.value else { return [] }
      return results(value, outcome, row: nil, part: "value")
    }
    var all: [DecisionResult] = []
    for (index, row) in written.rows.enumerated() {
      guard let then = row.then else { continue }
      let when = table.rows[index].when
      for var result in results(then, table.rows[index].outcome, row: row.id.string) {
        result.conditions.append(when)
        if table.hit == .first {
          result.not += table.rows[..<index].map(\.when).filter { !$0.excludes(when) }
        }
        all.append(result)
      }
    }
    let noRow = table.rows.map(\.when)
    if let otherwise = written.otherwise, let outcome = table.otherwise {
      for var result in results(otherwise, outcome, row: nil, part: "otherwise") {
        result.not += noRow
        all.append(result)
      }
    } else {
      all.append(DecisionResult(kind: .error, place: nil, row: nil, not: noRow))
    }
    return all
  }

  /// For each row that counts separately, its contribution, and the condition under which it holds.
  package var rows: [(result: DecisionResult, when: TableView.Formula)] {
    guard let written = typed.table else { return [] }
    return written.rows.enumerated().map { index, row in
      let parts = [row.then, row.score].compactMap { $0 }
      let definition = parts.map { RuleSetDifference.definition(of: $0, in: rules) }.joined(separator: "\u{0}")
      let reads = parts.contains { difference.readsChanges($0, isNew: isNew) }
      return (
        DecisionResult(
          kind: .computed(definition: reads ? "\(isNew) \(definition)" : definition), place: row.place,
          row: row.id.string),
        table.rows[index].when
      )
    }
  }

  /// `result`, which is `outcome` of the table; of a condition, that it holds and that it does not.
  private func results(
    _ result: TypedResult, _ outcome: TableView.Outcome, row: String?, part: String = ""
  ) -> [DecisionResult] {
    switch outcome {
    case .constant(let value, _):
      return [DecisionResult(kind: .value(value.asBrieflyWritten), place: result.place, row: row, part: part)]
    case .condition(let condition):
      return [
        DecisionResult(kind: .value("true"), place: result.place, row: row, part: part, conditions: [condition]),
        DecisionResult(kind: .value("false"), place: result.place, row: row, part: part, not: [condition]),
      ]
    case .computed:
      let definition = RuleSetDifference.definition(of: result, in: rules)
      let reads = difference.readsChanges(result, isNew: isNew)
      return [
        DecisionResult(
          kind: .computed(definition: reads ? "\(isNew) \(definition)" : definition), place: result.place, row: row,
          part: part)
      ]
    }
  }
}

/// Knowledge about the columns of a view beyond their types and conditions: the numbers that a decision may yield, and the possible records
/// of a fact, whose fields have their values together.
struct KnownValues {
  /// All records that facts of the record type `type` may be, as rules see them; nil if others may be given.
  typealias Records = @Sendable (_ type: Text) -> [Value]?

  private let view: TableView
  /// The old version of a rule set and the new one, whose tables the view has in this order.
  private let rules: [RuleSet]
  private let numbers: [PossibleNumbers]
  private let records: Records

  /// The most ways in which the fields of a fact are together.
  private static let mostCombinations = 256

  /// The knowledge about `view`, which is a view of `old` and `new`.
  init(_ view: TableView, _ old: RuleSet, _ new: RuleSet, records: @escaping Records) {
    self.view = view
    self.rules = [old, new]
    self.numbers = [PossibleNumbers(old), PossibleNumbers(new)]
    self.records = records
  }

  /// The formulas that hold in any case about the columns that `formulas` read, directly or through decisions.
  func facts(about formulas: [TableView.Formula]) -> [TableView.Formula] {
    let columns = columns(of: formulas)
    return columns.compactMap(possibleNumbers) + recordColumns(columns).compactMap(combinations)
  }

  private func columns(of formulas: [TableView.Formula]) -> [Int] {
    var columns: [Int] = []
    var seen: Set<Int> = []
    for formula in formulas {
      formula.forEachAtom { if seen.insert($0.column).inserted { columns.append($0.column) } }
    }
    var next = 0
    while next < columns.count {
      if case .decision(let table) = view.columns[columns[next]].origin {
        for input in view.tables[table].inputs where seen.insert(input).inserted { columns.append(input) }
      }
      next += 1
    }
    return columns.ordered()
  }

  // MARK: Decisions

  private func possibleNumbers(_ column: Int) -> TableView.Formula? {
    guard case .decision(let table) = view.columns[column].origin else { return nil }
    let count = rules[0].decisions.count
    let known = table < count ? numbers[0].numbers(ofDecision: table) : numbers[1].numbers(ofDecision: table - count)
    guard let known else { return nil }
    let classes = Set(known.compactMap { view.columns[column].index(of: .int($0)) }).ordered()
    return .atom(TableView.Atom(column: column, classes: classes.map { $0...$0 }, place: nil))
  }

  // MARK: Facts

  /// A column for a field of a record.
  private struct Field {
    let column: Int
    let name: Text
    /// Looked for in a list; nil if the column is the field itself.
    let element: Value?
  }

  /// The columns for fields of facts that are records, by fact.
  private func recordColumns(_ columns: [Int]) -> [(type: Text, fields: [Field])] {
    var fields: [Text: [Field]] = [:]
    for column in columns {
      let path: String
      var element: Value?
      switch view.columns[column].origin {
      case .fact(let name): path = name
      case .membership(let list, let value):
        path = list
        element = value
      case .decision, .expression: continue
      }
      let parts = path.split(separator: ".", maxSplits: 1)
      guard parts.count == 2 else { continue }
      fields[Text(String(parts[0])), default: []].append(
        Field(column: column, name: Text(String(parts[1])), element: element))
    }
    return fields.ordered { $0.key < $1.key }.compactMap { name, fields in
      guard let fact = rules[0].fact(name)?.declaration, !fact.isOptional, case .record(let type) = fact.type else {
        return nil
      }
      return (type.name, fields.filter { type.index(of: $0.name) != nil })
    }
  }

  /// The combinations of values that the columns of `fields` have in the records; nil if they are unknown.
  private func combinations(_ type: Text, _ fields: [Field]) -> TableView.Formula? {
    guard !fields.isEmpty, let records = records(type), !records.isEmpty else { return nil }
    var all: Set<[Int]> = []
    for record in records {
      guard case .map(let values) = record else { return nil }
      var classes: [Int] = []
      for field in fields {
        guard let value = value(of: field, in: values), let index = view.columns[field.column].index(of: value) else {
          return nil
        }
        classes.append(index)
      }
      all.insert(classes)
      guard all.count <= Self.mostCombinations else { return nil }
    }
    return .any(
      all.ordered { $0.lexicographicallyPrecedes($1) }.map { classes in
        .all(
          zip(fields, classes).map { .atom(TableView.Atom(column: $0.column, classes: [$1...$1], place: nil)) })
      })
  }

  private func value(of field: Field, in record: ValueMap) -> Value? {
    let value = record[string: field.name] ?? .optional(nil)
    guard let element = field.element else { return value }
    guard case .list(let elements) = value else { return nil }
    return .bool(elements.contains { $0.isEqual(to: element) })
  }
}
