import TerrainBase

/// The correct form of a cell in another notation: `5-16`, `cold or warm`, `> 4 and < 17`.
package struct CellSuggestion {
  /// The correct form of the cell, including quotes and brackets.
  package var form: String
  /// The rule that the author needs to know, as a sentence.
  package var rule: String

  /// Finds the correct form of `text` if its parts are values.
  ///
  /// - Parameters:
  ///   - isOrdered: True if the input's values have an order.
  ///   - isValue: Returns true for values of the cell's input and for names.
  package static func find(in text: String, isOrdered: Bool, isValue: @escaping (String) -> Bool) -> CellSuggestion? {
    // A cell this long is not a small mistake, and each form is tried on the whole text.
    guard text.utf8.count <= longest else { return nil }
    let reader = CellSuggestionReader(isOrdered: isOrdered, isValue: isValue)
    return reader.meant(trimmed(text))
  }

  static let longest = 200

  /// A range with its ends in the wrong order.
  static func backwards(lower: String, upper: String) -> CellSuggestion {
    CellSuggestion(
      form: "\(upper)..\(lower)` or, for what is outside of it, `[\">= \(lower)\", \"<= \(upper)\"]",
      rule: "this range begins after its end")
  }
}

/// Recognizes the notations one after the other.
private struct CellSuggestionReader {
  let isOrdered: Bool
  let isValue: (String) -> Bool

  func meant(_ text: String) -> CellSuggestion? {
    if let inner = unquoted(text), isValue(inner) {
      return CellSuggestion(form: inner, rule: "a value in a cell has no quotes of its own")
    }
    if let negated = negated(text) {
      return CellSuggestion(form: "\"!= \(negated)\"", rule: "\"not\" is written `!=` in a cell")
    }
    if isOrdered {
      if let range = range(text) ?? openRange(text) {
        return CellSuggestion(form: range, rule: "a range is written `from..to` in a cell")
      }
      if let both = bothEnds(text) {
        return CellSuggestion(form: both, rule: "two limits are written as one range in a cell")
      }
      if let comparison = comparisonInWords(text) {
        return CellSuggestion(form: "\"\(comparison)\"", rule: "a comparison is written with a sign in a cell")
      }
    }
    if let list = alternatives(text) {
      return CellSuggestion(
        form: "[\(list.joined(separator: ", "))]", rule: "several values are written as a list in a cell")
    }
    return nil
  }

  // MARK: Forms

  private func unquoted(_ text: String) -> String? {
    guard text.count > 2, let first = text.first, first == "'" || first == "\"", text.last == first else { return nil }
    return String(text.dropFirst().dropLast())
  }

  private func negated(_ text: String) -> String? {
    for prefix in ["not ", "is not ", "!", "<>", "≠"] where text.lowercased().hasPrefix(prefix) {
      let rest = trimmed(String(text.dropFirst(prefix.count)))
      if isValue(rest) { return rest }
    }
    return nil
  }

  /// `5-16`, `5 to 16`, `between 5 and 16`, `5...16`, `[5, 16]`.
  private func range(_ text: String) -> String? {
    var inner = text
    for (open, close) in [("[", "]"), ("(", ")")] where inner.hasPrefix(open) && inner.hasSuffix(close) {
      inner = trimmed(String(inner.dropFirst().dropLast()))
      return ends(inner, ",").map { "\($0.0)..\($0.1)" }
    }
    let lowercase = inner.lowercased()
    if lowercase.hasPrefix("between "), let both = ends(String(inner.dropFirst("between ".count)), " and ") {
      return "\(both.0)..\(both.1)"
    }
    if lowercase.hasPrefix("from ") { inner = String(inner.dropFirst("from ".count)) }
    for separator in [" to ", " until ", " through ", "...", "–", "—", "…", "-", ":"] {
      if let both = ends(inner, separator) { return "\(both.0)..\(both.1)" }
    }
    return nil
  }

  /// `5..`, `..5`, and `5+`.
  private func openRange(_ text: String) -> String? {
    if text.hasSuffix(".."), case let value = trimmed(String(text.dropLast(2))), isValue(value) {
      return "\">= \(value)\""
    }
    if text.hasPrefix(".."), case let value = trimmed(String(text.dropFirst(2))), isValue(value) {
      return "\"<= \(value)\""
    }
    if text.hasSuffix("+"), case let value = trimmed(String(text.dropLast())), isValue(value) {
      return "\">= \(value)\""
    }
    return nil
  }

