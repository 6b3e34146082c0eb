import TerrainDocuments
import TerrainEngines

/// What a file of a pack is, for a terminal, which shows no pictures.
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
