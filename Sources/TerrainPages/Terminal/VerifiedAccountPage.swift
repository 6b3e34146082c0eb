import TerrainDocuments
import TerrainEngines

/// Whether an account is the one that its own events result in, as a page for a terminal.
package struct VerifiedAccountPage: TerminalContent {
  private let result: VerifiedAccount

  /// A page of `result`.
  package init(_ result: VerifiedAccount) { self.result = result }

  /// Writes it to `page`.
  package func write(to page: inout TerminalPage) {
    page.gap()
    page.title(result.account.id)
    defer { page.gap() }
    page.write(result.unknownNames)
    guard let difference = result.difference else {
      page.paragraph(
        "The account is what its \(result.account.events.count.counted("event")) \(result.account.events.count == 1 ? "comes" : "come") to.",
        indent: 2)
      return
    }
    let event = difference.event.map { " of event `\($0)`" } ?? ""
    page.paragraph("The account contradicts its own events: `\(difference.path)`\(event).", indent: 2)
    page.paragraph("expected: \(difference.expected ?? "nothing")", indent: 4)
    page.paragraph("found:    \(difference.found ?? "nothing")", indent: 4)
    if result.isOfOtherRules {
      page.paragraph("Other rules than the present ones folded it last, which may be the reason.", indent: 2)
    }
  }
}
