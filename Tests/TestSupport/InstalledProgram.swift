import Foundation

/// Returns the program `name` on the PATH; nil where it is not installed.
public func installedProgram(_ name: String) -> URL? {
  let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
  return path.split(separator: ":").map { URL(fileURLWithPath: "\($0)/\(name)") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }
}
