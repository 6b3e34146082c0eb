import TerrainBase

/// A pattern of paths: `*` and `?` match characters of a name, `[a-z]` one of some, `**` any folders.
struct GlobPattern {
  /// The folder before the first part that is a pattern.
  let base: String
  private let parts: [[Unicode.Scalar]]

  /// The pattern `text`; nil where it is a plain path.
  init?(_ text: String) {
    guard text.contains(where: { "*?[".contains($0) }) else { return nil }
    let all = text.split(separator: "/", omittingEmptySubsequences: false)
    let plain = all.prefix { part in !part.contains { "*?[".contains($0) } }
    parts = all.dropFirst(plain.count).filter { !$0.isEmpty }.map { Array($0.unicodeScalars) }
    let folder = plain.joined(separator: "/")
    base = folder.isEmpty ? (text.hasPrefix("/") ? "/" : ".") : folder
  }

  /// Whether `path`, relative to ``base``, is meant.
  func matches(_ path: Substring) -> Bool {
    let names = path.split(separator: "/").map { Array($0.unicodeScalars) }
    // Which parts of the pattern may come next, after the names so far.
    var next: Set<Int> = [0]
    for name in names {
      var after: Set<Int> = []
      for index in closure(next) where index < parts.count {
        if Self.isAnyFolders(parts[index]) {
          after.insert(index)
        } else if Self.matches(name, parts[index]) {
          after.insert(index + 1)
        }
      }
      next = after
    }
    return closure(next).contains(parts.count)
  }

  /// `**` may match no folder at all.
  private func closure(_ indices: Set<Int>) -> [Int] {
    var positions = indices
    for start in indices.ordered() {
      var index = start
      while index < parts.count, Self.isAnyFolders(parts[index]) {
        index += 1
        positions.insert(index)
      }
    }
    return positions.ordered()
  }

  private static func isAnyFolders(_ part: [Unicode.Scalar]) -> Bool { part == ["*", "*"] }

  /// Whether `name` is of the form `pattern`. After each `*` the rest is tried at one place after the other, never at two
  /// places of two stars: the time is at most the product of the lengths.
  private static func matches(_ name: [Unicode.Scalar], _ pattern: [Unicode.Scalar]) -> Bool {
    var n = 0
    var p = 0
    var star: (name: Int, pattern: Int)?
    while n < name.count {
      if p < pattern.count, pattern[p] == "*" {
        star = (n, p + 1)
        p += 1
      } else if let step = one(name[n], pattern, p) {
        n += 1
        p = step
      } else if let last = star {
        star = (last.name + 1, last.pattern)
        n = last.name + 1
        p = last.pattern
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == "*" }
  }

  /// The position after the piece of `pattern` at `position`, where it fits `scalar`.
  private static func one(_ scalar: Unicode.Scalar, _ pattern: [Unicode.Scalar], _ position: Int) -> Int? {
    guard position < pattern.count else { return nil }
    switch pattern[position] {
    case "?": return position + 1
    case "[":
      guard let end = pattern[(position + 1)...].dropFirst().firstIndex(of: "]") else {
        return scalar == "[" ? position + 1 : nil
      }
      var set = pattern[(position + 1)..<end]
      let isNegated = set.first == "!" || set.first == "^"
      if isNegated { set = set.dropFirst() }
      var isIn = false
      var index = set.startIndex
      while index < set.endIndex {
        if index + 2 < set.endIndex, set[index + 1] == "-" {
          if set[index].value <= scalar.value, scalar.value <= set[index + 2].value { isIn = true }
          index += 3
        } else {
          if set[index] == scalar { isIn = true }
          index += 1
        }
      }
      return isIn != isNegated ? end + 1 : nil
    default: return pattern[position] == scalar ? position + 1 : nil
    }
  }
}
