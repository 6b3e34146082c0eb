import TerrainAuthoring
import TerrainDocuments
import TerrainOperations
import TerrainRules
import TerrainValues

extension OperationImpact {
  /// Places that a text shows, and changes of each of them.
  private static let shown = (places: 20, changes: 5, rows: 4)

  /// For people: how many change, then each place with its changes, examples and rows.
  package var text: String {
    var text = "\(operation): \(changed) of \(people) would get something else\(share(changed))\n"
    for parameter in parameters { text += "parameter \(RuleImpact.Parameter(parameter).words)\n" }
    if !groups.isEmpty {
      text += "\nby group:\n"
      for group in groups {
        text += "  \(group.name): \(group.changed) of \(group.people)\(share(group.changed, of: group.people))\n"
      }
    }
    for difference in differences.prefix(Self.shown.places) { text += lines(difference) }
    let more = differences.count - Self.shown.places
    if more > 0 { text += "\nand \(more) more place\(more == 1 ? "" : "s"); `--json` has all\n" }
    return text
  }

  private func share(_ count: Int, of all: Int? = nil) -> String { RuleImpact.share(count, of: all ?? people) }

  private func lines(_ difference: Difference) -> String {
    let path = difference.path.isEmpty ? "the whole result" : difference.path
    var text = "\n\(path): \(difference.count)\(share(difference.count))\n"
    if difference.greater + difference.less > 0 {
      let mean = difference.sum / Double(difference.greater + difference.less)
      let tenths = (mean * 10).rounded() / 10
      text += "  greater \(difference.greater) times, less \(difference.less) times; by \(tenths) on average\n"
    }
    for change in difference.changes.prefix(Self.shown.changes) {
      text += "  \(change.count)\(share(change.count)) \(change.words)\n"
      if !change.rows.old.isEmpty || !change.rows.new.isEmpty { text += lines(change) }
    }
    let more = difference.changes.dropFirst(Self.shown.changes)
    let count = more.reduce(difference.others) { $0 + $1.count }
    if count > 0 { text += "  \(count)\(share(count)) of \(more.count) other kinds\n" }
    return text
  }

  private func lines(_ change: Change) -> String {
    var text = "    the smallest request: \(change.example.name)\n"
    for (title, rows) in [("rows of the old rules", change.rows.old), ("rows of the new rules", change.rows.new)] {
      guard !rows.isEmpty else { continue }
      let shown = rows.prefix(Self.shown.rows).map { "\($0.decision).\($0.row) (\($0.place.fileAndLine))" }
      let more = rows.count > Self.shown.rows ? ", and \(rows.count - Self.shown.rows) more" : ""
      text += "    \(title): \(shown.joined(separator: ", "))\(more)\n"
    }
    return text
  }

  /// For programs: all of it.
  package func json() throws(DiagnosticError) -> [UInt8] { try Self.description.json(self, .pretty) + [0x0A] }

  private static var description: ResultType<OperationImpact> {
    .object {
      requiredField("operation", .text, "The operation.") { $0.operation }
      requiredField("people", .count, "How many people were compared.") { $0.people }
      requiredField("changed", .count, "How many of them would get something else.") { $0.changed }
      requiredField("parameters", .list(parameter), "The parameters that differ.") {
        $0.parameters.map(RuleImpact.Parameter.init)
      }
      requiredField("groups", .list(group), "The groups, the largest first.") { $0.groups }
      requiredField("differences", .list(difference), "The places that differ, the one with the most people first.") {
        $0.differences
      }
    }
  }

  private static var parameter: ResultType<RuleImpact.Parameter> {
    .object {
      requiredField("name", .text, "Its name.") { $0.name }
      optionalField("old", .text, "Its value in the old rules.") { $0.old }
      optionalField("new", .text, "Its value in the new rules.") { $0.new }
    }
  }

  private static var group: ResultType<Group> {
    .object {
      requiredField("name", .text, "What its people have in common.") { $0.name }
      requiredField("people", .count, "How many there are.") { $0.people }
      requiredField("changed", .count, "How many of them would get something else.") { $0.changed }
    }
  }

  private static var difference: ResultType<Difference> {
    .object {
      requiredField("path", .text, "Where in results.") { $0.path }
      requiredField("count", .count, "For how many people.") { $0.count }
      requiredField("greater", .count, "Numbers that became greater.") { $0.greater }
      requiredField("less", .count, "Numbers that became less.") { $0.less }
      requiredField("changes", .list(change), "The changes, the most frequent first.") { $0.changes }
      requiredField("others", .count, "Changes of further kinds.") { $0.others }
    }
  }

  private static var change: ResultType<Change> {
    .object {
      requiredField("from", .orNull(.text), "The old value; null where there was none.") { $0.from }
      requiredField("to", .orNull(.text), "The new value; null where there is none.") { $0.to }
      requiredField("count", .count, "How many people.") { $0.count }
      requiredField("example", .text, "The smallest request that shows it.") { $0.example.name }
      requiredField("rows_old", .list(row), "Rows that fire for it in the old rules only.") { $0.rows.old }
      requiredField("rows_new", .list(row), "Rows that fire for it in the new rules only.") { $0.rows.new }
    }
  }

  private static var row: ResultType<FiredRow> {
    .object {
      requiredField("decision", .text, "The decision.") { $0.decision }
      requiredField("row", .text, "The row.") { $0.row }
      requiredField("place", .text, "Its file and line.") { $0.place.fileAndLine }
    }
  }
}

extension OperationImpact.Change {
  fileprivate var words: String {
    switch (from, to) {
    case (let from?, let to?): "from \(from) to \(to)"
    case (let from?, nil): "no more \(from)"
    case (nil, let to?): "now \(to)"
    case (nil, nil): ""
    }
  }
}

extension OperationImpact.Example {
  /// The request's id, or its number.
  fileprivate var name: String { id ?? "#\(index + 1)" }
}
