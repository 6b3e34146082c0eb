import Synchronization
import TerrainBase
import TerrainDocuments

/// Files that a command writes; failures are diagnostics.
enum OutputFile {
  /// Writes `bytes` to `path`, whole or not at all.
  static func write(_ bytes: [UInt8], to path: String) throws(DiagnosticError) {
    try diagnosed(path) { () throws(SystemError) in try AtomicFile.write(bytes, to: path) }
  }

  /// Writes all of `files`, or none.
  ///
  /// - Parameter sources: The sources of `files`.
  /// - Throws: `file/changed` if a source has changed since it was read, and errors that keep a file from being written.
  static func write(
    _ files: [(path: String, bytes: [UInt8])], over sources: [SourceText] = []
  ) throws(DiagnosticError) {
    // A file with several edits is listed once per edit.
    let read = Dictionary(sources.map { ($0.name, $0.bytes) }) { first, _ in first }
    let changed: String?
    do throws(FileFailure) {
      changed = try AtomicFile.write(files, over: read.ordered { $0.key < $1.key }.map { ($0.key, $0.value) })
    } catch {
      throw DiagnosticError(.cannotWrite(error.path, because: error.reason.message))
    }
    if let changed { throw DiagnosticError(.changed(changed)) }
  }

  private static func diagnosed(_ path: String, _ body: () throws(SystemError) -> Void) throws(DiagnosticError) {
    do throws(SystemError) { try body() } catch { throw DiagnosticError(.cannotWrite(path, because: error.message)) }
  }
}

extension Diagnostic {
  fileprivate static func changed(_ path: String) -> Diagnostic {
    Diagnostic(
      code: "file/changed", message: "`\(path)` has changed since it was read, so that nothing was written", place: nil,
      fix: "run the command again: it then works on what the file is now")
  }

  fileprivate static func cannotWrite(_ path: String, because reason: String) -> Diagnostic {
    Diagnostic(code: "file/cannot-write", message: "`\(path)` cannot be written: \(reason)", place: nil)
  }
}

/// A line about the progress of long work, on standard error if that is a terminal. It appears only after a second.
final class ProgressLine: Sendable {
  private struct State {
    var text: String?
    var isLate = false
    var isShown = false
    var isCleared = false
  }

  private let console: Console
  private let state = Mutex(State())
  /// The delay before the line appears, in milliseconds.
  private static let delay: Int32 = 1000

  /// A line of `console`, which is not shown yet.
  init(_ console: Console) {
    self.console = console
    guard console.errorIsTerminal else { return }
    // Work that reports one step and is long over it is shown too. The thread ends with the program.
    _ = WorkerThread { [self] in
      WorkerThread.sleep(milliseconds: Self.delay)
      state.withLock { state in
        state.isLate = true
        draw(&state)
      }
    }
  }

  /// Replaces the shown text by `text`.
  func show(_ text: String) {
    guard console.errorIsTerminal else { return }
    state.withLock { state in
      state.text = text
      draw(&state)
    }
  }

  /// Clears the line, if it was shown. Nothing is shown from now on.
  func clear() {
    state.withLock { state in
      if state.isShown { console.report("\r\u{1B}[K") }
      (state.isShown, state.isCleared) = (false, true)
    }
  }

  private func draw(_ state: inout State) {
    guard state.isLate, !state.isCleared, let text = state.text else { return }
    state.isShown = true
    console.report("\r\u{1B}[K\(text)")
  }
}
