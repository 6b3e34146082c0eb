import TerrainDocuments
import TerrainOperations

/// An error of the protocol: a request that no tool was called for.
struct MCPError: Error {
  /// The number of errors that a revision defines for a version that is not served.
  static let unsupportedVersion = -32022
  /// The number for what passes a limit: of those that the protocol leaves to implementations.
  static let limit = -32000

  let code: Int
  let message: String
  var diagnostics: [Diagnostic] = []
  /// The revision that was requested and is not served.
  var requestedRevision: String?

  init(_ code: RPCError.Code, _ diagnostics: [Diagnostic] = []) {
    // -32002 meant something else in earlier revisions.
    self.code = code == .limit ? Self.limit : code.rawValue
    message = code.message
    self.diagnostics = diagnostics
  }

  /// A revision that is not served.
  init(unsupported revision: String) {
    code = Self.unsupportedVersion
    message = "Unsupported protocol version"
    requestedRevision = revision
  }

  /// Writes it as the member `error`.
  func write(_ data: ErrorData, to writer: inout JSONWriter) {
    writer.object("error") { writer in
      writer.member("code", code)
      writer.member("message", message)
      if let requestedRevision {
        writer.object("data") { writer in
          writer.member("supported", MCPRevision.allCases.reversed().map(\.rawValue))
          writer.member("requested", requestedRevision)
        }
      } else if !diagnostics.isEmpty {
        writer.object("data") { writer in
          writer.key("diagnostics")
          data.write(diagnostics, to: &writer)
        }
      }
    }
  }
}
