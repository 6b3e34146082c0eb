import TerrainDocuments
import TerrainBase

/// What the client can do, as far as it matters, and what the server then offers.
struct ClientCapabilities {
  /// What is offered without options.
  private static let features = [
    "documentSymbol", "workspaceSymbol", "hover", "definition", "references", "documentHighlight",
    "documentFormatting", "inlayHint",
  ]

  /// How characters are counted.
  private(set) var encoding = PositionEncoding.utf16
  /// Whether the client reports files that others change, where it is asked to.
  private(set) var watchesFiles = false
  /// Whether the client shows work that goes on.
  private(set) var showsProgress = false
  /// Whether edits of a workspace may have versions of documents.
  private(set) var versionsEdits = false

  /// Whether the client asks for hints again when it is told to.
  private(set) var refreshesHints = false

  /// A client that nothing is known of.
  init() {}

  /// The client that `initialize` is from.
  init(_ message: Incoming) {
    func flag(_ path: Text...) -> Bool { message.node(["capabilities"] + path)?.bool ?? false }
    let encodings = message.node(["capabilities", "general", "positionEncodings"])?.elements.compactMap(\.text) ?? []
    // Bytes need no counting: they are preferred where the client knows them.
    if encodings.contains("utf-8") { encoding = .utf8 }
    watchesFiles = flag("workspace", "didChangeWatchedFiles", "dynamicRegistration")
    showsProgress = flag("window", "workDoneProgress")
    refreshesHints = flag("workspace", "inlayHint", "refreshSupport")
    versionsEdits = flag("workspace", "workspaceEdit", "documentChanges")
  }

  /// Writes the member `capabilities` of the server's.
  func writeServerCapabilities(to writer: inout JSONWriter) {
    writer.object("capabilities") { writer in
      writer.member("positionEncoding", encoding.rawValue)
      writer.object("textDocumentSync") { writer in
        writer.member("openClose", true)
        // Incremental.
        writer.member("change", 2)
        writer.object("save") { $0.member("includeText", false) }
      }
      writer.object("completionProvider") { $0.member("triggerCharacters", [":", " ", ".", "\"", "'"] as [String]) }
      writer.object("renameProvider") { $0.member("prepareProvider", true) }
      writer.object("codeLensProvider") { $0.member("resolveProvider", false) }
      writer.object("executeCommandProvider") { $0.member("commands", [LanguageServer.runTests]) }
      writer.object("codeActionProvider") { $0.member("codeActionKinds", ["quickfix", "source.fixAll"] as [String]) }
      for feature in Self.features { writer.member("\(feature)Provider", true) }
    }
  }
}
