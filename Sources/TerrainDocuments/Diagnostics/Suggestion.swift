import TerrainBase

/// Finds the name that an author probably intended.
package enum Suggestion {
  /// The candidate nearest to `word`, or nil if no candidate is near enough. Up to a third of the letters may be wrong, at least one and at
  /// most three. Differences in letter case do not count. Of equally near candidates, the first is chosen. If no candidate is that near,
  /// the result is the only candidate that begins with `word`, provided that at most half of it is missing.
  package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    // A word this long is not misspelled, and the cost grows with the square of its length.
    guard word.utf8.count <= longestWord * 4 else { return nil }
    let letters = Array(word.lowercased())
    guard !letters.isEmpty, letters.count <= longestWord else { return nil }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      // Most candidates are too short or too long. The number of bytes shows that at once, because no letter is longer than its bytes.
      let bytes = candidate.utf8.count
      guard bytes <= longestWord * 4, bytes >= letters.count - 3 else { continue }
      let other = Array(candidate.lowercased())
      guard other.count <= longestWord else { continue }
      let threshold = min(3, max(1, min(letters.count, other.count) / 3))
      guard abs(other.count - letters.count) <= threshold else { continue }
      let distance = distance(letters, other)
      // Words of one or two letters whose letters all differ have nothing in common.
      guard distance <= threshold, distance < max(letters.count, other.count) else { continue }
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    if let best { return best.candidate }
    return completed(letters, among: candidates)
  }

  /// The maximum number of letters of a word that is compared with others.
  private static let longestWord = 100

  /// The nearest of `candidates` to `word`, for ``Text`` candidates.
  package static func nearest(to word: String, among candidates: [Text]) -> Text? {
    nearest(to: word, among: candidates.lazy.map { $0.string }).map { Text($0) }
  }

  /// The only candidate that begins with `letters`, if these are at least half of it.
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

  /// The nearest of `candidates` to `word` as a fix, "did you mean `x`?", or nil if none is near enough. A name without its module is near
  /// to the full name: `size` to `orders.size`.
  package static func fix(_ word: Text?, among candidates: some Sequence<String>) -> String? {
    guard let word = word?.string else { return nil }
    let names = Array(candidates)
    // A word with characters that resemble others is nearer to that word than its letters suggest.
    if word.utf8.contains(where: { $0 >= 0x80 }),
      let meant = names.first(where: { LookAlike.first(in: word, insteadOf: $0) != nil }),
      let found = LookAlike.first(in: word, insteadOf: meant)
    {
      return "did you mean `\(meant)`? There is \(found.name) in this word"
    }
    if let nearest = nearest(to: word, among: names) { return "did you mean `\(nearest)`?" }
    let full = qualified(word, among: names)
    return full.isEmpty ? nil : "did you mean \(full.map { "`\($0)`" }.joined(separator: " or "))?"
  }

  /// At most three full names that end in `word` or in a similar word.
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

  /// The same for ``Text`` candidates.
  package static func fix(_ word: Text?, among candidates: some Sequence<Text>) -> String? {
    fix(word, among: candidates.lazy.map { $0.string })
  }

  /// The number of letters to insert, delete, replace, or swap with a neighbor to get from `a` to `b`, with no letter changed twice (the
  /// restricted Damerau distance, also called optimal string alignment).
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
  /// The elements as a list in a message: "`a`, `b`". Lists the first ten and the number of the others.
  package var quoted: String { quotedList(of: Array(self)) }

  /// All elements as a list in a message, for messages in which each element matters.
  package var allQuoted: String { map { "`\($0)`" }.joined(separator: ", ") }

  /// The elements as a list in a message. Lists the ten elements most similar to `word` and the number of the others.
  package func quoted(near word: String) -> String {
    let names = Array(self)
    guard names.count > mostListed else { return quotedList(of: names) }
    // A word this long is not a name, and the cost grows with its length.
    let letters = String(word.lowercased().prefix(40))
    let measured = names.prefix(mostCompared).enumerated().map { position, name in
      (unlikeness: unlikeness(of: letters, to: "\(name)".lowercased()), position: position)
    }
    let best = measured.sorted { ($0.unlikeness, $0.position) < ($1.unlikeness, $1.position) }.prefix(mostNear)
    return quotedList(of: best.map { names[$0.position] }, outOf: names.count)
  }
}

/// The maximum number of names that a message lists.
private let mostListed = 10
/// The maximum number of names similar to a word that a message lists.
private let mostNear = 5
/// The maximum number of names that are compared with a word.
private let mostCompared = 2000

private func quotedList(of names: [some CustomStringConvertible], outOf count: Int? = nil) -> String {
  let shown = names.prefix(mostListed)
  let rest = (count ?? names.count) - shown.count
  return shown.map { "`\($0)`" }.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
}

/// The dissimilarity of a name and a word. Names that contain the word come first.
private func unlikeness(of word: String, to name: String) -> Int {
  if name.firstRange(ofBytes: word) != nil { return 0 }
  let parts = name.split(separator: ".").map(String.init)
  return ([name] + parts.suffix(1)).map { 1 + Suggestion.distance(word, String($0.prefix(40))) }.min() ?? .max
}

