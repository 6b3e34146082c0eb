import TerrainBase
import TerrainDocuments
import TerrainRules

/// One decision of a rule set as a ``ProofTable``: its inputs, and for each input that is itself a decision the facts that it depends on.
///
/// Proofs see a decision in three steps. The ``TableView`` of a rule set has the conditions of all its typed decisions as formulas over
/// columns, each cut into classes. This type takes one decision from the view, together with the decisions that its columns depend on, and
/// remembers the source of each column and each comparison, for the words of findings. Its ``ProofTable`` knows nothing of rules; a
/// ``CompiledTable`` is that table in the order in which a search decides its columns.
package struct DecisionTable {
  let view: TableView
  /// The decision, as an index into the view's tables.
  let index: Int
  package private(set) var proof = ProofTable()
  /// For each column of the proof, the view's column; nil for conditions that cannot be decided.
  private(set) var viewColumns: [Int?] = []
  /// The view's column to the proof's.
  private(set) var columnOf: [Int: Int] = [:]
  /// The locations of the proof's comparisons.
  private(set) var places: [FormulaID: Place] = [:]
  /// Comparisons that test for the presence of an optional input.
  private(set) var presence: Set<FormulaID> = []
  /// Comparisons that fail of an optional input that is absent.
  private(set) var needingValue: Set<FormulaID> = []
  /// The limit that the decision is beyond: it has then not been made whole.
  enum Excess {
    case columns
    case formulas
  }

  /// The limit that the decision is beyond; nil if it could be made whole.
  private(set) var excess: Excess?
  /// False when the decision is larger than a proof may be.
  package var fits: Bool { excess == nil }
  private let limits: ProofLimits
  private let ways: TableWays
  /// True if regions are described only by facts, so that decisions that are inputs are traced to the facts that they depend on.
  private let followsDecisions: Bool

  init(
    _ view: TableView, index: Int, limits: ProofLimits, ways: TableWays = TableWays(), followsDecisions: Bool = false
  ) {
    self.ways = ways
    self.followsDecisions = followsDecisions
    self.view = view
    self.index = index
    self.limits = limits
    let table = view.tables[index]
    for input in table.inputs { _ = column(input, role: .input) }
    proof.rows = table.rows.map { formula($0.when, depth: 1) }
    // Columns are added while the constraint is made; each column of a decision adds its own part, once.
    var next = 0
    while next < viewColumns.count, fits {
      if let column = viewColumns[next], case .decision(let source) = view.columns[column].origin {
        if let formula = link(column: next, to: source) { proof.links.append((next, formula)) }
      }
      next += 1
    }
    proof.constraint = proof.add(.all(proof.links.map(\.formula)))
  }

  /// A table of conditions that are no decision's own: rows of several decisions together, or of several versions of the
  /// decision `name`.
  package init(
    _ view: TableView, rows: [TableView.Formula], limits: ProofLimits, ways: TableWays = TableWays(), name: String = "",
    followsDecisions: Bool = false
  ) {
    var view = view
    view.tables.append(
      TableView.Table(
        name: name, place: nil, hit: .collect,
        rows: rows.map { TableView.Row(id: "", place: nil, whenPlace: nil, when: $0, outcome: .computed) },
        otherwise: nil, value: nil, inputs: []))
    self.init(
      view, index: view.tables.count - 1, limits: limits, ways: ways, followsDecisions: followsDecisions)
  }

  /// The rows' policy as the proofs know it.
  var policy: RowPolicy {
    switch view.tables[index].hit.selection {
    case .only: .unique
    case .earliest: .precedence(order: Array(proof.rows.indices))
    case .highestScore, .all: .every
    }
  }

  /// True when it is an error that no row holds.
  var mustBeWhole: Bool { view.tables[index].mustBeWhole }

  // MARK: Columns

  /// The proof's column for one of the view's.
  private mutating func column(_ index: Int, role: ProofColumn.Role) -> Int {
    if let known = columnOf[index] { return known }
    let source = view.columns[index]
    let absent = source.classes.last?.isAbsent ?? false
    let present = source.classes.count - (absent ? 1 : 0)
    let domain = ValueSet([KeyRange(0, Int64(present) - 1)], absent: absent)
    let isOpen =
      switch source.origin {
      case .fact, .membership: false
      case .expression: true
      case .decision(let table): !isTraced(view.tables[table])
      }
    var role = role
    if followsDecisions {
      role = .input
      if case .decision = source.origin { role = .traced }
    }
    let column = ProofColumn(
      name: Text(source.name), domain: domain, origin: Int64(Self.nearestToZero(source.classes)),
      role: isOpen ? .undecided : role)
    let added = add(column, view: index)
    columnOf[index] = added
    return added
  }

  private mutating func add(_ column: ProofColumn, view: Int?) -> Int {
    if viewColumns.count >= limits.columns { excess = .columns }
    viewColumns.append(view)
    return proof.add(column)
  }

  /// The class whose witness is nearest to zero; the first class if the type has no zero.
  static func nearestToZero(_ classes: [TableView.ValueClass]) -> Int {
    var best: (distance: Double, index: Int)?
    for (index, value) in classes.enumerated() {
      guard let distance = value.witness?.distanceFromZero else { continue }
      if best.map({ distance < $0.distance }) ?? true { best = (distance, index) }
    }
    return best?.index ?? 0
  }

  // MARK: Formulas

  private mutating func formula(_ source: TableView.Formula, depth: Int, role: ProofColumn.Role = .input) -> FormulaID {
    if proof.formulas.count >= limits.formulas { excess = excess ?? .formulas }
    guard fits else { return 0 }
    guard depth < limits.depth else { return unknown() }
    switch source {
    case .constant(let truth): return proof.add(.constant(truth))
    case .atom(let atom):
      let column = column(atom.column, role: role)
      let id = proof.add(.comparison(column: column, values: values(of: atom)))
      places[id] = atom.place
      if values(of: atom) == .onlyAbsent { presence.insert(id) }
      if atom.needsValue { needingValue.insert(id) }
      return id
    case .not(let operand): return proof.add(.not(formula(operand, depth: depth + 1, role: role)))
    case .all(let operands):
      return proof.add(.all(operands.flattened(.all).map { formula($0, depth: depth + 1, role: role) }))
    case .any(let operands):
      return proof.add(.any(operands.flattened(.any).map { formula($0, depth: depth + 1, role: role) }))
    }
  }

  /// A condition that cannot be decided.
  private mutating func unknown() -> FormulaID {
    proof.add(.comparison(column: add(.undecided("a condition"), view: nil), values: ValueSet(1, 1)))
  }

  private func values(of atom: TableView.Atom) -> ValueSet {
    let classes = view.columns[atom.column].classes
    let absent = classes.last?.isAbsent ?? false
    let last = Int64(classes.count) - (absent ? 2 : 1)
    let ranges = atom.classes.map { KeyRange(Int64($0.lowerBound), min(Int64($0.upperBound), last)) }
    return ValueSet(ranges, absent: absent && atom.classes.contains { $0.contains(classes.count - 1) })
  }

  /// The constant result of a decision as a value of the column for that decision.
  private func values(ofClass index: Int, column: Int) -> ValueSet {
    let classes = viewColumns[column].map { view.columns[$0].classes } ?? []
    if classes.indices.contains(index), classes[index].isAbsent { return .onlyAbsent }
    return ValueSet(Int64(index), Int64(index))
  }

  // MARK: Decisions as inputs

  /// True if the inputs of a decision determine its result.
  private func isTraced(_ table: TableView.Table) -> Bool {
    !table.yieldsOnlyComputed && table.rows.count <= limits.tracedRows
  }

  /// The formula that relates the column of a decision to the inputs of that decision; nil if no relation is known.
  private mutating func link(column: Int, to source: Int) -> FormulaID? {
    guard isTraced(view.tables[source]) else { return nil }
    var ways: [FormulaID] = []
    var free: FormulaID?
    for way in self.ways.ways(of: source, in: view) {
      guard fits else { return nil }
      var parts = way.conditions.map { formula($0, depth: 1, role: .traced) }
      for row in way.not { parts.append(proof.add(.not(formula(row, depth: 1, role: .traced)))) }
      switch way.outcome {
      case .constant(_, let columnClass?):
        parts.append(proof.add(.comparison(column: column, values: values(ofClass: columnClass, column: column))))
      case .condition(let condition):
        let holds = formula(condition, depth: 1, role: .traced)
        let yes = proof.add(.comparison(column: column, values: ValueSet(1, 1)))
        let no = proof.add(.not(yes))
        let fails = proof.add(.not(holds))
        parts.append(
          proof.add(.any([proof.add(.all([holds, yes])), proof.add(.all([fails, no]))])))
      case .computed, .constant(_, nil): parts.append(unknown())
      }
      if !way.rivals.isEmpty {
        // The winner among several rows is known only at run time: it is certain only if no row with another outcome holds.
        let chosen = free ?? unknown()
        free = chosen
        let alone = proof.add(.not(proof.add(.any(way.rivals.map { formula($0, depth: 1, role: .traced) }))))
        parts.append(proof.add(.any([alone, chosen])))
      }
      ways.append(proof.add(.all(parts)))
    }
    return proof.add(.any(ways))
  }
}

