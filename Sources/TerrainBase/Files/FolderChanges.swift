import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits for changes in folders and the folders inside them.
///
/// Folders are watched, not files: editors write a new file and move it over the old one.
package struct FolderChanges {
  private let folders: [String]
  private let endings: [String]
  #if os(Linux)
    private var watch: Watch?

    /// True if a change was noticed that no `wait` has reported yet. May be called from any thread. Always false if the system does not
    /// notify of changes.
    package var isPending: @Sendable () -> Bool {
      guard let watch else { return { false } }
      return { watch.isPending() }
    }
  #else
    package var isPending: @Sendable () -> Bool { { false } }
  #endif
  /// The files as they were when a change was last reported; used only if the system does not notify of changes.
  private var reported: [String: FileStatus]?

  /// Watches for changes in `folders` from now on. If the system does not notify of changes, only files whose names end in one of `endings`
  /// are watched.
  package init(_ folders: [String], endings: [String]) {
    self.folders = folders
    self.endings = endings
    begin()
  }

  private mutating func begin() {
    #if os(Linux)
      let inside = folders.flatMap { (try? Folder.folders(under: $0)) ?? [] }
      watch = Watch(folders + inside, roots: folders)
    #endif
  }

  /// Waits for a change and then until nothing has changed for a while; false if `wake` is woken first. Changes between two calls are not
  /// missed.
  ///
  /// - Parameter hasChanged: Called once. Returns true if something changed before the first check.
  package mutating func wait(wake: WakePipe, hasChanged: () -> Bool) -> Bool {
    #if os(Linux)
      if let watch {
        let isChange = watch.wait(wake: wake, hasChanged: hasChanged())
        // Before the caller reads the files in their current state.
        if isChange { begin() }
        return isChange
      }
    #endif
    return poll(wake: wake, hasChanged: hasChanged)
  }

  /// The time without changes that ends a wait, in milliseconds: an editor, a checkout, or a copy writes several files.
  static let quiet: Int32 = 100

  #if os(Linux)
    /// The system's notification of changes.
    private final class Watch: Sendable {
      private let descriptor: Int32

      /// Folders that are watched only for entries with these names that are created or removed.
      private let names: [Int32: Set<String>]

      /// True if a relevant event was read from the system, and no `wait` has returned since.
      private let hasSeen = Mutex(false)

      /// - Parameters:
      ///   - folders: Folders that are watched for all changes.
      ///   - roots: Folders whose creation, removal, and replacement are watched, too.
      init?(_ folders: [String], roots: [String]) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        let coming = UInt32(IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE)
        let events = coming | UInt32(IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF)
        var whole: Set<Int32> = []
        var names: [Int32: Set<String>] = [:]
        for folder in folders {
          let watch = inotify_add_watch(descriptor, folder, events)
          if watch >= 0 { whole.insert(watch) }
        }
        for root in roots {
          // If the parent folder does not exist either, its own parent is watched.
          var path = root
          while path != "/", path != "." {
            let folder = FilePath.folder(path)
            let watch = inotify_add_watch(descriptor, folder, coming | UInt32(IN_MASK_ADD) | UInt32(IN_ONLYDIR))
            if watch >= 0 {
              if !whole.contains(watch) { names[watch, default: []].insert(FilePath.name(path)) }
              break
            }
            path = folder
          }
        }
        self.names = names
        guard !whole.isEmpty || !names.isEmpty else {
          close(descriptor)
          return nil
        }
      }

      deinit { if descriptor >= 0 { close(descriptor) } }

      func isPending() -> Bool {
        hasSeen.withLock { hasSeen in
          if !hasSeen { hasSeen = readsChange() }
          return hasSeen
        }
      }

      /// Reads the events of the system; true if some of them are relevant.
      private func readsChange() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4096)
        var isChange = false
        while case let size = read(descriptor, &bytes, bytes.count), size > 0 {
          if bytes.withUnsafeBytes({ matters(UnsafeRawBufferPointer(rebasing: $0[..<size])) }) { isChange = true }
        }
        return isChange
      }

      func wait(wake: WakePipe, hasChanged: Bool) -> Bool {
        var timeout: Int32? = hasChanged || isPending() ? FolderChanges.quiet : nil
        while true {
          switch wake.wait(for: Descriptor(number: descriptor), milliseconds: timeout) {
          case .woken: return false
          case .timeout: return true
          case .readable: break
          }
          if readsChange() { timeout = FolderChanges.quiet }
        }
      }

      /// True if one of the events in `bytes` is about a watched name.
      private func matters(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let head = MemoryLayout<inotify_event>.size
        var rest = bytes[...]
        while rest.count >= head {
          let event = UnsafeRawBufferPointer(rebasing: rest)
          let watch = event.loadUnaligned(as: Int32.self)
          let length = Int(event.loadUnaligned(fromByteOffset: head - 4, as: UInt32.self))
          guard let watchedNames = names[watch] else { return true }
          let name = event[head..<min(event.count, head + length)].prefix { $0 != 0 }
          if watchedNames.contains(String(decoding: name, as: UTF8.self)) { return true }
          rest = rest.dropFirst(head + length)
        }
        return false
      }
    }
  #endif

  // MARK: Without notice

  /// The milliseconds between two checks.
  private static let interval: Int32 = 1000

  private mutating func poll(wake: WakePipe, hasChanged: () -> Bool) -> Bool {
    var last = stamps()
    // If something has changed already, only the end of the changes is awaited.
    let before = hasChanged() ? nil : reported ?? last
    while true {
      guard case .timeout = wake.wait(milliseconds: Self.interval) else { return false }
      let now = stamps()
      if now != before, now == last {
        reported = now
        return true
      }
      last = now
    }
  }

  private func stamps() -> [String: FileStatus] {
    var stamps: [String: FileStatus] = [:]
    for folder in folders {
      // Unreadable folders are reported when the files are loaded. A folder that becomes readable counts as a change.
      for file in (try? Folder.files(under: folder, endings: endings)) ?? [] { stamps[file] = FileStatus(file) }
    }
    return stamps
  }
}
