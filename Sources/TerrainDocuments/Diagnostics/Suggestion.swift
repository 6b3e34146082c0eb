import TerrainValues

/// Finds what an author probably meant.
public enum Suggestion {
  /// The candidate nearest to `word`, or nil where none is near enough to be meant: up to a third of the letters may be
  /// wrong, at least one, at most three. Of equally near ones the first counts. Letter case costs nothing.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    // A word this long is not a mistyped one, and the work grows with the square of its length.
    guard word.utf8.count <= longestWord * 4 else { return nil }
    let letters = Array(word.lowercased())
    guard !letters.isEmpty, letters.count <= longestWord else { return nil }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      // No letter is longer than its bytes: most candidates are too short or too long, which their bytes show at once.
      let bytes = candidate.utf8.count
      guard bytes <= longestWord * 4, bytes >= letters.count - 3 else { continue }
      let other = Array(candidate.lowercased())
      guard other.count <= longestWord else { continue }
      let threshold = min(3, max(1, min(letters.count, other.count) / 3))
      guard abs(other.count - letters.count) <= threshold else { continue }
      let distance = distance(letters, other)
      // A word of one or two letters has nothing of the other left when all of them differ.
      guard distance <= threshold, distance < max(letters.count, other.count) else { continue }
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// The most letters of a word that is compared with others.
  private static let longestWord = 100

  /// The nearest of `candidates` to `word`, among texts.
  package static func nearest(to word: String, among candidates: [Text]) -> Text? {
    nearest(to: word, among: candidates.lazy.map(\.string)).map { Text($0) }
  }

  /// The nearest of `candidates` to `word` as a mend, "did you mean `x`?"; nil where none is near enough.
  package static func fix(_ word: Text?, among candidates: some Sequence<String>) -> String? {
    word.flatMap { nearest(to: $0.string, among: candidates) }.map { "did you mean `\($0)`?" }
  }

  /// The same among texts.
  package static func fix(_ word: Text?, among candidates: some Sequence<Text>) -> String? {
    fix(word, among: candidates.lazy.map(\.string))
  }

  /// Letters to insert, delete, replace, or swap with their neighbour to get from `a` to `b`, no letter touched twice
  /// (Damerau's distance in its restricted form, also called optimal string alignment).
  public static func distance(_ a: String, _ b: String) -> Int { distance(Array(a), Array(b)) }

  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [Int](repeating: 0, count: b.count + 1)
      row[0] = i + 1
      for j in 0..<b.count {
        var distance = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { distance = min(distance, beforeLast[j - 1] + 1) }
        row[j + 1] = distance
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}

extension Sequence where Element: CustomStringConvertible {
  /// The elements as a message lists them: "`a`, `b`".
  package var quoted: String { map { "`\($0)`" }.joined(separator: ", ") }
}
