import TerrainBase
import TerrainChecks
import TerrainDocuments

/// Changes of texts that the client makes for a person: other names, style, fixes.
extension LanguageServer {
  /// A text that takes the place of another.
  private struct TextEdit {
    let place: Place
    let text: String
  }

  // MARK: Names

  func prepareRename(_ message: Incoming, _ id: String) {
    guard let (workspace, file) = file(message, id) else { return }
    guard let source = workspace.store.file(file).source, let position = TextPosition(message.node(["position"])),
      let (_, name) = workspace.name(at: position, of: file, client.encoding)
    else { return outbox.respond(id) { $0.null() } }
    let offset = UInt32(clamping: source.offset(of: position, client.encoding))
    let places = (name.declarations + name.uses.map(\.place)).filter {
      $0.source.name == file && $0.range.start <= offset && offset <= $0.range.end
    }
    guard let place = places.min(by: { $0.range.count < $1.range.count }) else {
      return outbox.respond(id) { $0.null() }
    }
    outbox.respond(id) { writer in
      writer.object { writer in
        writer.key("range")
        write(RenamePlan.word(of: name, in: place) ?? place, of: workspace, to: &writer)
        writer.member("placeholder", name.name)
      }
    }
  }

  func rename(_ message: Incoming, _ id: String) {
    guard let (workspace, file) = file(message, id) else { return }
    guard let position = TextPosition(message.node(["position"])), let new = message.text("newName"),
      let (_, name) = workspace.name(at: position, of: file, client.encoding)
    else { return outbox.refuse(id, .failed, "nothing here has a name") }
    do throws(DiagnosticError) {
      let plan = try workspace.rename(name, to: Text(new), in: file)
      let edits = plan.edits.map { TextEdit(place: $0.place, text: $0.replacement) }
      outbox.respond(id) { write(edits, of: workspace, to: &$0) }
    } catch {
      let message = error.diagnostics.map { $0.message + ($0.fix.map { "; \($0)" } ?? "") }.joined(separator: "\n")
      outbox.refuse(id, .failed, message)
    }
  }

  // MARK: Style

  func format(_ message: Incoming, _ id: String) {
    guard let (workspace, name) = file(message, id) else { return }
    let file = workspace.store.file(name)
    guard let source = file.source, !name.hasSuffix(".json"), file.documents.contains(where: Self.isFormatted),
      let edits = RuleFormatter.edits(for: source).edits
    else { return outbox.respond(id) { $0.null() } }
    outbox.respond(id) { writer in
      writer.array { writer in
        for edit in edits {
          let range = SourceRange(
            start: UInt32(clamping: edit.range.lowerBound), end: UInt32(clamping: edit.range.upperBound))
          let text = String(decoding: edit.replacement, as: UTF8.self)
          write(TextEdit(place: Place(source: source, range: range), text: text), of: workspace, to: &writer)
        }
      }
    }
  }

  /// Returns true if `document` is one that `terrain fmt` is for.
  private static func isFormatted(_ document: Document) -> Bool {
    [.rules, .tests, .scenarios, .invariants].contains(FilePart(document.root))
  }

  // MARK: Fixes

  func codeActions(_ message: Incoming, _ id: String) {
    guard let (workspace, name) = file(message, id) else { return }
    guard let source = workspace.store.file(name).source, let start = TextPosition(message.node(["range", "start"])),
      let end = TextPosition(message.node(["range", "end"]))
    else { return outbox.respond(id) { $0.null() } }
    let range =
      source.offset(
        of: start, client.encoding)...max(
        source.offset(of: start, client.encoding), source.offset(of: end, client.encoding))
    let only = message.node(["context", "only"])?.elements.compactMap { $0.text?.string }
    func isWanted(_ kind: String) -> Bool { only?.contains { kind == $0 || kind.hasPrefix("\($0).") } ?? true }
    let fixes = workspace.currentFixes().filter { $0.place.source === source }
    let here = fixes.filter { fix in
      [fix.place, fix.cause].contains { range.overlaps(Int($0.range.start)...Int($0.range.end)) }
    }
    outbox.respond(id) { writer in
      writer.array { writer in
        if isWanted("quickfix") {
          for fix in here {
            let old = source.text(of: fix.place.range)
            let title =
              old.isEmpty
              ? "Insert `\(fix.replacement)`"
              : fix.replacement.isEmpty ? "Remove `\(old)`" : "Replace `\(old)` by `\(fix.replacement)`"
            write(title, "quickfix", [fix], workspace, to: &writer)
          }
        }
        // Clients that want it ask for it by its name.
        if only != nil, isWanted("source.fixAll"), !fixes.isEmpty {
          write("Apply all fixes", "source.fixAll", fixes, workspace, to: &writer)
        }
      }
    }
  }

  private func write(
    _ title: String, _ kind: String, _ fixes: [FixPlan.Edit], _ workspace: Workspace, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.member("title", title)
      writer.member("kind", kind)
      writer.member("isPreferred", true)
      writer.key("edit")
      write(fixes.map { TextEdit(place: $0.place, text: $0.replacement) }, of: workspace, to: &writer)
    }
  }

  // MARK: Edits

  private func write(_ edit: TextEdit, of workspace: Workspace, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("range")
      write(edit.place, of: workspace, to: &writer)
      writer.member("newText", edit.text)
    }
  }

  /// Writes `edits` of any files as an edit of the workspace.
  private func write(_ edits: [TextEdit], of workspace: Workspace, to writer: inout JSONWriter) {
    let byFile = Dictionary(grouping: edits) { $0.place.source.name }.ordered { $0.key < $1.key }
    writer.object { writer in
      if client.versionsEdits {
        writer.array("documentChanges") { writer in
          for (name, edits) in byFile {
            writer.object { writer in
              writer.object("textDocument") { writer in
                writer.member("uri", workspace.uri(name))
                writer.key("version")
                if let document = workspace.document(name) { writer.int(document.version) } else { writer.null() }
              }
              writer.array("edits") { writer in for edit in edits { write(edit, of: workspace, to: &writer) } }
            }
          }
        }
      } else {
        writer.object("changes") { writer in
          for (name, edits) in byFile {
            writer.array(workspace.uri(name)) { writer in
              for edit in edits { write(edit, of: workspace, to: &writer) }
            }
          }
        }
      }
    }
  }
}

/// Completions.
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

/// Inlay hints.
extension LanguageServer {
  /// The share of people for whom each row decides.
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

/// Tests of rules, which can be run from their location.
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
        // Information if all passed, else a warning.
        writer.member("type", report.hasSuffix(" passed.") ? 3 : 2)
        writer.member("message", report)
      }
    }
    outbox.respond(id) { $0.null() }
  }
}
