import TerrainDocuments

/// What can be written.
extension LanguageServer {
  func complete(_ message: Incoming, _ id: String) {
    guard let (workspace, name) = file(message, id) else { return }
    guard let position = TextPosition(message.node(["position"])), let source = workspace.store.file(name).source else {
      return outbox.respond(id) { $0.null() }
    }
    let completion = workspace.completion(of: name, source, source.offset(of: position, client.encoding))
    let range = SourceRange(
      start: UInt32(clamping: completion.range.lowerBound), end: UInt32(clamping: completion.range.upperBound))
    outbox.respond(id) { writer in
      writer.object { writer in
        writer.member("isIncomplete", false)
        writer.array("items") { writer in
          for item in completion.items {
            writer.object { writer in
              writer.member("label", item.label)
              writer.member("kind", item.kind.rawValue)
              writer.member("detail", ifAny: item.detail)
              writer.member("documentation", ifAny: item.doc)
              writer.object("textEdit") { writer in
                writer.key("range")
                write(Place(source: source, range: range), of: workspace, to: &writer)
                writer.member("newText", item.insertion ?? item.label)
              }
            }
          }
        }
      }
    }
  }
}
