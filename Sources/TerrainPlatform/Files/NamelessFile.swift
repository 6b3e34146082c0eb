import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Descriptor {
  /// A file of `bytes` without a name, open for reading from its beginning, which disappears when it is closed. Only processes that
  /// have it open can read it.
  package static func nameless(_ bytes: [UInt8]) throws(SystemError) -> Descriptor {
    let file = try emptyNameless()
    do throws(SystemError) {
      try file.write(bytes)
      guard lseek(file.number, 0, SEEK_SET) == 0 else { throw .last }
    } catch {
      file.close()
      throw error
    }
    return file
  }

  /// Folders for files that nobody keeps: in memory where the system has that, otherwise where the user has them.
  private static var temporaryFolders: [String] {
    ["/dev/shm", CurrentProcess.environment("TMPDIR"), "/tmp"].compactMap { $0 }.filter { !$0.isEmpty }
  }

  private static func emptyNameless() throws(SystemError) -> Descriptor {
    var failure = SystemError(code: ENOENT)
    for folder in temporaryFolders {
      let unique = "\(getpid()).\(MonotonicClock.system.now()).\(counter.add(1, ordering: .relaxed).newValue)"
      let name = "\(folder)/.terrain.\(unique)"
      do throws(SystemError) {
        // A file that is there already is somebody else's.
        let file = try opened(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        unlink(name)
        return file
      } catch {
        failure = error
      }
    }
    throw failure
  }

  private static let counter = Atomic<Int>(0)
}
