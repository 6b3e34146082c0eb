import Synchronization
import TerrainDocuments
import TerrainPlatform

/// The file that a service writes its metrics to, for programs that collect them from files: whole or not at all, at the beginning,
/// on a schedule, and at the end.
package final class MetricsFile: @unchecked Sendable {
  private let path: String
  private let state: ServiceState
  private let wake: WakePipe
  /// Why the last attempt to write failed; nil where it did not. Two threads do not write at once.
  private let failure = Mutex<SystemError?>(nil)
  private var thread: WorkerThread?

  /// Writes the file `path` for the first time.
  ///
  /// - Throws: `file/cannot-write`, also where something that is not a file is there, which could not be replaced.
  package init(_ path: String, of state: ServiceState) throws(DiagnosticError) {
    guard let wake = WakePipe() else {
      throw DiagnosticError(.outputUnwritable(path, because: SystemError.last.message))
    }
    self.path = path
    self.state = state
    self.wake = wake
    if let status = FileStatus(path), status.kind != .file {
      throw DiagnosticError(.outputUnwritable(path, because: "it is not a regular file"))
    }
    do throws(SystemError) { try AtomicFile.write(Array(state.metricsReport().text.utf8), to: path) } catch {
      throw DiagnosticError(.outputUnwritable(path, because: error.message))
    }
  }

  /// Begins to write it every `seconds`, on a thread of its own, until ``stop()``.
  package func write(everySeconds seconds: Int) {
    let pause = Int32(clamping: seconds * 1000)
    thread = WorkerThread { [self] in
      write {
        if case .timeout = wake.wait(milliseconds: pause) { true } else { false }
      }
    }
  }

  /// Writes it for the last time.
  package func stop() {
    wake.wake()
    thread?.join()
    thread = nil
  }

  /// Writes it after each pause, and a last time when `pause` returns false.
  package func write(after pause: () -> Bool) {
    while pause() { write() }
    write()
  }

  /// Writes it now. A failure is logged where it is another one than before.
  package func write() {
    let bytes = Array(state.metricsReport().text.utf8)
    failure.withLock { failure in
      do throws(SystemError) {
        try AtomicFile.write(bytes, to: path)
        failure = nil
      } catch {
        guard error != failure else { return }
        failure = error
        state.log.write(
          .warning, "metrics-not-written", [("file", .text(path)), ("reason", .text(error.message))])
      }
    }
  }
}
