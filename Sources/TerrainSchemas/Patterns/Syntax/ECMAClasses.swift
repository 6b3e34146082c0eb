// Bracketed classes, and the escapes that are allowed in them and outside.
extension ECMAParser {
  private enum ClassItem {
    case character(UInt32)
    case set(ScalarSet)
  }

  /// `[…]`, the cursor on the bracket. `[]` matches nothing and `[^]` anything.
  mutating func parseClass() throws(PatternError) -> ScalarSet {
    let start = cursor.position
    _ = cursor.take()
    let inverted = cursor.take("^")
    var runs: [ScalarSet.Run] = []
    while !cursor.isAtEnd {
      if cursor.take("]") {
        let set = ScalarSet(runs)
        return inverted ? set.inverted : set
      }
      let itemStart = cursor.position
      let first = try parseClassItem()
      // A `-` before the end of the class is a literal.
      guard cursor.next == "-", let after = cursor.peek(1), after != "]" else {
        runs += Self.runs(first)
        continue
      }
      _ = cursor.take()
      let last = try parseClassItem()
      if case .character(let low) = first, case .character(let high) = last {
        guard low <= high else { throw cursor.error(.rangeReversed, from: itemStart) }
        runs.append(ScalarSet.Run(low: low, high: high))
      } else if mode.unicode {
        throw cursor.error(.classAsRangeEnd, from: itemStart)
      } else {
        runs += Self.runs(first) + Self.runs(last) + [ScalarSet.Run(low: 0x2D, high: 0x2D)]
      }
    }
    cursor.rewind(to: start)
    _ = cursor.take()
    throw cursor.error(.classNotClosed, from: start)
  }

  private static func runs(_ item: ClassItem) -> [ScalarSet.Run] {
    switch item {
    case .character(let value): [ScalarSet.Run(low: value, high: value)]
    case .set(let set): set.runs
    }
  }

  private mutating func parseClassItem() throws(PatternError) -> ClassItem {
    let start = cursor.position
    guard let scalar = cursor.take() else { throw cursor.error(.classNotClosed, from: start) }
    guard scalar == "\\" else { return .character(scalar.value) }
    guard let escaped = cursor.next else { throw cursor.error(.trailingBackslash, from: start) }
    switch escaped {
    case "b":
      _ = cursor.take()
      return .character(0x08)
    case "-" where mode.unicode:
      _ = cursor.take()
      return .character(0x2D)
    default:
      if let set = try parseClassEscape(from: start) { return .set(set) }
      return .character(try parseCharacterEscape(from: start, inClass: true))
    }
  }

  // MARK: - Escapes

  /// What `\s` matches: ECMA-262's WhiteSpace and LineTerminator.
  private static var spaces: ScalarSet {
    ScalarSet(of: "\t\n\u{0B}\u{0C}\r\u{2028}\u{2029}\u{FEFF}").union(UnicodeProperty.category("Zs") ?? .none)
  }

  /// `\d`, `\p{…}` and their kin, the cursor after the backslash that is at `start`; `nil`, and nothing taken, for
  /// another escape.
  mutating func parseClassEscape(from start: Int) throws(PatternError) -> ScalarSet? {
    guard let scalar = cursor.next else { return nil }
    let set: ScalarSet
    switch scalar {
    case "d": set = ScalarSet(0x30...0x39)
    case "D": set = ScalarSet(0x30...0x39).inverted
    case "s": set = Self.spaces
    case "S": set = Self.spaces.inverted
    case "w": set = RE2Parser.wordCharacters
    case "W": set = RE2Parser.wordCharacters.inverted
    case "p" where mode.unicode, "P" where mode.unicode:
      _ = cursor.take()
      let property = try parseProperty(from: start)
      return scalar == "P" ? property.inverted : property
    default: return nil
    }
    _ = cursor.take()
    return set
  }

