import TerrainAuthoring

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Loads a new version whenever the files of the one that is served have changed and come to rest.
package final class SystemWatcher: @unchecked Sendable {
  private let state: ServiceState
  private let wake: (read: Int32, write: Int32)
  private var thread: WorkerThread?

  /// Begins to watch for the service `state`; nil where the system gives it no pipe.
  package init?(_ state: ServiceState) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    self.state = state
    wake = (ends[0], ends[1])
    let (read, folders) = (ends[0], state.served.folders)
    thread = WorkerThread {
      // What changed before anybody looked counts too; what was not taken is not tried again until something changes.
      var tried: ServedSystem?
      var changes = FolderChanges(folders)
      while changes.wait(wake: read, hasChanged: { tried !== state.served && !state.served.isCurrent }) {
        tried = state.reload().outcome == .swapped ? nil : state.served
      }
    }
  }

  /// Watches no longer.
  package func stop() {
    guard let thread else { return }
    close(wake.write)
    thread.join()
    close(wake.read)
    self.thread = nil
  }
}
