import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainBase

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
