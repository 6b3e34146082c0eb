#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// This process as the system sees it.
package enum CurrentProcess {
  /// The value of an environment variable.
  package static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The folder that relative paths start from.
  package static func workingFolder() -> String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  /// Makes `folder` the folder that relative paths start from; false where it cannot be.
  package static func enter(_ folder: String) -> Bool { chdir(folder) == 0 }

  /// The program's file, with all links followed.
  package static func programPath() -> String? {
    #if os(Linux)
      return Folder.realPath("/proc/self/exe")
    #else
      return CommandLine.arguments.first.flatMap(Folder.realPath)
    #endif
  }

  /// Opens standard descriptors that were closed, so that no file or pipe of the program's own is taken for one. Reading and
  /// writing them still fails.
  package static func keepStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Ends the program with `status`.
  package static func end(_ status: Int32) -> Never { exit(status) }
}