  /// `> 4 and < 17`, `>= 4 && <= 17`, `>4<17`.
  private func bothEnds(_ text: String) -> String? {
    var parts: [(sign: String, value: String)] = []
    for separator in [" and ", " && ", "&&", ","] where parts.isEmpty {
      let pieces = split(text, separator).map { comparison($0) }
      if pieces.count == 2, let first = pieces[0], let second = pieces[1] { parts = [first, second] }
    }
    if parts.isEmpty, let second = text.dropFirst(2).firstIndex(where: { $0 == "<" || $0 == ">" }),
      let first = comparison(trimmed(String(text[..<second]))), let other = comparison(String(text[second...]))
    {
      parts = [first, other]
    }
    guard parts.count == 2 else { return nil }
    if parts[0].sign.hasPrefix("<") { parts.swapAt(0, 1) }
    guard parts[0].sign.hasPrefix(">"), parts[1].sign.hasPrefix("<") else { return nil }
    let range = "\(parts[0].value)..\(parts[1].value)"
    if parts[0].sign == ">=", parts[1].sign == "<=" { return range }
    return "\"\(parts[0].sign == ">" ? "(" : "[")\(range)\(parts[1].sign == "<" ? ")" : "]")\""
  }

  private func comparisonInWords(_ text: String) -> String? {
    let signs = [
      ("at least ", ">="), ("at most ", "<="), ("more than ", ">"), ("less than ", "<"), ("over ", ">"),
      ("under ", "<"), ("above ", ">"), ("below ", "<"), ("≥", ">="), ("≤", "<="),
    ]
    for (lowercase, sign) in signs where text.lowercased().hasPrefix(lowercase) {
      let value = trimmed(String(text.dropFirst(lowercase.count)))
      if isValue(value) { return "\(sign) \(value)" }
    }
    return nil
  }

  /// `cold or warm`, `3,5`, `cold | warm`, `< 5 or > 16`.
  private func alternatives(_ text: String) -> [String]? {
    for separator in [" or ", "||", "|", ",", "/", ";", " and "] {
      let pieces = split(text, separator)
      guard pieces.count > 1 else { continue }
      let cells = pieces.compactMap { piece -> String? in
        if isValue(piece) { return piece }
        if let negated = negated(piece) { return "\"!= \(negated)\"" }
        return isOrdered ? comparison(piece).map { "\"\($0.sign) \($0.value)\"" } : nil
      }
      // "Neither" of several values cannot be written as alternatives, because one of them must hold.
      if cells.count == pieces.count, !cells.contains(where: { $0.hasPrefix("\"!=") }) { return cells }
    }
    return nil
  }

  // MARK: Parts

  private func comparison(_ text: String) -> (sign: String, value: String)? {
    let text = trimmed(text)
    for sign in ["<=", ">=", "<", ">"] where text.hasPrefix(sign) {
      let value = trimmed(String(text.dropFirst(sign.count)))
      return isValue(value) ? (sign, value) : nil
    }
    return nil
  }

  /// The two values before and after `separator`. The sign of a number is not a separator.
  private func ends(_ text: String, _ separator: String) -> (String, String)? {
    var from = text.startIndex
    while let match = text[from...].firstRange(ofBytes: separator) {
      let (lower, upper) = (trimmed(String(text[..<match.lowerBound])), trimmed(String(text[match.upperBound...])))
      if isValue(lower), isValue(upper) { return (lower, upper) }
      from = match.upperBound
    }
    return nil
  }

  private func split(_ text: String, _ separator: String) -> [String] {
    var pieces: [String] = []
    var rest = text[...]
    while let match = rest.firstRange(ofBytes: separator) {
      pieces.append(trimmed(String(rest[..<match.lowerBound])))
      rest = rest[match.upperBound...]
    }
    return pieces + [trimmed(String(rest))]
  }
}

/// `text` without blanks at either end.
private func trimmed(_ text: String) -> String {
  var slice = text[...]
  while let first = slice.first, first.isWhitespace { slice.removeFirst() }
  while let last = slice.last, last.isWhitespace { slice.removeLast() }
  return String(slice)
}
