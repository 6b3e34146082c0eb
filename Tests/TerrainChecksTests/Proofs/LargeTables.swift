import TerrainBase
import TestSupport

@testable import TerrainChecks

/// Tables of the sizes authors ask about, made the same way every time.
enum LargeTables {
  /// A row as a box: for some columns, the range it asks for.
  typealias Box = [Int: KeyRange]

  static func table(_ boxes: [Box], domains: [KeyRange]) -> ProofTable {
    var table = ProofTable()
    for (index, domain) in domains.enumerated() {
      _ = table.add(ProofColumn(name: Text("c\(index)"), domain: ValueSet([domain])))
    }
    for box in boxes {
      let parts = box.sorted { $0.key < $1.key }.map { column, range in
        table.add(.comparison(column: column, values: ValueSet([range])))
      }
      table.rows.append(table.add(.all(parts)))
    }
    return table
  }

  /// Cuts the whole space into `count` boxes, at random places of random columns: no gap, no overlap.
  static func cut(into count: Int, domains: [KeyRange], seed: UInt64) -> [Box] {
    var generator = SplitMix64(seed: seed)
    var boxes: [[KeyRange]] = [domains]
    while boxes.count < count {
      let index = Int.random(in: boxes.indices, using: &generator)
      let column = Int.random(in: domains.indices, using: &generator)
      let range = boxes[index][column]
      guard range.low < range.high else { continue }
      let at = Int64.random(in: range.low..<range.high, using: &generator)
      var other = boxes[index]
      boxes[index][column].high = at
      other[column].low = at + 1
      boxes.append(other)
    }
    return boxes.map { box in
      var result: Box = [:]
      for (column, range) in box.enumerated() where range != domains[column] { result[column] = range }
      return result
    }
  }

  /// `count` boxes at random, each asking of each column for about `share` of its values.
  static func random(_ count: Int, domains: [KeyRange], share: Double, seed: UInt64) -> [Box] {
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      var box: Box = [:]
      for (column, domain) in domains.enumerated() {
        let width = Int64(Double(domain.high - domain.low) * share)
        let low = Int64.random(in: domain.low...(domain.high - width), using: &generator)
        box[column] = KeyRange(low, low + width)
      }
      return box
    }
  }

  /// Every combination of one value a column, as far as `count` rows.
  static func grid(_ count: Int, domains: [KeyRange]) -> [Box] {
    var boxes: [Box] = [[:]]
    for (column, domain) in domains.enumerated() {
      boxes = boxes.flatMap { box in
        (domain.low...domain.high).map { value in
          var next = box
          next[column] = KeyRange(value, value)
          return next
        }
      }
    }
    return Array(boxes.prefix(count))
  }
}
