import TerrainDocuments
import TerrainBase

/// Texts that the client has opened.
extension LanguageServer {
  func didOpen(_ message: Incoming) {
    guard let workspace, let document = message.node(["textDocument"]), let uri = document["uri" as Text]?.text?.string,
      let text = document["text" as Text]?.text, let name = workspace.folder.name(ofURI: uri)
    else { return }
    let version = document["version" as Text]?.int.map { Int($0) } ?? 0
    workspace.open(OpenDocument(uri: uri, name: name, version: version, text: Array(text.utf8)))
  }

  func didChange(_ message: Incoming) {
    guard let workspace, let uri = message.text("textDocument", "uri"), let changes = message.node(["contentChanges"])
    else { return }
    let version = message.node(["textDocument", "version"])?.int.map { Int($0) }
    workspace.change(uri, changes.elements.compactMap(OpenDocument.Change.init), version: version, client.encoding)
  }

  func didClose(_ message: Incoming) {
    guard let uri = message.text("textDocument", "uri") else { return }
    workspace?.close(uri)
  }
}

extension LanguageServer {
  /// The text of the open document at `uri`; nil where none is open.
  package func text(of uri: String) -> String? {
    guard let workspace, let name = workspace.folder.name(ofURI: uri) else { return nil }
    return workspace.document(name).map { String(decoding: $0.source.bytes, as: UTF8.self) }
  }
}

extension OpenDocument.Change {
  /// The change that `node` describes; nil where it has no text, or a range that is none.
  init?(_ node: Node) {
    guard let text = node["text" as Text]?.text else { return nil }
    guard let range = node["range" as Text], range.kind == .map else {
      self.init(range: nil, text: Array(text.utf8))
      return
    }
    guard let start = TextPosition(range["start" as Text]), let end = TextPosition(range["end" as Text]), start <= end
    else { return nil }
    self.init(range: start..<end, text: Array(text.utf8))
  }
}
