import TerrainDocuments
import TerrainPlatform

/// Files that a command writes; failures are diagnostics.
enum OutputFile {
  /// Writes `bytes` to `path`, whole or not at all.
  static func write(_ bytes: [UInt8], to path: String) throws(DiagnosticError) {
    try diagnosed(path) { () throws(SystemError) in try AtomicFile.write(bytes, to: path) }
  }

  /// Writes all of `files`, or none.
  static func write(_ files: [(path: String, bytes: [UInt8])]) throws(DiagnosticError) {
    do throws(FileFailure) { try AtomicFile.write(files) } catch {
      throw DiagnosticError(.cannotWrite(error.path, because: error.reason.message))
    }
  }

  /// Creates the folders on the way to the file `path`, for a file that is written piece by piece.
  static func makeFolders(for path: String) throws(DiagnosticError) {
    try diagnosed(path) { () throws(SystemError) in try AtomicFile.makeFolders(for: path) }
  }

  private static func diagnosed(_ path: String, _ body: () throws(SystemError) -> Void) throws(DiagnosticError) {
    do throws(SystemError) { try body() } catch { throw DiagnosticError(.cannotWrite(path, because: error.message)) }
  }
}

extension Diagnostic {
  fileprivate static func cannotWrite(_ path: String, because reason: String) -> Diagnostic {
    Diagnostic(code: "file/cannot-write", message: "`\(path)` cannot be written: \(reason)", place: nil)
  }
}
