import TerrainDocuments
import TerrainBase

/// Tests of rules, which a person runs from where they are written.
extension LanguageServer {
  /// The command that runs tests; its arguments are a file's address and, for one case, its name.
  static let runTests = "terrain.runTests"

  func codeLenses(_ message: Incoming, _ id: String) {
    guard let (workspace, name) = file(message, id) else { return }
    let cases = workspace.testCases(in: name)
    outbox.respond(id) { writer in
      writer.array { writer in
        guard let first = cases.first else { return }
        let top = Place(source: first.place.source, range: SourceRange(start: 0, end: 0))
        write("Run \(cases.count.counted("test"))", top, nil, workspace, to: &writer)
        for one in cases { write("Run test", one.place, one.name, workspace, to: &writer) }
      }
    }
  }

  private func write(
    _ title: String, _ place: Place, _ name: Text?, _ workspace: Workspace, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.key("range")
      write(place, of: workspace, to: &writer)
      writer.object("command") { writer in
        writer.member("title", title)
        writer.member("command", Self.runTests)
        writer.array("arguments") { writer in
          writer.string(workspace.uri(place.source.name))
          if let name { writer.string(name.string) }
        }
      }
    }
  }

  func execute(_ message: Incoming, _ id: String) {
    let arguments = message.node(["arguments"])?.elements.map { $0.text?.string } ?? []
    guard message.text("command") == Self.runTests, let workspace,
      let name = arguments.first?.flatMap(workspace.folder.name(ofURI:))
    else {
      return outbox.refuse(id, .invalidParameters, "the only command is `\(Self.runTests)`, with a file's address")
    }
    let only = arguments.count > 1 ? arguments[1].map { Text($0) } : nil
    let report = workspace.runTests(in: name, only: only)
    outbox.notify("window/showMessage") { writer in
      writer.object { writer in
        // Information where all passed, else a warning.
        writer.member("type", report.hasSuffix(" passed.") ? 3 : 2)
        writer.member("message", report)
      }
    }
    outbox.respond(id) { $0.null() }
  }
}
