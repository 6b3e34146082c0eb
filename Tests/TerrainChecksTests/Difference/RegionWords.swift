import TerrainBase

/// Decides whether the words of a region hold, apart from what wrote them: `a in 1..2 and (b = 0 or b is absent)`.
struct RegionWords {
  /// A comparison, or one that must not hold: its text, and its words.
  private struct Atom {
    let text: String
    let words: [String]

    init(_ text: String) { (self.text, words) = (text, text.components(" ")) }
  }

  /// All of these hold, of each one alternative. They are split once: a region is tried with many facts.
  private let parts: [[Atom]]

  init(_ words: String) {
    parts = words.components(" and ").map { part in
      let inner = part.hasPrefix("(") ? String(part.dropFirst().dropLast()) : part
      return inner.components(" or ").map { Atom($0) }
    }
  }

  /// Whether they hold where `value` gives the facts and decisions; nil of what is absent.
  func holds(_ value: (String) -> Value?) -> Bool {
    parts.allSatisfy { part in part.contains { Self.holds($0, value) } }
  }

  private static func holds(_ one: Atom, _ value: (String) -> Value?) -> Bool {
    let (atom, words) = (one.text, one.words)
    if atom.hasPrefix("!(") { return !holds(Atom(String(atom.dropFirst(2).dropLast())), value) }
    if atom.hasPrefix("\""), case .list(let elements)? = value(atom.components(" in ")[1]) {
      return elements.contains { "\"\(Self.written($0))\"" == atom.components(" in ")[0] }
    }
    let met = value(words[0])
    if atom.hasSuffix(" is absent") { return met == nil }
    guard let met else { return false }
    if atom.hasSuffix(" is there") { return true }
    let rest = words.dropFirst(2).joined(separator: " ")
    guard words[1] == "in" else { return compare(met, words[1], rest) }
    let ends = rest.components("..")
    if ends.count == 1 {
      return rest.dropFirst().dropLast().components(", ").contains { Self.written(met) == $0 }
    }
    let low = ends[0].hasPrefix("[") || ends[0].hasPrefix("(") ? String(ends[0].dropFirst()) : ends[0]
    let high = ends[1].hasSuffix("]") || ends[1].hasSuffix(")") ? String(ends[1].dropLast()) : ends[1]
    return compare(met, ends[0].hasPrefix("(") ? ">" : ">=", low)
      && compare(met, ends[1].hasSuffix(")") ? "<" : "<=", high)
  }

  private static func compare(_ value: Value, _ sign: String, _ other: String) -> Bool {
    guard sign != "=", let mine = Double(written(value)), let theirs = Double(other) else {
      return written(value) == other
    }
    switch sign {
    case "<": return mine < theirs
    case "<=": return mine <= theirs
    case ">": return mine > theirs
    default: return mine >= theirs
    }
  }

  private static func written(_ value: Value) -> String {
    if case .string(let text) = value { return text.string }
    return value.description
  }
}

extension StringProtocol {
  fileprivate func components(_ separator: String) -> [String] { split(separator: separator).map { String($0) } }
}
