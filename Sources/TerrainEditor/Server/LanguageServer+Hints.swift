import TerrainChecks
import TerrainDocuments

/// What is shown between the letters of a text.
extension LanguageServer {
  /// Of how many people each row decides.
  func inlayHints(_ message: Incoming, _ id: String) {
    guard let (workspace, name) = file(message, id) else { return }
    let source = workspace.store.file(name).source
    // Shares of an older text are in the wrong places.
    let rows = workspace.shares.filter { $0.place.source === source }
    outbox.respond(id) { writer in
      writer.array { writer in
        for row in rows {
          let end = workspace.range(of: row.place, client.encoding).upperBound
          writer.object { writer in
            writer.key("position")
            end.write(to: &writer)
            writer.member("label", "\(row.share.percent) %")
            writer.member("tooltip", "Of so many people of the population `everyday` this row decides")
            writer.member("paddingLeft", true)
          }
        }
      }
    }
  }
}
