/// Paths of files as they are written.
package enum FilePath {
  /// `path` without `.` and repeated slashes, and without `..` if that needs no access to the disk.
  package static func normal(_ path: String) -> String {
    if isNormal(path) { return path }
    var parts: [Substring] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      if part == "..", let last = parts.last, last != ".." {
        // The root has no parent folder.
        if !last.isEmpty { parts.removeLast() }
      } else if part != ".", !part.isEmpty || parts.isEmpty {
        parts.append(part)
      }
    }
    while parts.count > 1, parts.last == "" { parts.removeLast() }
    if parts == [""] { return path.isEmpty ? "." : "/" }
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }

  /// True if `path` has no part `.` or `..` and no superfluous slash. A fast check for the most frequent case.
  private static func isNormal(_ path: String) -> Bool {
    let slash = UInt8(ascii: "/")
    var (dots, others) = (0, 0)
    var isFirst = true
    for byte in path.utf8 {
      if byte == slash {
        if others == 0, dots < 3, !(isFirst && dots == 0) { return false }
        isFirst = false
        (dots, others) = (0, 0)
      } else if byte == UInt8(ascii: ".") {
        dots += 1
      } else {
        others += 1
      }
    }
    return others > 0 || dots > 2
  }

  /// `path` without its last part, or `.` if it has only one part.
  package static func folder(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// `path` relative to `folder`. Both must be absolute, or relative to the same folder.
  package static func relative(_ path: String, to folder: String) -> String {
    let parts = normal(path).split(separator: "/")
    let folders = normal(folder).split(separator: "/").filter { $0 != "." }
    guard path.hasPrefix("/") == folder.hasPrefix("/") else { return normal(path) }
    let shared = zip(parts, folders).prefix { $0 == $1 }.count
    // The folder above a path that begins with `..` is unknown.
    if folders[shared...].contains("..") { return normal(path) }
    return (folders[shared...].map { _ in ".." } + parts[shared...]).joined(separator: "/")
  }

  /// True if `path`, as written, is inside `folder` and not equal to it. Paths in the current folder, `.`, do not begin with its name.
  package static func isInside(_ path: String, _ folder: String) -> Bool {
    guard folder == "." else { return path.utf8.starts(with: (folder.hasSuffix("/") ? folder : "\(folder)/").utf8) }
    return path != "." && path != ".." && !path.hasPrefix("/") && !path.hasPrefix("../")
  }

  /// The last part of `path`.
  package static func name(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }
}
