import TerrainContent

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits until something changes in folders, those inside them included.
///
/// Folders are watched, not files: editors write a new file and move it over the old one.
struct FolderChanges {
  private let folders: [String]

  /// Changes in `folders`.
  init(_ folders: [String]) { self.folders = folders }

  /// Waits for a change and then until nothing has changed for a while; false when something can be read from `wake` first.
  ///
  /// - Parameter hasChanged: asked once when changes are being noticed: whether there was one before, which nobody saw.
  func wait(wake: Int32, hasChanged: () -> Bool) -> Bool {
    #if os(Linux)
      if let watch = Watch(everyFolder()) { return watch.wait(wake: wake, hasChanged: hasChanged()) }
    #endif
    return poll(wake: wake, hasChanged: hasChanged)
  }

  /// How long nothing may have changed, in milliseconds: an editor, a checkout or a copy writes several files.
  static let quiet: Int32 = 100

  private func everyFolder() -> [String] {
    folders.flatMap { [$0] + ((try? Folder.folders(under: $0)) ?? []) }
  }

  #if os(Linux)
    /// The system's own notice of changes.
    private struct Watch {
      private let descriptor: Int32

      init?(_ folders: [String]) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        let events = UInt32(
          IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)
        var isWatching = false
        for folder in folders where inotify_add_watch(descriptor, folder, events) >= 0 { isWatching = true }
        guard isWatching else {
          close(descriptor)
          return nil
        }
      }

      func wait(wake: Int32, hasChanged: Bool) -> Bool {
        defer { close(descriptor) }
        var timeout: Int32 = hasChanged ? FolderChanges.quiet : -1
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
          var waiting = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
          ]
          let count = Glibc.poll(&waiting, 2, timeout)
          if waiting[1].revents != 0 { return false }
          if count == 0 { return true }
          if count < 0, errno != EINTR { return false }
          while read(descriptor, &bytes, bytes.count) > 0 { timeout = FolderChanges.quiet }
        }
      }
    }
  #endif

  // MARK: Without notice

  /// Milliseconds between two looks.
  private static let interval: Int32 = 1000

  private func poll(wake: Int32, hasChanged: () -> Bool) -> Bool {
    var last = stamps()
    // Where something has changed, it is enough that nothing changes any more.
    let before = hasChanged() ? nil : last
    while true {
      var waiting = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
      #if canImport(Glibc)
        let count = Glibc.poll(&waiting, 1, Self.interval)
      #elseif canImport(Musl)
        let count = Musl.poll(&waiting, 1, Self.interval)
      #else
        let count = Darwin.poll(&waiting, 1, Self.interval)
      #endif
      if count != 0 { return false }
      let now = stamps()
      if now != before, now == last { return true }
      last = now
    }
  }

  private func stamps() -> [String: [Int]] {
    var stamps: [String: [Int]] = [:]
    for folder in folders {
      // What cannot be read is complained of when it is loaded; that it can be read again is a change, too.
      let files = try? Folder.files(under: folder, endings: PackLoader.endings)
      for file in files ?? [] { stamps[file] = Folder.stamp(of: file) }
    }
    return stamps
  }
}