  /// `{Name}` or `{Name=Value}`. Names are spelled exactly as the standard spells them.
  private mutating func parseProperty(from start: Int) throws(PatternError) -> ScalarSet {
    guard cursor.take("{") else { throw cursor.error(.unknownProperty(cursor.text(from: start)), from: start) }
    let name = cursor.take(while: { $0 != "}" && $0 != "=" })
    let value = cursor.take("=") ? cursor.take(while: { $0 != "}" }) : nil
    guard cursor.take("}"), let set = Self.property(name, value) else {
      throw cursor.error(.unknownProperty(cursor.text(from: start)), from: start)
    }
    return set
  }

  private static func property(_ name: String, _ value: String?) -> ScalarSet? {
    guard let value else { return UnicodeProperty.category(anyName: name) ?? UnicodeProperty.binary(name) }
    switch name {
    case "General_Category", "gc": return UnicodeProperty.category(anyName: value)
    case "Script", "sc": return UnicodeProperty.script(anyName: value)
    case "Script_Extensions", "scx": return UnicodeProperty.scriptExtensions(anyName: value)
    default: return nil
    }
  }

  /// An escape that represents one character, the cursor after the backslash that is at `start`.
  mutating func parseCharacterEscape(from start: Int, inClass: Bool) throws(PatternError) -> UInt32 {
    guard let scalar = cursor.take() else { throw cursor.error(.trailingBackslash, from: start) }
    let afterLetter = cursor.position
    var value: UInt32?
    switch scalar {
    case "f": value = 0x0C
    case "n": value = 0x0A
    case "r": value = 0x0D
    case "t": value = 0x09
    case "v": value = 0x0B
    case "c": value = takeControlLetter(inClass: inClass)
    case "x": value = cursor.takeHexadecimal(2)
    case "u": value = takeUnicodeEscape()
    case "0" where cursor.next?.isASCIIDigit != true: value = 0
    case "0"..."7" where !mode.unicode: value = octal(scalar)
    case "^", "$", "\\", ".", "*", "+", "?", "(", ")", "[", "]", "{", "}", "|", "/": value = scalar.value
    default: break
    }
    if let value { return value }
    cursor.rewind(to: afterLetter)
    guard !mode.unicode else { throw cursor.error(.unknownEscape(cursor.text(from: start)), from: start) }
    // Annex B: `\c` without a letter is a backslash and a `c`; anything else escaped is itself.
    if scalar == "c" {
      cursor.rewind(to: start + 1)
      return 0x5C
    }
    return scalar.value
  }

  private mutating func takeControlLetter(inClass: Bool) -> UInt32? {
    guard let letter = cursor.next else { return nil }
    let alsoDigit = !mode.unicode && inClass && (letter.isASCIIDigit || letter == "_")
    guard letter.isASCIILetter || alsoDigit else { return nil }
    _ = cursor.take()
    return letter.value % 32
  }

  /// What follows `\u`: four digits, two times four for a surrogate pair, or one to six in braces.
  mutating func takeUnicodeEscape() -> UInt32? {
    if mode.unicode, cursor.take("{") { return cursor.takeBracedHexadecimal() }
    guard let first = cursor.takeHexadecimal(4) else { return nil }
    let after = cursor.position
    // Patterns are matched by code points, so a pair is one character without the `u` flag too.
    if (0xD800...0xDBFF).contains(first), cursor.take("\\u"), let second = cursor.takeHexadecimal(4),
      (0xDC00...0xDFFF).contains(second)
    {
      return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    }
    cursor.rewind(to: after)
    return first
  }

  /// An octal code as Annex B reads it, the first digit taken: at most 377.
  private mutating func octal(_ first: Unicode.Scalar) -> UInt32 {
    var value = first.value - 0x30
    for _ in 0..<2 {
      guard let digit = cursor.next, ("0"..."7").contains(digit), value < 32 else { break }
      value = value << 3 | (digit.value - 0x30)
      _ = cursor.take()
    }
    return value
  }
}
