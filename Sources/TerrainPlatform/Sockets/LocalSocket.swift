#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A socket with a name in the file system, to which processes of the same machine connect.
package final class LocalSocket: Sendable {
  /// Why a name cannot be listened on.
  package enum Failure: Error, Sendable {
    /// The name is longer than the system allows.
    case nameTooLong(limit: Int)
    /// Something that is not a socket has the name.
    case notASocket
    /// Another process answers there, or is just beginning to.
    case inUse
    /// A system call failed.
    case system(SystemError)
  }

  /// Readable when a client connects.
  package let descriptor: Descriptor
  private let path: String
  private let file: FileStatus?

  /// Connections that wait until they are accepted.
  private static let backlog: Int32 = 128

  /// Listens at `path`; the file has the permissions `mode` before anybody can connect. The file of a process that ended without
  /// removing it is replaced: one that nobody answers on.
  package init(at path: String, mode: Int) throws(Failure) {
    let folder: Descriptor
    do throws(SystemError) { folder = try .reading(FilePath.folder(path)) } catch { throw .system(error) }
    // Of two processes that find the same abandoned file, one replaces it and the other one finds that somebody answers.
    guard Self.hold(folder) else {
      folder.close()
      throw .inUse
    }
    defer { folder.closeHeld() }
    try Self.removeAbandoned(path)
    let descriptor: Descriptor
    do throws(SystemError) { descriptor = try Self.socket() } catch { throw .system(error) }
    do throws(Failure) {
      let result = try Self.withAddress(path) { bind(descriptor.number, $0, $1) }
      guard result == 0 else { throw .system(.last) }
    } catch {
      descriptor.close()
      throw error
    }
    _ = fcntl(descriptor.number, F_SETFL, O_NONBLOCK)
    // Nobody connects before it listens, so nobody connects before it has its permissions.
    guard chmod(path, mode_t(mode)) == 0, listen(descriptor.number, Self.backlog) == 0 else {
      let error = SystemError.last
      unlink(path)
      descriptor.close()
      throw .system(error)
    }
    self.descriptor = descriptor
    self.path = path
    file = FileStatus.ofLink(path)
  }

  /// What came of accepting a client.
  package enum Acceptance: Sendable {
    case client(Descriptor)
    /// No client waits.
    case none
    /// A client waits, and the system has no room for it.
    case noRoom
  }

  /// Accepts a client that waits.
  package func accept() -> Acceptance {
    while true {
      let number = systemAccept(descriptor.number)
      if number >= 0 { return .client(Descriptor(number: Self.prepared(number))) }
      if errno == EINTR || errno == ECONNABORTED { continue }
      return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) ? .noRoom : .none
    }
  }

  /// Listens no longer, and removes the file unless another one has its name by now. Once.
  package func close() {
    if let file, let now = FileStatus.ofLink(path), now.isSameFile(as: file) { unlink(path) }
    descriptor.close()
  }

  /// Connects to the process that listens at `path`, without waiting.
  ///
  /// - Throws: a temporary error where that process has to accept others first.
  package static func connect(to path: String) throws(Failure) -> Descriptor {
    let descriptor: Descriptor
    do throws(SystemError) { descriptor = try socket() } catch { throw .system(error) }
    _ = fcntl(descriptor.number, F_SETFL, O_NONBLOCK)
    do throws(Failure) {
      while try withAddress(path, { systemConnect(descriptor.number, $0, $1) }) != 0 {
        if errno != EINTR { throw .system(.last) }
      }
      return descriptor
    } catch {
      descriptor.close()
      throw error
    }
  }

  // MARK: -

  /// Removes a socket at `path` that nobody answers on.
  private static func removeAbandoned(_ path: String) throws(Failure) {
    guard let status = FileStatus.ofLink(path) else { return }
    guard status.isSocket else { throw .notASocket }
    do throws(Failure) {
      try connect(to: path).close()
      throw .inUse
    } catch {
      switch error {
      case .system(let reason) where reason.code == ECONNREFUSED:
        guard unlink(path) == 0 || errno == ENOENT else { throw .system(.last) }
      case .system(let reason) where reason.code == ENOENT: break
      // Whoever has no room for another client, or refuses this one, is there.
      case .system(let reason) where [EAGAIN, EACCES, EPERM].contains(reason.code): throw .inUse
      default: throw error
      }
    }
  }

  private static func hold(_ folder: Descriptor) -> Bool {
    for _ in 0..<100 {
      if folder.hold() { return true }
      WorkerThread.sleep(milliseconds: 10)
    }
    return false
  }

  private static func socket() throws(SystemError) -> Descriptor {
    let number = streamSocket()
    guard number >= 0 else { throw .last }
    return Descriptor(number: prepared(number))
  }

  /// A child process does not inherit it, and writing to one whose reader has gone is an error and not a signal.
  private static func prepared(_ number: Int32) -> Int32 {
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(number, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
    return number
  }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(Failure) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = Array(path.utf8)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard name.count < room else { throw .nameTooLong(limit: room - 1) }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}

// System calls whose names methods of ``LocalSocket`` have.

private func systemAccept(_ number: Int32) -> Int32 { accept(number, nil, nil) }

private func systemConnect(_ number: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
  connect(number, address, length)
}

private func streamSocket() -> Int32 {
  #if canImport(Glibc)
    socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  #else
    socket(AF_UNIX, SOCK_STREAM, 0)
  #endif
}
