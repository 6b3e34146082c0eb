import TerrainDocuments
import TerrainValues

extension QualityReport {
  /// Names of records and messages that a text lists.
  private static let mostNames = 20

  /// For people: a table of figures for each list.
  package var text: String {
    var text = "\(pack): \(sample)\n"
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

  /// For programs: one JSON object.
  package var json: [UInt8] {
    var writer = JSONWriter(.pretty)
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
      if let messagesNeverRendered { writer.member("messages_never_rendered", messagesNeverRendered) }
      writer.member("records_never_shown", recordsNeverShown)
    }
    writer.newline()
    return writer.bytes
  }

  /// A page for a browser, without scripts.
  package var html: String {
    func escaped(_ text: String) -> String {
      text.split(separator: "&", omittingEmptySubsequences: false).joined(separator: "&amp;")
        .split(separator: "<", omittingEmptySubsequences: false).joined(separator: "&lt;")
    }
    var rows = ""
    for list in lists {
      let catalog = list.catalog.map { " of \($0)" } ?? ""
      rows += "<tr><th>\(escaped(list.name.string))</th><td>\(list.shown)\(catalog)</td>"
      for value in list.figures.values { rows += "<td>\(value.map(QualityText.number) ?? "")</td>" }
      rows += "</tr>\n"
    }
    let heads = QualityFigure.names.map { "<th>\($0.split(separator: "_").joined(separator: " "))</th>" }.joined()
    var lists = ""
    for (title, ids) in [
      ("Messages never rendered", messagesNeverRendered ?? []), ("Records never shown", recordsNeverShown),
    ] where !ids.isEmpty {
      lists += "<h2>\(title): \(ids.count)</h2>\n<p>\(ids.map { escaped($0.string) }.joined(separator: ", "))</p>\n"
    }
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>Quality of \(escaped(pack.string))</title>
      <meta name="viewport" content="width=device-width">
      <style>body{font:15px/1.5 system-ui,sans-serif;margin:2rem;color:#222;background:#fff}\
      table{border-collapse:collapse}th,td{padding:.25rem .6rem;text-align:right;border-bottom:1px solid #ddd}\
      tbody th{text-align:left}thead th{vertical-align:bottom;max-width:6rem}\
      @media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}th,td{border-color:#444}}</style></head><body>
      <h1>Quality of \(escaped(pack.string))</h1>
      <p>Measured over \(escaped(sample)).</p>
      <table><thead><tr><th>list</th><th>shown</th>\(heads)</tr></thead><tbody>
      \(rows)</tbody></table>
      \(lists)</body></html>

      """
  }
}
