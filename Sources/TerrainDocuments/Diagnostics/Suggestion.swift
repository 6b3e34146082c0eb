import TerrainBase

/// Finds what an author probably meant.
package enum Suggestion {
  /// The candidate nearest to `word`, or nil where none is near enough to be meant: up to a third of the letters may be
  /// wrong, at least one, at most three. Of equally near ones the first counts. Letter case costs nothing. Where none is
  /// that near, the only one that `word` begins, when no more than half of it is missing.
  package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
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
    if let best { return best.candidate }
    return completed(letters, among: candidates)
  }

  /// The most letters of a word that is compared with others.
  private static let longestWord = 100

  /// The nearest of `candidates` to `word`, among texts.
  package static func nearest(to word: String, among candidates: [Text]) -> Text? {
    nearest(to: word, among: candidates.lazy.map { $0.string }).map { Text($0) }
  }

  /// The one candidate that begins with `letters`, of which half are there.
  private static func completed(_ letters: [Character], among candidates: some Sequence<String>) -> String? {
    guard letters.count >= 3 else { return nil }
    var found: String?
    for candidate in candidates where candidate.count <= 2 * letters.count && candidate != found {
      guard candidate.lowercased().starts(with: letters) else { continue }
      if found != nil { return nil }
      found = candidate
    }
    return found
  }

  /// The nearest of `candidates` to `word` as a fix, "did you mean `x`?"; nil where none is near enough. A name without
  /// its module is near to the full one: `size` to `orders.size`.
  package static func fix(_ word: Text?, among candidates: some Sequence<String>) -> String? {
    guard let word = word?.string else { return nil }
    let names = Array(candidates)
    if let nearest = nearest(to: word, among: names) { return "did you mean `\(nearest)`?" }
    let full = qualified(word, among: names)
    return full.isEmpty ? nil : "did you mean \(full.map { "`\($0)`" }.joined(separator: " or "))?"
  }

  /// Full names that end in `word` or nearly so, at most three.
  private static func qualified(_ word: String, among names: [String]) -> [String] {
    guard !word.isEmpty, !word.contains(".") else { return [] }
    var exact: [String] = []
    var lastParts: [(part: String, name: String)] = []
    for name in names {
      guard let dot = name.lastIndex(of: ".") else { continue }
      let part = String(name[name.index(after: dot)...])
      if part == word { exact.append(name) } else { lastParts.append((part, name)) }
    }
    if !exact.isEmpty { return Array(exact.prefix(3)) }
    guard let near = nearest(to: word, among: lastParts.lazy.map({ $0.part })) else { return [] }
    return Array(lastParts.lazy.filter { $0.part == near }.map { $0.name }.prefix(3))
  }

  /// The same among texts.
  package static func fix(_ word: Text?, among candidates: some Sequence<Text>) -> String? {
    fix(word, among: candidates.lazy.map { $0.string })
  }

  /// Letters to insert, delete, replace, or swap with their neighbour to get from `a` to `b`, no letter touched twice
  /// (Damerau's distance in its restricted form, also called optimal string alignment).
  package static func distance(_ a: String, _ b: String) -> Int { distance(Array(a), Array(b)) }

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
  /// The elements as a message lists them: "`a`, `b`". Of more than ten, the first, and how many there are beyond.
  package var quoted: String { quotedList(of: Array(self)) }

  /// Every element, as a message lists them where each has to be seen to.
  package var allQuoted: String { map { "`\($0)`" }.joined(separator: ", ") }

  /// The elements as a message lists them; of more than ten, those most like `word`, and how many there are beyond.
  package func quoted(near word: String) -> String {
    let names = Array(self)
    guard names.count > mostListed else { return quotedList(of: names) }
    // A word this long is not a name, and the work grows with its length.
    let letters = String(word.lowercased().prefix(40))
    let measured = names.prefix(mostCompared).enumerated().map { position, name in
      (unlikeness: unlikeness(of: letters, to: "\(name)".lowercased()), position: position)
    }
    let best = measured.sorted { ($0.unlikeness, $0.position) < ($1.unlikeness, $1.position) }.prefix(mostNear)
    return quotedList(of: best.map { names[$0.position] }, outOf: names.count)
  }
}

/// The most names that a message lists.
private let mostListed = 10
/// The most names that a message lists of those that are like a word.
private let mostNear = 5
/// The most names that are compared with a word.
private let mostCompared = 2000

private func quotedList(of names: [some CustomStringConvertible], outOf count: Int? = nil) -> String {
  let shown = names.prefix(mostListed)
  let rest = (count ?? names.count) - shown.count
  return shown.map { "`\($0)`" }.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
}

/// How little a name is like a word: names that contain it come first.
private func unlikeness(of word: String, to name: String) -> Int {
  if name.firstRange(ofBytes: word) != nil { return 0 }
  let parts = name.split(separator: ".").map(String.init)
  return ([name] + parts.suffix(1)).map { 1 + Suggestion.distance(word, String($0.prefix(40))) }.min() ?? .max
}
