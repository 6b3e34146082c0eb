#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The reason why a system call failed.
package struct SystemError: Error, Sendable, Hashable {
  /// The system's error number.
  package let code: Int32

  /// The error with the number `code`.
  package init(code: Int32) { self.code = code }

  /// The error of the last call that failed on this thread.
  package static var last: SystemError { SystemError(code: errno) }

  /// The error for a folder at the path of a file.
  package static let isFolder = SystemError(code: EISDIR)

  /// The system's description.
  package var message: String { String(cString: strerror(code)) }
  /// True if the reader of a pipe has closed it.
  package var isBrokenPipe: Bool { code == EPIPE }
  /// True if no file exists at a path.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  /// True if a read found no data yet, or a write found no room.
  package var isTemporary: Bool { code == EAGAIN }
}

/// A file or folder that cannot be read.
package struct FileError: Error, Sendable, Hashable {
  /// Its path.
  package let path: String
  package let reason: SystemError
}
