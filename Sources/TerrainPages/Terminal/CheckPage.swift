import TerrainDocuments
import TerrainEngines
import TerrainBase

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
