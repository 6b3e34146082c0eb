import TerrainChecks
import TerrainDocuments
import TerrainBase

/// A server of the Language Server Protocol 3.17 for packs and rules: messages in, messages out.
///
/// It has no threads and reads no clock. Whoever runs it passes messages as they come (``receive(_:)``), calls ``settle()`` when
/// none waits, and runs the jobs that it has (``nextJob()``) wherever it likes.
package final class LanguageServer {
  /// What a server needs of the program that it is part of.
  package struct Setup: Sendable {
    /// The program's version.
    let version: String
    /// Begins to work in the folder at an absolute path.
    let enter: @Sendable (_ folder: String) -> WorkspaceFolder
    /// The validator of the folder, as `terrain validate` has it there.
    let validator: @Sendable (WorkspaceFolder) -> Validator
    /// Finds of whom rows decide.
    let shares: ValidationJob.FindShares
    /// Returns the address of the page that explains a code; nil where it is not known.
    let explanation: @Sendable (_ code: String) -> String?

    package init(
      version: String, enter: @escaping @Sendable (String) -> WorkspaceFolder,
      validator: @escaping @Sendable (WorkspaceFolder) -> Validator, shares: @escaping ValidationJob.FindShares,
      explanation: @escaping @Sendable (_ code: String) -> String? = { _ in nil }
    ) {
      (self.version, self.enter, self.validator, self.shares) = (version, enter, validator, shares)
      self.explanation = explanation
    }
  }

  private enum Phase { case waiting, running, shutDown }

  let setup: Setup
  private var phase = Phase.waiting
  /// The status to end with, once the client has sent `exit`: 0 where it sent `shutdown` before, else 1.
  package private(set) var exitStatus: Int32?

  var outbox = Outbox()
  var client = ClientCapabilities()
  var workspace: Workspace?

  /// A server that no client has spoken to.
  package init(_ setup: Setup) { self.setup = setup }

  /// The messages to send, which it keeps no longer.
  package func takeMessages() -> [[UInt8]] { outbox.take() }

  // MARK: Messages

  /// Takes what came in.
  package func receive(_ frame: MessageReader.Frame) {
    switch frame {
    case .message(let content): receive(content)
    case .tooLarge(let count):
      outbox.refuse(
        nil, .invalidRequest, "a message of \(count) bytes is too large; at most \(MessageReader.messageLimit) are read"
      )
    case .badHeader: outbox.refuse(nil, .parse, "a message has to begin with the header `Content-Length`")
    }
  }

  /// Takes the content of a message.
  package func receive(_ content: [UInt8]) {
    let message: Incoming
    do throws(Incoming.Refusal) {
      message = try Incoming(content)
    } catch {
      return outbox.refuse(error.id, error.code, error.message)
    }
    guard let method = message.method else { return }
    switch (method, phase) {
    case ("exit", _): exitStatus = phase == .shutDown ? 0 : 1
    case ("initialize", .waiting): initialize(message)
    case (_, .waiting):
      if let id = message.id { outbox.refuse(id, .notInitialized, "the first request has to be `initialize`") }
    case ("initialize", .running): outbox.refuse(message.id, .invalidRequest, "the server is initialized already")
    case ("shutdown", .running):
      phase = .shutDown
      workspace?.stop()
      if let id = message.id { outbox.respond(id) { $0.null() } }
    case (_, .shutDown):
      if let id = message.id { outbox.refuse(id, .invalidRequest, "the server is shut down") }
    case (_, .running):
      if let id = message.id { answer(method, message, id: id) } else { take(method, message) }
    }
  }

  private func initialize(_ message: Incoming) {
    guard let id = message.id else { return }
    phase = .running
    client = ClientCapabilities(message)
    let folders = message.node(["workspaceFolders"])?.elements.compactMap { $0["uri" as Text]?.text?.string } ?? []
    let named = folders + [message.text("rootUri")].compactMap { $0 }
    if let path = named.lazy.compactMap(DocumentURI.path).first ?? message.text("rootPath") { open(path) }
    outbox.respond(id) { [version = setup.version, client] writer in
      writer.object { writer in
        client.writeServerCapabilities(to: &writer)
        writer.object("serverInfo") { writer in
          writer.member("name", "terrain")
          writer.member("version", version)
        }
      }
    }
  }

  /// Begins to work in the folder at `path`.
  private func open(_ path: String) {
    let folder = setup.enter(path)
    workspace = Workspace(folder, validator: setup.validator(folder), findShares: setup.shares)
  }

  private func take(_ method: String, _ message: Incoming) {
    switch method {
    case "initialized": if client.watchesFiles { registerWatchers() }
    case "textDocument/didOpen":
      // Without a folder, the first file's home is the one.
      if workspace == nil, let path = message.text("textDocument", "uri").flatMap(DocumentURI.path) {
        open(WorkspaceFolder.home(of: path))
      }
      didOpen(message)
    case "textDocument/didChange": didChange(message)
    case "textDocument/didClose": didClose(message)
    case "textDocument/didSave", "workspace/didChangeWatchedFiles": workspace?.noteSaved()
    // What the protocol lets a server ignore: `$/…`, and notifications that it does not know.
    default: break
    }
  }

  /// Asks the client to report files that others change.
  private func registerWatchers() {
    outbox.request("client/registerCapability") { writer in
      writer.object { writer in
        writer.array("registrations") { writer in
          writer.object { writer in
            writer.member("id", "files")
            writer.member("method", "workspace/didChangeWatchedFiles")
            writer.object("registerOptions") { writer in
              writer.array("watchers") { writer in
                writer.object { $0.member("globPattern", "**/*.{yaml,yml,json}") }
              }
            }
          }
        }
      }
    }
  }
}
