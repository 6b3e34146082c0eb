import Synchronization
import TerrainPlatform

/// A line about the progress of long work, on standard error where that is a terminal. Who waits less than a second sees none.
final class ProgressLine: Sendable {
  private let console: Console
  private let start = MonotonicClock.system.now()
  private let isShown = Mutex(false)

  /// A line of `console`, which is not shown yet.
  init(_ console: Console) { self.console = console }

  /// Shows `text` in place of what was shown before.
  func show(_ text: String) {
    guard console.errorIsTerminal, MonotonicClock.system.now() - start > 1_000_000_000 else { return }
    isShown.withLock { $0 = true }
    console.report("\r\u{1B}[K\(text)")
  }

  /// Clears the line, where it was shown.
  func clear() {
    if isShown.withLock({ $0 }) { console.report("\r\u{1B}[K") }
  }
}
