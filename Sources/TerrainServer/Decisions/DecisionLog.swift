import Synchronization
import TerrainDocuments
import TerrainPlatform

/// The file that a service writes a record of each request to, before its response.
package final class DecisionLog: Sendable {
  private struct State {
    let file: RotatedFile
    /// Why the last attempt to write failed; nil where it did not.
    var failure: SystemError?
  }

  private let state: Mutex<State>
  private let path: String
  private let lost = Atomic<Int>(0)

  /// Opens the file `path`, which gets a number before it has more than `limit` bytes.
  ///
  /// - Throws: `file/cannot-write`.
  package init(_ path: String, limit: Int) throws(DiagnosticError) {
    do throws(SystemError) {
      state = Mutex(State(file: try RotatedFile(path, limit: limit)))
    } catch {
      let reason = error.isTemporary ? "another process writes it" : error.message
      throw DiagnosticError(.outputUnwritable(path, because: reason))
    }
    self.path = path
  }

  /// How many records could not be written.
  var lostRecords: Int { lost.load(ordering: .relaxed) }

  /// Writes `count` records, each a line. What cannot be written is counted, and logged where the reason is another one than before.
  func write(_ records: [UInt8], count: Int, log: ServerLog) {
    state.withLock { state in
      do throws(SystemError) {
        try records.withUnsafeBufferPointer { (bytes) throws(SystemError) in
          try state.file.append(UnsafeRawBufferPointer(bytes))
        }
        state.failure = nil
      } catch {
        lost.wrappingAdd(count, ordering: .relaxed)
        guard error != state.failure else { return }
        state.failure = error
        log.tell(.error, "decisions-not-written", [("file", .text(path)), ("reason", .text(error.message))])
      }
    }
  }
}