/// The suggestions for one document: declared names that are similar to undeclared ones.
///
/// Comparing a name with thousands of others takes a while. For a request it is therefore done only for the first few distinct names, once
/// each, and lists of declared names are shortened. Names without a similar name are cached like the others.
package final class Suggestions {
  /// The maximum number of distinct names of one request for which suggestions are searched.
  package static let mostNames = 10

  private struct Question: Hashable {
    let name: Text
    let kind: String
  }

  private let most: Int
  private var fixes: [Question: String?] = [:]

  /// Suggestions for up to `most` distinct names.
  init(_ most: Int) { self.most = most }

  /// True while further suggestions are searched.
  package var hasRoom: Bool { fixes.count < most }

  /// A fix for `name`: the nearest of `names`, else a list of them after `listing`, or nil if neither applies.
  ///
  /// - Parameters:
  ///   - names: The declared names; evaluated only if needed.
  ///   - kind: Distinguishes these names from other names that the same name may be compared with.
  ///   - listing: The beginning of a sentence that lists all names, such as "its fields are"; nil if they are not listed.
  package func fix(
    _ name: Text?, among names: @autoclosure () -> [Text], kind: String, listing: String? = nil
  ) -> String? {
    let question = Question(name: name ?? "", kind: kind)
    if let fix = fixes[question] { return fix }
    guard fixes.count < most else { return nil }
    let names = names()
    var fix = Suggestion.fix(name, among: names)
    if fix == nil, let listing, !names.isEmpty { fix = "\(listing) \(names.quoted(near: name?.string ?? ""))" }
    fixes.updateValue(fix, forKey: question)
    return fix
  }
}

/// A character that resembles an ASCII character or is invisible, so that a wrong word looks right.
package struct LookAlike: Equatable {
  package var scalar: Unicode.Scalar
  /// Its bytes in the text.
  package var range: Range<Int>
  /// The ASCII character that it resembles, or nil if it is invisible.
  package var ascii: Unicode.Scalar?

  /// A longer text is prose, not a word.
  private static let longest = 400

  /// The first such character in `text`, if `text` with all of them replaced would be `word`.
  package static func first(in text: String, insteadOf word: String) -> LookAlike? {
    guard let (first, plain) = plain(text), plain == word else { return nil }
    return first
  }

  /// The first such character in `text`, and `text` with all of them replaced by the characters that they resemble; nil if it has none.
  package static func plain(_ text: String) -> (first: LookAlike, plain: String)? {
    guard text.utf8.contains(where: { $0 >= 0x80 }), text.utf8.count <= Self.longest else { return nil }
    var plain = String.UnicodeScalarView()
    var first: LookAlike?
    var offset = 0
    for scalar in text.unicodeScalars {
      let end = offset + UTF8.width(scalar)
      if isUnseen(scalar) || isBlank(scalar) {
        first = first ?? LookAlike(scalar: scalar, range: offset..<end, ascii: isBlank(scalar) ? " " : nil)
        if isBlank(scalar) { plain.append(" ") }
      } else if let ascii = ascii(for: scalar) {
        first = first ?? LookAlike(scalar: scalar, range: offset..<end, ascii: ascii)
        plain.append(ascii)
      } else {
        plain.append(scalar)
      }
      offset = end
    }
    guard let first else { return nil }
    // A blank at an end is practically invisible.
    return (first, plain.split(whereSeparator: { $0 == " " }).map(String.init).joined(separator: " "))
  }

  /// The character at `index` of UTF-8 text, if it resembles a blank or is invisible, and is not an ordinary blank.
  package static func gap(in bytes: [UInt8], at index: Int) -> LookAlike? {
    guard index < bytes.count, bytes[index] >= 0xC2 else { return nil }
    let text = String(decoding: bytes[index..<min(index + 4, bytes.count)], as: UTF8.self)
    guard let scalar = text.unicodeScalars.first, isUnseen(scalar) || isBlank(scalar) else { return nil }
    return LookAlike(scalar: scalar, range: index..<index + UTF8.width(scalar), ascii: isBlank(scalar) ? " " : nil)
  }

  /// The name of the character for a sentence: "the no-break space U+00A0".
  package var name: String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    switch scalar.value {
    case 0x00A0, 0x202F: return "the no-break space \(code)"
    case 0x3000: return "the wide space \(code)"
    default: break
    }
    guard let ascii else { return "the invisible character \(code)" }
    if ascii == " " { return "the space \(code)" }
    return "the character \(code), which looks like `\(ascii)`"
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x80 && scalar.properties.generalCategory == .spaceSeparator
  }

  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x80 && scalar.properties.generalCategory == .format
  }

  /// The ASCII character that `scalar` resembles.
  private static func ascii(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    // The fullwidth forms repeat ASCII in order.
    case 0xFF01...0xFF5E: return Unicode.Scalar(UInt8(scalar.value - 0xFF01 + 0x21))
    case 0x2010...0x2015, 0x2212: return "-"
    case 0x2018, 0x2019: return "'"
    case 0x201C, 0x201D: return "\""
    default: return letters[scalar]
    }
  }

  /// Cyrillic and Greek letters that look like Latin ones (Unicode's confusables.txt has more; these are likely to be typed).
  private static let letters: [Unicode.Scalar: Unicode.Scalar] = [
    "а": "a", "с": "c", "е": "e", "о": "o", "р": "p", "х": "x", "у": "y", "і": "i", "ј": "j", "ѕ": "s", "ԁ": "d",
    "һ": "h", "ո": "n", "А": "A", "В": "B", "С": "C", "Е": "E", "Н": "H", "І": "I", "К": "K", "М": "M", "О": "O",
    "Р": "P", "т": "t", "Т": "T", "Х": "X", "ο": "o", "ν": "v", "ι": "i", "α": "a", "Α": "A", "Β": "B", "Ε": "E",
    "Ζ": "Z",
    "Η": "H", "Ι": "I", "Κ": "K", "Μ": "M", "Ν": "N", "Ο": "O", "Ρ": "P", "Τ": "T", "Χ": "X", "Υ": "Y",
  ]
}
