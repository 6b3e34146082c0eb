import TerrainDocuments
import TerrainPlatform

/// A socket that clients of a service connect to.
package struct ListeningSocket: Sendable {
  let socket: LocalSocket

  /// Listens at `path`, whose file has the permissions `mode`; a file that nobody answers on is replaced.
  ///
  /// - Throws: `socket/in-use`, `socket/not-a-socket`, `socket/name-too-long`, `socket/cannot-listen`.
  package init(_ path: String, mode: Int) throws(DiagnosticError) {
    do throws(LocalSocket.Failure) { socket = try LocalSocket(at: path, mode: mode) } catch {
      switch error {
      case .inUse: throw DiagnosticError(.socketInUse(path))
      case .notASocket: throw DiagnosticError(.notASocket(path))
      case .nameTooLong(let limit): throw DiagnosticError(.socketNameTooLong(path, limit: limit))
      case .system(let reason):
        throw DiagnosticError(
          Diagnostic(
            code: "socket/cannot-listen", message: "the socket `\(path)` cannot be made: \(reason.message)", place: nil,
            fix: "name a folder that exists and that this user may write to"))
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func socketInUse(_ path: String) -> Diagnostic {
    Diagnostic(
      code: "socket/in-use", message: "another process answers on the socket `\(path)`", place: nil,
      fix: "end that process first, or name another socket")
  }

  fileprivate static func notASocket(_ path: String) -> Diagnostic {
    Diagnostic(
      code: "socket/not-a-socket", message: "`\(path)` exists and is not a socket, so that it is not replaced",
      place: nil,
      fix: "name another path, or remove it")
  }

  static func socketNameTooLong(_ path: String, limit: Int) -> Diagnostic {
    Diagnostic(
      code: "socket/name-too-long", message: "`\(path)` is longer than the \(limit) bytes of a socket's name",
      place: nil,
      fix: "name a shorter path, for example under `/run`")
  }
}
