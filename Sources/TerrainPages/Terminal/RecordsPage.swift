import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase

/// The records of a kind as a list for a terminal: each id with what people call it.
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
