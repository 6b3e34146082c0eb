import TerrainBase
import TerrainDocuments
import TerrainRules

/// A program of consecutive days with items to do.
package struct DayProgram: Sendable {
  /// A day of the program.
  package struct Day: Sendable {
    /// The ids of the items of the day, in the order in which they are written.
    package let items: [Text]
    /// The planned items, by the id of their replacement: doing the replacement counts as doing the planned item.
    package var planned: [Text: Text] = [:]
  }

  /// A reason against offering a program, or an item, to a person.
  package struct Reason: Sendable {
    /// The reason, a value of the rules' vocabulary.
    package let why: Text
    /// The row that excludes it.
    package let origin: Origin?

    /// The reason `why`, which the row `origin` gives.
    package init(why: Text, origin: Origin?) { (self.why, self.origin) = (why, origin) }
  }

  /// An item that another takes the place of.
  package struct Swap: Sendable {
    /// The day, from 1.
    package let day: Int
    /// The planned item of the day.
    package let planned: Text
    /// The replacement; nil if none of the alternatives in the program is suitable.
    package let item: Text?
    /// The reason for the replacement.
    package let reason: Reason
  }

  /// The kind of record that a program is.
  package static let kind: Text = "program"
  private static let days: Text = "days"
  private static let day: Text = "day"
  private static let swaps: Text = "swaps"

  /// The record's id.
  package let id: Text
  /// The days; the first is day 1.
  package let days: [Day]
  /// The alternatives of an item, the best first, by the item's id.
  private let swaps: [Text: [Text]]

  private init(id: Text, days: [Day], swaps: [Text: [Text]]) {
    (self.id, self.days, self.swaps) = (id, days, swaps)
  }

  /// The items of `day`, counted from 1; nil if the program has no such day.
  func items(ofDay day: Int) -> [Text]? { day >= 1 && day <= days.count ? days[day - 1].items : nil }

  /// The program that `record` describes. `days` has the number of each day and, in fields that end in `_ref` or `_refs`, its items.
  /// `swaps` has the alternatives of items.
  ///
  /// - Throws: an error if days are missing, out of order, or empty.
  package init(_ record: Pack.Record) throws(DiagnosticError) {
    var fields = FieldReader(record.node, what: "a program")
    let nodes = fields.list(Self.days)
    var diagnostics = fields.diagnostics
    var days: [Day] = []
    for (index, node) in nodes.enumerated() {
      guard node.kind == .map else {
        diagnostics.append(.wrongKind(node, expected: .map, what: "a day"))
        continue
      }
      if node[Self.day]?.int != Int64(index + 1) {
        diagnostics.append(.dayOutOfOrder(expected: index + 1, at: node[Self.day] ?? node))
      }
      var items: [Text] = []
      for (key, value) in node.members {
        guard let name = key.text?.string, name.hasSuffix("_ref") || name.hasSuffix("_refs") else { continue }
        for id in value.kind == .list ? value.elements.compactMap({ $0.text }) : [value.text].compactMap({ $0 })
        where !items.contains(id) {
          items.append(id)
        }
      }
      if items.isEmpty { diagnostics.append(.emptyDay(at: node)) }
      days.append(Day(items: items))
    }
    if days.isEmpty, !diagnostics.hasErrors { diagnostics.append(.emptyDay(at: record.node[Self.days] ?? record.node)) }
    let swaps = Self.swaps(record.node, into: &diagnostics)
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
    self.init(id: record.id, days: days, swaps: swaps)
  }

  /// The alternatives of items: `swaps: [{ instead_of: ID, use: [ID, …] }, …]`.
  private static func swaps(_ record: Node, into diagnostics: inout [Diagnostic]) -> [Text: [Text]] {
    guard let list = record[swaps], list.kind != .null else { return [:] }
    guard list.kind == .list else {
      diagnostics.append(.wrongKind(list, expected: .list, what: "`swaps`"))
      return [:]
    }
    var result: [Text: [Text]] = [:]
    for node in list.elements {
      var fields = FieldReader(node, what: "a swap")
      let planned = fields.text("instead_of")
      let others = fields.texts("use")
      diagnostics += fields.finish()
      if let planned { result[planned.text, default: []] += others.map({ $0.text }) }
    }
    return result
  }

  /// The program without the items for which `reasons` has a reason. Each is replaced by the first of its alternatives that has no reason
  /// against it and is not on the same day already.
  ///
  /// - Returns: the program and the replacements. An item without a suitable alternative stays, as a swap without a replacement.
  package func adapted(to reasons: [Text: Reason]) -> (program: DayProgram, swaps: [Swap]) {
    var made: [Swap] = []
    var days: [Day] = []
    for (index, day) in self.days.enumerated() {
      var items: [Text] = []
      var planned: [Text: Text] = [:]
      for item in day.items {
        guard let reason = reasons[item] else {
          items.append(item)
          continue
        }
        let other = swaps[item]?.first { reasons[$0] == nil && !items.contains($0) && !day.items.contains($0) }
        made.append(Swap(day: index + 1, planned: item, item: other, reason: reason))
        items.append(other ?? item)
        if let other { planned[other] = item }
      }
      days.append(Day(items: items, planned: planned))
    }
    return (DayProgram(id: id, days: days, swaps: swaps), made)
  }
}

extension Diagnostic {
  static func dayOutOfOrder(expected: Int, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "program/day", message: "this has to be day \(expected): days count from 1 without a hole", at: node)
  }

  static func emptyDay(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "program/empty-day", message: "there is nothing to do", at: node,
      fix: "name something in a field that ends in `_ref` or `_refs`")
  }
}
