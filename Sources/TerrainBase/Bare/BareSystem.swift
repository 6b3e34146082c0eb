// The replacement of the system for WebAssembly without an operating system (`bin/playground`). The page registers the files; the program
// has one thread.
#if canImport(CBare)
  /// Files in memory, by their paths.
  package enum BareFiles {
    nonisolated(unsafe) private static var files: [String: [UInt8]] = [:]

    /// Makes `bytes` the content of the file at `path`.
    package static func register(_ path: String, _ bytes: [UInt8]) { files[path] = bytes }

    static func bytes(of path: String) -> [UInt8]? { files[path] }

    static func paths(under folder: String) -> [String] {
      files.keys.filter { $0.utf8.starts(with: "\(folder)/".utf8) }
    }
  }

  /// The error of every read that fails: the page has registered no such file.
  package struct SystemError: Error, Sendable, Hashable {
    package var message: String { "there is no such file" }
    package var isMissing: Bool { true }
  }

  /// A file or folder that cannot be read.
  package struct FileError: Error, Sendable, Hashable {
    /// Its path.
    package let path: String
    package let reason: SystemError
  }

  /// The kind of a file or folder at a path.
  package enum FileKind: Sendable { case file, folder, link, other }

  /// The attributes of a file.
  package struct FileStatus: Equatable, Sendable {
    package let kind: FileKind
    /// The size in bytes.
    package let size: Int
  }

  /// A registered file.
  package struct Descriptor: Sendable {
    private let bytes: [UInt8]

    package static let standardInput = Descriptor(bytes: [])

    private init(bytes: [UInt8]) { self.bytes = bytes }

    package static func reading(_ path: String) throws(SystemError) -> Descriptor {
      guard let bytes = BareFiles.bytes(of: path) else { throw SystemError() }
      return Descriptor(bytes: bytes)
    }

    package static func readingFile(_ path: String) throws(SystemError) -> Descriptor? { try reading(path) }

    /// The first bytes of the file at `path`, at most `limit`, or nil if the file does not exist.
    package static func firstBytes(of path: String, _ limit: Int) -> [UInt8]? {
      BareFiles.bytes(of: path).map { Array($0.prefix(limit)) }
    }

    package func status() throws(SystemError) -> FileStatus { FileStatus(kind: .file, size: bytes.count) }

    package func read(atMost count: Int) throws(SystemError) -> [UInt8] { Array(bytes.prefix(count)) }

    package func close() {}
  }

  /// A folder's files, in an order that is the same on every machine.
  package enum Folder {
    package static func kind(of path: String) -> FileKind? {
      if BareFiles.bytes(of: path) != nil { return .file }
      return BareFiles.paths(under: path).isEmpty ? nil : .folder
    }

    package static func files(under path: String, endings: [String]) throws(FileError) -> [String] {
      BareFiles.paths(under: path)
        .filter { path in endings.contains { path.hasSuffix($0) } }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    package static func folders(under path: String) throws(FileError) -> [String] { [] }

    static func names(in path: String) throws(SystemError) -> [String] { [] }

    package static func leaves(_ path: String, _ folder: String) -> Bool { false }

    package static func realPath(_ path: String) -> String? { nil }
  }

  /// The process, which has no environment here.
  package enum CurrentProcess {
    package static func environment(_ name: String) -> String? { nil }
  }
#endif

// Locks for a system with one thread.
#if canImport(CBare)
  /// A value that only one thread at a time uses.
  package struct Mutex<State>: ~Copyable, @unchecked Sendable {
    private final class Box {
      var value: State

      init(_ value: State) { self.value = value }
    }

    private let box: Box

    package init(_ value: State) { box = Box(value) }

    package borrowing func withLock<R, E: Error>(_ body: (inout State) throws(E) -> R) throws(E) -> R {
      try body(&box.value)
    }
  }

  /// A lock with a condition.
  package final class Monitor: Sendable {
    package init() {}

    package func lock() {}
    package func unlock() {}

    package func locked<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R { try body() }
  }
#else
  @_exported import struct Synchronization.Mutex
#endif

// Embedded Swift cannot print values without a description, and prints a remark in their place.
#if canImport(CBare)
  extension DefaultStringInterpolation {
    /// Rejected by the compiler, because the text would differ from the text of other programs.
    @available(*, deprecated, message: "a value without `description` cannot be printed here")
    package mutating func appendInterpolation<T>(_ value: T) {}
  }
#endif
