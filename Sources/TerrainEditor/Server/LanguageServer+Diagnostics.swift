import TerrainChecks
import TerrainDocuments

/// Diagnostics for the client.
extension LanguageServer {
  /// Shows what the checks of a keystroke find, where something has changed. To be called when no message waits.
  package func settle() { publish(workspace?.settle() ?? []) }

  /// What is to be done that takes longer; nil where everything is shown.
  package func nextJob() -> ValidationJob? {
    guard let job = workspace?.nextJob() else { return nil }
    if client.showsProgress { beginProgress(job) }
    return job
  }

  /// Shows what a job has found so far.
  package func show(_ interim: ValidationJob.Interim) { publish(workspace?.show(interim) ?? []) }

  /// Shows the result of `job`.
  package func finish(_ job: ValidationJob, _ result: ValidationJob.Result?) {
    if client.showsProgress { endProgress(job) }
    publish(workspace?.finish(result) ?? [])
    if client.refreshesHints, result != nil { outbox.request("workspace/inlayHint/refresh") { $0.null() } }
  }

  private func publish(_ names: [String]) {
    guard let workspace else { return }
    for name in names {
      let document = workspace.document(name)
      let diagnostics = workspace.findings.byFile[name] ?? []
      outbox.notify("textDocument/publishDiagnostics") { writer in
        writer.object { writer in
          writer.member("uri", document?.uri ?? workspace.folder.uri(name))
          writer.member("version", ifAny: document?.version)
          writer.array("diagnostics") { writer in
            for diagnostic in diagnostics { write(diagnostic, of: workspace, to: &writer) }
          }
        }
      }
    }
  }

  private func write(_ diagnostic: Diagnostic, of workspace: Workspace, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("range")
      if let place = diagnostic.place {
        write(place, of: workspace, to: &writer)
      } else {
        write(TextPosition(line: 0, character: 0)..<TextPosition(line: 0, character: 0), to: &writer)
      }
      writer.member("severity", diagnostic.severity.number)
      writer.member("code", diagnostic.code)
      if let page = setup.explanation(diagnostic.code) {
        writer.object("codeDescription") { $0.member("href", page) }
      }
      writer.member("source", "terrain")
      writer.member("message", diagnostic.message + (diagnostic.fix.map { "\n\($0)" } ?? ""))
      if !diagnostic.related.isEmpty {
        writer.array("relatedInformation") { writer in
          for related in diagnostic.related {
            writer.object { writer in
              writer.key("location")
              writeLocation(related.place, of: workspace, to: &writer)
              writer.member("message", related.message)
            }
          }
        }
      }
    }
  }

  /// Writes where `place` is: the address of its file, and its range.
  func writeLocation(_ place: Place, of workspace: Workspace, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("uri", workspace.uri(place.source.name))
      writer.key("range")
      write(place, of: workspace, to: &writer)
    }
  }

  /// Writes the range of `place`.
  func write(_ place: Place, of workspace: Workspace, to writer: inout JSONWriter) {
    write(workspace.range(of: place, client.encoding), to: &writer)
  }

  func write(_ range: Range<TextPosition>, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("start")
      range.lowerBound.write(to: &writer)
      writer.key("end")
      range.upperBound.write(to: &writer)
    }
  }

  // MARK: Progress

  private func beginProgress(_ job: ValidationJob) {
    outbox.request("window/workDoneProgress/create") { writer in
      writer.object { $0.member("token", Self.token(job)) }
    }
    progress(job) { writer in
      writer.member("kind", "begin")
      writer.member("title", "Tests, scenarios, invariants and gates")
    }
  }

  private func endProgress(_ job: ValidationJob) { progress(job) { $0.member("kind", "end") } }

  private func progress(_ job: ValidationJob, _ body: (inout JSONWriter) -> Void) {
    outbox.notify("$/progress") { writer in
      writer.object { writer in
        writer.member("token", Self.token(job))
        writer.object("value") { body(&$0) }
      }
    }
  }

  private static func token(_ job: ValidationJob) -> String { "validation-\(job.edition)" }
}

extension Workspace {
  /// The address of the file called `name`, as the client knows it.
  func uri(_ name: String) -> String { document(name)?.uri ?? folder.uri(name) }

  /// Where `place` is for the client.
  func range(of place: Place, _ encoding: PositionEncoding) -> Range<TextPosition> {
    let written = store.file(place.source.name).source
    let start = place.source.textPosition(at: Int(place.range.start), encoding, in: written)
    let end = place.source.textPosition(at: Int(max(place.range.start, place.range.end)), encoding, in: written)
    return start..<max(start, end)
  }
}

extension Severity {
  /// The protocol's number.
  fileprivate var number: Int {
    switch self {
    case .error: 1
    case .warning: 2
    case .info: 3
    }
  }
}