extension TableView.Table {
  /// True when it is an error that no row holds.
  var mustBeWhole: Bool { otherwise == nil && value == nil && hit.needsRow }
}

extension [TableView.Formula] {
  fileprivate enum Connective { case all, any }

  /// The operands, in which operands with the same connective are replaced by their own operands: `a && b && c` is written as nested pairs,
  /// and thus becomes one level deep.
  fileprivate func flattened(_ connective: Connective) -> [TableView.Formula] {
    var result: [TableView.Formula] = []
    var waiting = Array(reversed())
    while let next = waiting.popLast() {
      switch (next, connective) {
      case (.all(let inner), .all), (.any(let inner), .any): waiting += inner.reversed()
      default: result.append(next)
      }
    }
    return result
  }
}

extension Value {
  /// The distance of a number from zero; nil for other values.
  fileprivate var distanceFromZero: Double? {
    switch self {
    case .int(let value): Double(value.magnitude)
    case .uint(let value): Double(value)
    case .double(let value): value.magnitude
    case .decimal(let value): Double(value).magnitude
    case .duration(let value): Double(value.seconds.magnitude)
    default: nil
    }
  }
}

/// The contents of a view's tables as numbers: tables with equal numbers have equal proofs, wherever they are in a file.
package struct TableContents: Sendable {
  package let memory: ProofMemory
  private let view: TableView
  /// The number of each column of the view. A column of a decision has a number if the decision has one.
  private var columns: [Int?]
  /// The number of each table of the view; nil if it reads a later decision.
  private var tables: [Int?] = []
  /// For each column, the number of earlier columns with its origin and name.
  private let occurrences: [Int]

  package init(_ view: TableView, _ memory: ProofMemory) {
    self.view = view
    self.memory = memory
    columns = Array(repeating: nil, count: view.columns.count)
    var seen: [[String]: Int] = [:]
    occurrences = view.columns.map { column in
      defer { seen[[column.origin.word, column.name], default: 0] += 1 }
      return seen[[column.origin.word, column.name], default: 0]
    }
    memory.begin()
    tables.reserveCapacity(view.tables.count)
    // A decision comes after the decisions that it reads.
    for index in view.tables.indices { tables.append(makeNumber(ofTable: index)) }
    for index in view.columns.indices { _ = number(ofColumn: index) }
  }

  /// The number of the table at `index`; nil if its contents are unknown.
  func number(ofTable index: Int) -> Int? { tables[index] }

  /// The contents of `formulas` in numbers; nil if they are unknown.
  package func numbers(of formulas: [TableView.Formula]) -> [Int]? {
    var contents = self
    var numbers = [formulas.count]
    for formula in formulas { guard contents.add(formula, to: &numbers) else { return nil } }
    return numbers
  }

  // MARK: Tables

  private mutating func makeNumber(ofTable index: Int) -> Int? {
    let table = view.tables[index]
    guard table.version != 0 else { return number(of: table) }
    var inputs: [Int] = []
    for input in table.inputs {
      guard let column = number(ofColumn: input) else { return nil }
      inputs.append(column)
    }
    let versioned = ProofMemory.Versioned(isTable: true, version: table.version, name: "", parts: inputs)
    return memory.number(of: versioned) { number(of: table) }
  }

  private mutating func number(of table: TableView.Table) -> Int? {
    var numbers = [memory.number(of: table.hit.rawValue), table.rows.count]
    for row in table.rows {
      guard add(row.when, to: &numbers), add(row.outcome, of: table, to: &numbers) else { return nil }
    }
    for outcome in [table.otherwise, table.value] {
      guard let outcome else {
        numbers.append(0)
        continue
      }
      numbers.append(1)
      guard add(outcome, of: table, to: &numbers) else { return nil }
    }
    for input in table.inputs {
      guard let column = number(ofColumn: input) else { return nil }
      numbers.append(column)
    }
    return memory.number(of: numbers)
  }

  private mutating func add(
    _ outcome: TableView.Outcome, of table: TableView.Table, to numbers: inout [Int]
  ) -> Bool {
    switch outcome {
    case .constant(let value, let columnClass):
      numbers += [1, columnClass ?? -1]
      // The amounts that rows add count; other parts of their results do not.
      guard table.hit == .sum else { return true }
      switch value {
      case .int(let number): numbers += [1, Int(number)]
      case .uint(let number): numbers += [2, Int(bitPattern: UInt(number))]
      default: numbers.append(0)
      }
      return true
    case .condition(let formula):
      numbers.append(2)
      return add(formula, to: &numbers)
    case .computed:
      numbers.append(3)
      return true
    }
  }

  private mutating func number(ofColumn index: Int) -> Int? {
    if let known = columns[index] { return known }
    let column = view.columns[index]
    var source = -1
    if case .decision(let table) = column.origin {
      guard tables.indices.contains(table), let number = tables[table] else { return nil }
      source = number
    }
    let occurrence = occurrences[index]
    let versioned = ProofMemory.Versioned(
      isTable: false, version: column.version, name: "\(column.origin.word) \(column.name)",
      parts: [occurrence, source])
    func make() -> Int {
      memory.number(of: [
        memory.number(of: column.origin.word), memory.number(of: column.name), occurrence, column.classes.count,
        column.classes.last?.isAbsent ?? false ? 1 : 0, DecisionTable.nearestToZero(column.classes), source,
      ])
    }
    let number = column.version == 0 ? make() : memory.number(of: versioned, make)
    columns[index] = number
    return number
  }

  // MARK: Formulas

  /// Adds `formula`, with operands after the formulas that contain them. It does not recurse, because long conditions are deeply nested.
  private mutating func add(_ formula: TableView.Formula, to numbers: inout [Int]) -> Bool {
    var waiting = [formula]
    while let next = waiting.popLast() {
      switch next {
      case .constant(let truth): numbers.append(truth ? 1 : 0)
      case .atom(let atom):
        guard let column = number(ofColumn: atom.column) else { return false }
        numbers += [2, column, atom.classes.count]
        for range in atom.classes { numbers += [range.lowerBound, range.upperBound] }
      case .not(let operand):
        numbers.append(3)
        waiting.append(operand)
      case .all(let operands):
        numbers += [4, operands.count]
        waiting += operands.reversed()
      case .any(let operands):
        numbers += [5, operands.count]
        waiting += operands.reversed()
      }
    }
    return true
  }
}

extension TableView.Origin {
  fileprivate var word: String {
    switch self {
    case .fact: "fact"
    case .decision: "decision"
    case .membership: "membership"
    case .expression: "expression"
    }
  }
}
