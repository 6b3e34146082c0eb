import TerrainChecks
import TerrainDocuments
import TerrainBase

/// Requests about what is open.
extension LanguageServer {
  func answer(_ method: String, _ message: Incoming, id: String) {
    switch method {
    case "textDocument/documentSymbol": documentSymbols(message, id)
    case "workspace/symbol": workspaceSymbols(message, id)
    case "textDocument/hover": hover(message, id)
    case "textDocument/definition": locations(message, id) { $0.declarations }
    case "textDocument/references":
      let withDeclaration = message.node(["context", "includeDeclaration"])?.bool ?? true
      locations(message, id) { (withDeclaration ? $0.declarations : []) + $0.uses.map(\.place) }
    case "textDocument/documentHighlight": highlights(message, id)
    case "textDocument/completion": complete(message, id)
    case "textDocument/formatting": format(message, id)
    case "textDocument/codeAction": codeActions(message, id)
    case "textDocument/prepareRename": prepareRename(message, id)
    case "textDocument/rename": rename(message, id)
    case "textDocument/inlayHint": inlayHints(message, id)
    case "textDocument/codeLens": codeLenses(message, id)
    case "workspace/executeCommand": execute(message, id)
    default: outbox.refuse(id, .methodNotFound, "the method `\(method.prefix(100))` is unknown")
    }
  }

  /// The file that a request is about, and the workspace that it is in; where there is none, the request is answered with `null`.
  func file(_ message: Incoming, _ id: String) -> (Workspace, name: String)? {
    guard let workspace, let name = message.text("textDocument", "uri").flatMap(workspace.folder.name(ofURI:)) else {
      outbox.respond(id) { $0.null() }
      return nil
    }
    return (workspace, name)
  }

  /// The name that a request points at; where there is none, the request is answered with `null`.
  private func name(_ message: Incoming, _ id: String) -> (Workspace, file: String, NameIndex, IndexedName)? {
    guard let (workspace, file) = file(message, id) else { return nil }
    guard let position = TextPosition(message.node(["position"])),
      let (index, name) = workspace.name(at: position, of: file, client.encoding)
    else {
      outbox.respond(id) { $0.null() }
      return nil
    }
    return (workspace, file, index, name)
  }

  // MARK: Names

  private func hover(_ message: Incoming, _ id: String) {
    guard let (workspace, _, _, name) = name(message, id) else { return }
    let text = NameHover(name: name, store: workspace.store).markdown
    outbox.respond(id) { writer in
      writer.object { writer in
        writer.object("contents") { writer in
          writer.member("kind", "markdown")
          writer.member("value", text)
        }
      }
    }
  }

  private func locations(_ message: Incoming, _ id: String, _ places: (IndexedName) -> [Place]) {
    guard let (workspace, _, _, name) = name(message, id) else { return }
    outbox.respond(id) { writer in
      writer.array { writer in
        for place in places(name) { writeLocation(place, of: workspace, to: &writer) }
      }
    }
  }

  private func highlights(_ message: Incoming, _ id: String) {
    guard let (workspace, file, _, name) = name(message, id) else { return }
    let places = (name.declarations + name.uses.map(\.place)).filter { $0.source.name == file }
    outbox.respond(id) { writer in
      writer.array { writer in
        for place in places {
          writer.object { writer in
            writer.key("range")
            write(place, of: workspace, to: &writer)
          }
        }
      }
    }
  }

  // MARK: Symbols

  private func documentSymbols(_ message: Incoming, _ id: String) {
    guard let (workspace, name) = file(message, id) else { return }
    let file = workspace.store.file(name)
    let symbols = DocumentOutline(file.documents).symbols
    outbox.respond(id) { writer in
      writer.array { writer in
        guard let source = file.source else { return }
        for symbol in symbols { write(symbol, of: source, in: workspace, to: &writer) }
      }
    }
  }

  private func write(
    _ symbol: DocumentOutline.Symbol, of source: SourceText, in workspace: Workspace, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.member("name", symbol.name)
      writer.member("detail", ifAny: symbol.detail)
      writer.member("kind", symbol.kind.rawValue)
      writer.key("range")
      write(Place(source: source, range: symbol.range), of: workspace, to: &writer)
      writer.key("selectionRange")
      write(Place(source: source, range: symbol.selection), of: workspace, to: &writer)
      guard !symbol.children.isEmpty else { return }
      writer.array("children") { writer in
        for child in symbol.children { write(child, of: source, in: workspace, to: &writer) }
      }
    }
  }

  /// The most names of a workspace in one response.
  private static let mostSymbols = 500

  private func workspaceSymbols(_ message: Incoming, _ id: String) {
    let query = message.text("query")?.lowercased() ?? ""
    guard let workspace else { return outbox.respond(id) { $0.null() } }
    let names = workspace.allNames.filter { query.isEmpty || $0.name.string.lowercased().contains(query) }
    outbox.respond(id) { writer in
      writer.array { writer in
        for name in names.prefix(Self.mostSymbols) {
          guard let place = name.declarations.first else { continue }
          writer.object { writer in
            writer.member("name", name.name)
            writer.member("kind", name.kind.symbol.rawValue)
            writer.member("containerName", ifAny: name.owner)
            writer.key("location")
            writeLocation(place, of: workspace, to: &writer)
          }
        }
      }
    }
  }
}

extension IndexedName.Kind {
  /// The protocol's kind of symbol.
  fileprivate var symbol: DocumentOutline.Kind {
    switch self {
    case .module: .module
    case .fact: .variable
    case .parameter: .constant
    case .decision: .function
    case .value: .enumMember
    case .row, .record, .part: .object
    case .kind, .enumeration, .type: .property
    }
  }
}
