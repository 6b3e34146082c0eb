import TerrainBase
import TerrainDocuments

// The diagnostics of a batch.

extension Diagnostic {
  static func noThread() -> Diagnostic {
    Diagnostic(code: "batch/no-thread", message: "the system has no thread to give", place: nil)
  }
}
