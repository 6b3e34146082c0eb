import TerrainDocuments
import TerrainRules

/// The tables of a view as proofs see them: what has equal numbers has equal proofs, wherever in a file it is.
package struct TableContents: Sendable {
  package let memory: ProofMemory
  private let view: TableView
  /// By column of the view. A column of a decision has a number when the decision has.
  private var columns: [Int?]
  /// By table of the view; nil of one that looks at a decision behind it.
  private var tables: [Int?] = []
  /// By column, how many columns before it have its origin and name.
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
    // A decision comes after those it looks at.
    for index in view.tables.indices { tables.append(makeNumber(ofTable: index)) }
    for index in view.columns.indices { _ = number(ofColumn: index) }
  }

  /// The number of the table at `index`; nil where its contents are unknown.
  func number(ofTable index: Int) -> Int? { tables[index] }

  /// What `formulas` contain, in numbers; nil where that is unknown.
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
      // What rows add counts, and nothing else of what they yield.
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

  /// Adds `formula`, operands after what they are operands of; without recursion, because long conditions are nested deep.
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
      case .undecided(let place):
        // The same text in the same file is the same condition.
        numbers += [6, place.map { memory.number(of: "\($0.source.name)\u{0}\($0.source.text(of: $0.range))") } ?? -1]
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
