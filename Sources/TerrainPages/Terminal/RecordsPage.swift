import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules

/// The records of a kind as a list for a terminal: each id with its label.
package struct RecordsPage: TerminalContent {
  private let result: RecordsResult

  /// A page of `result`.
  package init(_ result: RecordsResult) {
    self.result = result
  }

  /// Writes it to `page`.
  package func write(to page: inout TerminalPage) {
    page.gap()
    let width = result.records.map { $0.id.utf8.count }.max() ?? 0
    for record in result.records {
      let label = result.pack.label(of: record, kind: result.kind)?.served(for: result.locale)?.text
      let id = page.padded(TerminalText.harmless(record.id.string), to: width)
      page.line("  " + id + (label.map { "  \(TerminalText.harmless($0.string))" } ?? ""))
    }
    let left = result.count - result.records.count
    page.line("  " + page.faint(left > 0 ? "\(result.records.count) of \(result.count)" : "\(result.count)"))
    page.gap()
  }
}

/// The description of a file of a pack for a terminal, which shows no pictures.
package struct MediaPage: TerminalContent {
  private let result: MediaResult

  /// A page of `result`.
  package init(_ result: MediaResult) {
    self.result = result
  }

  /// Writes it to `page`.
  package func write(to page: inout TerminalPage) {
    page.gap()
    let name = TerminalText.harmless(result.path.string)
    page.line("  \(name)  " + page.faint("\(result.type), \(result.bytes.count.counted("byte"))"))
    page.gap()
  }
}

/// The value of a decision and the reasons, as a page for a terminal.
package struct DecisionPage: TerminalContent {
  private let answer: DecisionResult

  /// The characters of a value that are shown.
  private static let mostSeen = 60

  /// A page of `answer`.
  package init(_ answer: DecisionResult) { self.answer = answer }

  /// Writes it to `page`.
  package func write(to page: inout TerminalPage) {
    page.gap()
    page.value(answer.value, indent: 2)
    page.heading("Why")
    for reason in answer.why {
      let seen = reason.seen.map { "\($0.name) = \(Self.short($0.value))" }.joined(separator: ", ")
      let name = reason.row ?? reason.decision
      page.paragraph(
        Text("\(name) (\(reason.place.fileAndLine))" + (seen.isEmpty ? "" : ": \(seen)")), mark: "• ")
    }
    page.gap()
  }

  private static func short(_ value: Value) -> String {
    // No character takes more bytes than this but made-up ones, which are cut a little earlier.
    let text = value.shown(limit: mostSeen * 8).string
    if text.isEmpty { return "''" }
    return text.count <= mostSeen ? text : "\(text.prefix(mostSeen))…"
  }
}

/// The problems of a form, field by field, as a page for a terminal.
package struct CheckPage: TerminalContent {
  private let checked: ValidatedForm

  /// A page of `checked`.
  package init(_ checked: ValidatedForm) {
    self.checked = checked
  }

  /// Writes it to `page`.
  package func write(to page: inout TerminalPage) {
    page.gap()
    switch checked.problems.count {
    case 0: page.title("No problems found")
    case 1: page.title("One problem")
    case let count: page.title(Text("\(count) problems"))
    }
    var field: Text?
    for problem in checked.problems {
      if problem.at != field { page.heading(problem.at.isEmpty ? checked.kind : problem.at) }
      field = problem.at
      page.paragraph(problem.rendered?[part: "title"] ?? Text(problem.message), mark: "✗ ")
      if problem.rendered?[part: "title"] != nil { page.paragraph(Text(problem.message), indent: 6) }
      if let advice = problem.rendered?[part: "advice"] ?? problem.fix.map({ Text($0) }) {
        page.paragraph(advice, indent: 6)
      }
      let position = problem.place.source.position(at: Int(problem.place.range.start))
      page.line("      " + page.faint("\(problem.code), line \(position.line)"))
    }
    page.gap()
  }
}
