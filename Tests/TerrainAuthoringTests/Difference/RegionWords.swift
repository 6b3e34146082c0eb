import TerrainValues

/// Decides whether the words of a region hold, apart from what wrote them: `a in 1..2 and (b = 0 or b is absent)`.
struct RegionWords {
  private let words: String

  init(_ words: String) { self.words = words }

  /// Whether they hold where `value` gives the facts and decisions; nil of what is absent.
  func holds(_ value: (String) -> Value?) -> Bool {
    words.isEmpty
      || words.components(" and ").allSatisfy { part in
        let inner = part.hasPrefix("(") ? String(part.dropFirst().dropLast()) : part
        return inner.components(" or ").contains { Self.atom($0, value) }
      }
  }

  private static func atom(_ atom: String, _ value: (String) -> Value?) -> Bool {
    if atom.hasPrefix("!(") { return !Self.atom(String(atom.dropFirst(2).dropLast()), value) }
    if atom.hasPrefix("\""), case .list(let elements)? = value(atom.components(" in ")[1]) {
      return elements.contains { "\"\(Self.written($0))\"" == atom.components(" in ")[0] }
    }
    let words = atom.components(" ")
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
