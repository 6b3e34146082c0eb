import Synchronization
import TerrainBase

/// A line about the progress of long work, on standard error where that is a terminal. Who waits less than a second sees none.
final class ProgressLine: Sendable {
  private struct State {
    var text: String?
    var isLate = false
    var isShown = false
    var isCleared = false
  }

  private let console: Console
  private let state = Mutex(State())
  /// How long work takes of which nothing is shown, in milliseconds.
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

  /// Shows `text` in place of what was shown before.
  func show(_ text: String) {
    guard console.errorIsTerminal else { return }
    state.withLock { state in
      state.text = text
      draw(&state)
    }
  }

  /// Clears the line, where it was shown. Nothing is shown from now on.
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
