import TerrainDocuments
import TerrainPages
import TerrainBase

extension QualityReport {
  /// Names of records and messages that a text lists.
  private static let mostNames = 20

  /// For people: a table of figures for each list.
  package var text: String {
    var text = "\(pack): \(sample)\n"
    if !seasons.isEmpty {
      text += "days by season: \(seasons.map { "\($0.name) \($0.days)" }.joined(separator: ", "))\n"
    }
    for list in lists {
      let catalog = list.catalog.map { " of \($0)" } ?? ""
      text += "\n\(list.name): \(list.shown)\(catalog) shown\n"
      for (name, value) in zip(QualityFigure.names, list.figures.values) {
        guard let value else { continue }
        text += "  \(name)\(String(repeating: " ", count: 18 - name.count))\(QualityText.number(value))\n"
      }
      if !list.commonest.isEmpty {
        let shares = list.commonest.map { "\($0.id) \(QualityText.number($0.share * 100)) %" }
        text += "  commonest         \(shares.joined(separator: ", "))\n"
      }
    }
    if let messagesNeverRendered { text += names("messages never rendered", messagesNeverRendered) }
    text += names("records never shown", recordsNeverShown)
    return text
  }

  private func names(_ what: String, _ ids: [Text]) -> String {
    let more = ids.count > Self.mostNames ? ", …" : ""
    let listed = ids.isEmpty ? "" : ": \(ids.prefix(Self.mostNames).map(\.string).joined(separator: ", "))\(more)"
    return "\n\(what): \(ids.count)\(listed)\n"
  }

  /// For programs: one JSON object, and a line end.
  package var json: [UInt8] {
    var writer = JSONWriter(.pretty)
    write(to: &writer)
    writer.newline()
    return writer.bytes
  }

  /// Writes the same as one JSON value.
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("pack", pack)
      writer.member("population", population)
      writer.member("people", people)
      writer.member("days", days)
      writer.member("seed", seed)
      writer.object("lists") { writer in
        for list in lists {
          writer.object(list.name.string) { writer in
            writer.member("catalog", ifAny: list.catalog)
            writer.member("shown", list.shown)
            for (name, value) in zip(QualityFigure.names, list.figures.values) {
              guard let value else { continue }
              writer.key(name)
              try? writer.double(value)
            }
          }
        }
      }
      if !seasons.isEmpty {
        writer.object("days_by_season") { writer in
          for season in seasons { writer.member(season.name.string, season.days) }
        }
      }
      if let messagesNeverRendered { writer.member("messages_never_rendered", messagesNeverRendered) }
      writer.member("records_never_shown", recordsNeverShown)
    }
  }

  /// A page for a browser that stands alone, without scripts.
  package var html: String {
    let title = "Quality of \(pack)"
    return Markup.page(title, language: "en", styles: [Self.style]) { page in
      page.element("h1", ["id": "title"], title)
      page.element("p", ["class": "under"], "Measured over \(sample).")
      page.element("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-labelledby": "title"]) { page in
        page.element("table", ["class": "data"]) { page in
          page.element("thead") { page in
            page.element("tr") { page in
              for head in ["list", "shown"] + QualityFigure.names {
                page.element("th", ["scope": "col"], head.split(separator: "_").joined(separator: " "))
              }
            }
          }
          page.element("tbody") { page in for list in lists { row(list, to: &page) } }
        }
      }
      page.lineEnd()
      for (title, ids) in [
        ("Messages never rendered", messagesNeverRendered ?? []), ("Records never shown", recordsNeverShown),
      ] where !ids.isEmpty {
        page.element("section") { page in
          page.element("h2", "\(title): \(ids.count)")
          page.element("ul", ["class": "names"]) { page in for id in ids { page.element("li", id.string) } }
        }
        page.lineEnd()
      }
    }
  }

  private static let style: StaticString = """

    .scroll { margin-top: 32px; }
    .data td, .data thead th { text-align: right; }
    .data thead th:first-child { text-align: left; }
    .data tbody tr:hover > * { background: var(--tint-plain); }
    .names { margin: 0; padding: 0; list-style: none; columns: 260px; column-gap: 32px; font-size: .875rem; }
    .names li { break-inside: avoid; padding: 2px 0; }
    @media print { .data { font-size: 8px; } }
    """

  private func row(_ list: List, to page: inout Markup) {
    page.element("tr") { page in
      page.element("th", ["scope": "row"], list.name.string)
      page.element("td", "\(list.shown)\(list.catalog.map { " of \($0)" } ?? "")")
      for value in list.figures.values { page.element("td", value.map(QualityText.number) ?? "") }
    }
  }
}
