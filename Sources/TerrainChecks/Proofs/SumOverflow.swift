import TerrainRules
import TerrainBase

/// Rows of a `hit: sum` table that hold together and whose constants do not add up within their type.
package struct SumOverflow: Sendable {
  /// The rows, in file order: adding the last one leaves the range.
  package var rows: [Int]
  /// Inputs for which they hold.
  package var region: ProofRegion
}

/// Whether the constants that rows of a table add can leave the range of their type.
struct SumProof {
  typealias ID = ResidualFormulas.ID

  /// What each row adds; nil where that is known only when it runs.
  private let addends: [Int128?]
  private let range: ClosedRange<Int128>
  /// For each row, the least and the most that the rows after it can add.
  private let rest: [(least: Int128, most: Int128)]

  /// Nil where the rows add no whole numbers, or where no choice of them can leave the range.
  init?(_ table: TableView.Table) {
    var range: ClosedRange<Int128>?
    var addends: [Int128?] = []
    for row in table.rows {
      switch row.outcome {
      case .constant(.int(let number), _):
        range = Int128(Int64.min)...Int128(Int64.max)
        addends.append(Int128(number))
      case .constant(.uint(let number), _):
        range = 0...Int128(UInt64.max)
        addends.append(Int128(number))
      case .constant, .condition, .computed: addends.append(nil)
      }
    }
    guard let range else { return nil }
    var rest = [(least: Int128, most: Int128)](repeating: (0, 0), count: addends.count)
    var sums: (least: Int128, most: Int128) = (0, 0)
    for index in addends.indices.reversed() {
      rest[index] = sums
      let addend = addends[index] ?? 0
      sums = (sums.least + min(0, addend), sums.most + max(0, addend))
    }
    guard sums.least < range.lowerBound || sums.most > range.upperBound else { return nil }
    self.addends = addends
    self.range = range
    self.rest = rest
  }

  /// A choice of the rows: those that hold, those that do not, and the sum so far.
  private struct Choice {
    var next: Int
    var sum: Int128
    var required: ID
    var held: [Int]
    var not: [ID]
  }

  /// Rows that hold together for some inputs, certainly, and whose sum leaves the range; nil where none were found with the
  /// steps that `search` is allowed.
  func overflow(in search: inout ProofSearch, limits: ProofLimits, steps: Int) -> (
    found: SumOverflow?, reached: ProofLimit?
  ) {
    let end = search.steps + steps
    let rows = search.table.rows
    // A choice remembers what it decided of each row.
    guard rows.count <= limits.tracedRows else { return (nil, .steps) }
    var waiting = [Choice(next: 0, sum: 0, required: search.constraint(on: rows), held: [], not: [])]
    while let choice = waiting.popLast() {
      guard search.steps < end else { return (nil, .steps) }
      guard choice.next < rows.count else { continue }
      let (least, most) = (rest[choice.next].least, rest[choice.next].most)
      let addend = addends[choice.next] ?? 0
      guard
        choice.sum + least + min(0, addend) < range.lowerBound || choice.sum + most + max(0, addend) > range.upperBound
      else { continue }
      // Rows that add nothing known are left open.
      guard addend != 0 else {
        var next = choice
        next.next += 1
        waiting.append(next)
        continue
      }
      var without = choice
      without.next += 1
      without.not.append(rows[choice.next])
      waiting.append(without)
      var with = choice
      with.next += 1
      with.sum += addend
      with.held.append(choice.next)
      with.required = search.all([choice.required, rows[choice.next]])
      search.allow(min(limits.stepsPerRow, end - search.steps))
      let result = search.find(search.state(required: with.required, rows: with.not), eager: true)
      if result.certainty == .none, !search.stopped { continue }
      guard range.contains(with.sum) else {
        guard result.certainty == .certain else { continue }
        var region = search.witness(result.reversed.reversed(), certainty: result.certainty)
        let tested = search.columns(of: with.held.map { rows[$0] })
        region.columns = search.described(result.reversed.reversed()).filter { tested.contains($0.column) }
        return (SumOverflow(rows: with.held, region: region), nil)
      }
      waiting.append(with)
    }
    return (nil, search.reached)
  }
}
