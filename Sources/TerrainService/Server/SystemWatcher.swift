import TerrainBase
import TerrainChecks
import TerrainRules

/// Loads a new version whenever the files of the served version have changed and are stable.
package final class SystemWatcher: @unchecked Sendable {
  private let state: ServiceState
  private let wake: WakePipe
  private var thread: WorkerThread?

  /// Begins to watch for the service `state`; nil if the system gives it no pipe.
  package init?(_ state: ServiceState) {
    guard let wake = WakePipe() else { return nil }
    self.state = state
    self.wake = wake
    let folders = state.served.folders
    thread = WorkerThread {
      // Changes from before the start count, too. A refused version is not tried again until the files change.
      var tried: ServedSystem?
      var changes = FolderChanges(folders, endings: PackLoader.endings)
      while changes.wait(wake: wake, hasChanged: { tried !== state.served && !state.served.isCurrent }) {
        tried = state.reload().outcome == .swapped ? nil : state.served
      }
    }
  }

  /// Watches no longer.
  package func stop() {
    guard let thread else { return }
    wake.wake()
    thread.join()
    self.thread = nil
  }
}
