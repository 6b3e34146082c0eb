import TerrainBase
import TestSupport

@testable import TerrainChecks

/// Random tables over domains small enough to be looked through value by value.
struct RandomTables {
  var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  /// A table with up to four inputs; `traced` adds facts under a random constraint, `undecided` conditions of unknown
  /// outcome.
  mutating func table(traced: Bool, undecided: Bool) -> ProofTable {
    var table = ProofTable()
    var columns: [Int] = []
    for index in 0..<Int.random(in: 1...(traced || undecided ? 3 : 4), using: &generator) {
      columns.append(table.add(ProofColumn(name: Text("c\(index)"), domain: domain())))
    }
    let inputs = columns
    var hidden: [Int] = []
    if traced {
      for index in 0..<Int.random(in: 1...2, using: &generator) {
        hidden.append(table.add(ProofColumn(name: Text("f\(index)"), domain: domain(), role: .traced)))
      }
    }
    if undecided {
      for index in 0..<Int.random(in: 1...2, using: &generator) {
        columns.append(table.add(.undecided(Text("u\(index)"))))
      }
    }
    if traced { table.constraint = formula(over: inputs + hidden, in: &table, depth: 3) }
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      table.rows.append(formula(over: columns, in: &table, depth: Int.random(in: 1...3, using: &generator)))
    }
    return table
  }

  private mutating func domain() -> ValueSet {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: ValueSet(0, 1)
    case 1: ValueSet(-2, 2)
    case 2: ValueSet([KeyRange(0, 2)], absent: true)
    default: ValueSet([KeyRange(-3, -2), KeyRange(1, 2)])
    }
  }

  private mutating func values() -> ValueSet {
    let low = Int64.random(in: -4...3, using: &generator)
    let high = Int64.random(in: low...4, using: &generator)
    let one = KeyRange(Bool.random(using: &generator) ? low : .min, Bool.random(using: &generator) ? high : .max)
    let other = KeyRange(Int64.random(in: -4...3, using: &generator), Int64.random(in: -4...3, using: &generator))
    return ValueSet([one, other], absent: Int.random(in: 0..<4, using: &generator) == 0)
  }

  private mutating func formula(over columns: [Int], in table: inout ProofTable, depth: Int) -> FormulaID {
    guard depth > 1 else { return comparison(over: columns, in: &table) }
    let operands = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      formula(over: columns, in: &table, depth: Int.random(in: 1..<depth, using: &generator))
    }
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return table.add(.not(operands[0]))
    case 1, 2, 3: return table.add(.any(operands))
    default: return table.add(.all(operands))
    }
  }

  private mutating func comparison(over columns: [Int], in table: inout ProofTable) -> FormulaID {
    let column = columns.randomElement(using: &generator) ?? 0
    if table.columns[column].role == .undecided {
      return table.add(.comparison(column: column, values: ValueSet(1, 1)))
    }
    if Int.random(in: 0..<30, using: &generator) == 0 {
      return table.add(.constant(Bool.random(using: &generator)))
    }
    return table.add(.comparison(column: column, values: values()))
  }
}
