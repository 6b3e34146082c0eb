extension StringProtocol where Index == String.Index {
  /// The first range of this text whose bytes are those of `pattern`, which is not empty; nil where there is none.
  ///
  /// The standard library's search is in its regular expressions, which Embedded Swift does not have.
  package func firstRange(ofBytes pattern: String) -> Range<Index>? {
    let pattern = Array(pattern.utf8)
    guard let first = pattern.first else { return nil }
    var from = utf8.startIndex
    while let start = utf8[from...].firstIndex(of: first) {
      if utf8[start...].starts(with: pattern) { return start..<utf8.index(start, offsetBy: pattern.count) }
      from = utf8.index(after: start)
    }
    return nil
  }
}
