import TerrainContent
import TerrainDocuments
import TerrainValues

/// Some days in a row, each with things to do.
package struct DayProgram: Sendable {
  /// A day of it.
  package struct Day: Sendable {
    /// What is to be done, by ids, in the order in which it is written.
    package let items: [Text]
  }

  /// The kind of record that a program is.
  package static let kind: Text = "program"
  private static let days: Text = "days"
  private static let day: Text = "day"

  /// The record's id.
  package let id: Text
  /// The days; the first is day 1.
  package let days: [Day]

  /// What is to be done on `day`, counted from 1; nil where there is no such day.
  func items(ofDay day: Int) -> [Text]? { day >= 1 && day <= days.count ? days[day - 1].items : nil }

  /// The program that `record` describes: under `days`, for each day its number and, in fields that end in `_ref` or `_refs`,
  /// what there is to do.
  ///
  /// - Throws: where days are missing, out of order or empty.
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
        for id in value.kind == .list ? value.elements.compactMap(\.text) : [value.text].compactMap(\.self)
        where !items.contains(id) {
          items.append(id)
        }
      }
      if items.isEmpty { diagnostics.append(.emptyDay(at: node)) }
      days.append(Day(items: items))
    }
    if days.isEmpty, !diagnostics.hasErrors { diagnostics.append(.emptyDay(at: record.node[Self.days] ?? record.node)) }
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
    id = record.id
    self.days = days
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
