// Bracketed classes, and the escapes that are allowed in them and outside.
extension RE2Parser {
  /// `[…]`, the cursor on the bracket.
  mutating func parseClass() throws(PatternError) -> ScalarSet {
    let start = cursor.position
    _ = cursor.take()
    let inverted = cursor.take("^")
    var runs: [ScalarSet.Run] = []
    var isFirst = true
    while let scalar = cursor.next {
      if scalar == "]", !isFirst {
        _ = cursor.take()
        let set = ScalarSet(runs)
        return inverted ? set.inverted : set
      }
      isFirst = false
      let itemStart = cursor.position
      if let set = try parsePOSIXClass() {
        runs += set.runs
      } else if scalar == "\\", let set = try parseClassEscapeInClass() {
        runs += set.runs
      } else {
        let low = try parseClassCharacter()
        var high = low
        // A `-` before the end of the class is a literal.
        if cursor.next == "-", let after = cursor.peek(1), after != "]" {
          _ = cursor.take()
          high = try parseClassCharacter()
          guard low <= high else { throw cursor.error(.rangeReversed, from: itemStart) }
        }
        runs += folded(ScalarSet(low...high)).runs
      }
    }
    cursor.rewind(to: start)
    _ = cursor.take()
    throw cursor.error(.classNotClosed, from: start)
  }

  private mutating func parseClassCharacter() throws(PatternError) -> UInt32 {
    let start = cursor.position
    guard let scalar = cursor.take() else { throw cursor.error(.classNotClosed, from: start) }
    return scalar == "\\" ? try parseCharacterEscape(from: start) : scalar.value
  }

  private mutating func parseClassEscapeInClass() throws(PatternError) -> ScalarSet? {
    let start = cursor.position
    _ = cursor.take()
    if let set = try parseClassEscape(from: start) { return set }
    cursor.rewind(to: start)
    return nil
  }

  /// `[:name:]` or `[:^name:]` inside a class.
  private mutating func parsePOSIXClass() throws(PatternError) -> ScalarSet? {
    let start = cursor.position
    guard cursor.take("[:") else { return nil }
    let inverted = cursor.take("^")
    let nameStart = cursor.position
    // Whatever is between the two is the name, as in RE2.
    while !cursor.isAtEnd, !(cursor.next == ":" && cursor.peek(1) == "]") { _ = cursor.take() }
    let name = cursor.text(from: nameStart)
    guard cursor.take(":]") else {
      cursor.rewind(to: start)
      return nil
    }
    guard let set = Self.posixClass(name) else {
      throw cursor.error(.unknownPOSIXClass(cursor.text(from: start)), from: start)
    }
    return inverted ? folded(set).inverted : folded(set)
  }

  private static func posixClass(_ name: String) -> ScalarSet? {
    switch name {
    case "alnum": ScalarSet([digits, upper, lower])
    case "alpha": ScalarSet([upper, lower])
    case "ascii": ScalarSet(0...0x7F)
    case "blank": ScalarSet(of: "\t ")
    case "cntrl": ScalarSet([ScalarSet.Run(low: 0, high: 0x1F), ScalarSet.Run(low: 0x7F, high: 0x7F)])
    case "digit": ScalarSet([digits])
    case "graph": ScalarSet(0x21...0x7E)
    case "lower": ScalarSet([lower])
    case "print": ScalarSet(0x20...0x7E)
    case "punct": ScalarSet(0x21...0x7E).subtracting(ScalarSet([digits, upper, lower]))
    case "space": ScalarSet(of: "\t\n\u{0B}\u{0C}\r ")
    case "upper": ScalarSet([upper])
    case "word": wordCharacters
    case "xdigit": ScalarSet(of: "0123456789ABCDEFabcdef")
    default: nil
    }
  }

  private static var digits: ScalarSet.Run { ScalarSet.Run(low: 0x30, high: 0x39) }
  private static var upper: ScalarSet.Run { ScalarSet.Run(low: 0x41, high: 0x5A) }
  private static var lower: ScalarSet.Run { ScalarSet.Run(low: 0x61, high: 0x7A) }

  /// What `\w` matches and `\b` looks for.
  static var wordCharacters: ScalarSet {
    ScalarSet([digits, upper, lower, ScalarSet.Run(low: 0x5F, high: 0x5F)])
  }

  // MARK: - Escapes

  /// `\d`, `\p{…}` and their kin, the cursor after the backslash that is at `start`; `nil`, and nothing taken, for
  /// another escape.
  mutating func parseClassEscape(from start: Int) throws(PatternError) -> ScalarSet? {
    guard let scalar = cursor.next else { return nil }
    let positive: ScalarSet
    let inverted: Bool
    switch scalar {
    case "d", "D": (positive, inverted) = (ScalarSet([Self.digits]), scalar == "D")
    case "s", "S": (positive, inverted) = (ScalarSet(of: "\t\n\u{0C}\r "), scalar == "S")
    case "w", "W": (positive, inverted) = (Self.wordCharacters, scalar == "W")
    case "p", "P":
      _ = cursor.take()
      return try parseProperty(from: start, inverted: scalar == "P")
    default: return nil
    }
    _ = cursor.take()
    return inverted ? folded(positive).inverted : folded(positive)
  }

  /// What follows `\p`: a letter, or a name in braces with `^` for "not".
  private mutating func parseProperty(from start: Int, inverted: Bool) throws(PatternError) -> ScalarSet {
    var inverted = inverted
    let name: String
    if cursor.take("{") {
      if cursor.take("^") { inverted.toggle() }
      name = cursor.take(while: { $0 != "}" })
      guard cursor.take("}") else { throw cursor.error(.unknownProperty(cursor.text(from: start)), from: start) }
    } else {
      name = cursor.take().map { String($0) } ?? ""
    }
    guard let set = Self.property(name) else {
      throw cursor.error(.unknownProperty(cursor.text(from: start)), from: start)
    }
    return inverted ? folded(set).inverted : folded(set)
  }

  private static func property(_ name: String) -> ScalarSet? {
    switch name {
    case "Any": return .all
    // RE2 has neither unassigned code points nor cased letters as groups, and so leaves the first out of `C`.
    case "Cn", "LC": return nil
    case "C": return UnicodeProperty.category("C")?.subtracting(UnicodeProperty.category("Cn") ?? .none)
    default: return UnicodeProperty.category(name) ?? UnicodeProperty.script(longName: name)
    }
  }

  /// An escape that represents one character, the cursor after the backslash that is at `start`.
  mutating func parseCharacterEscape(from start: Int) throws(PatternError) -> UInt32 {
    guard let scalar = cursor.take() else { throw cursor.error(.trailingBackslash, from: start) }
    switch scalar {
    case "a": return 0x07
    case "f": return 0x0C
    case "t": return 0x09
    case "n": return 0x0A
    case "r": return 0x0D
    case "v": return 0x0B
    case "x":
      let value = cursor.take("{") ? cursor.takeBracedHexadecimal() : cursor.takeHexadecimal(2)
      guard let value else { throw cursor.error(.invalidCodePoint, from: start) }
      return value
    case "1"..."7":
      // A single digit is a back-reference, more are octal.
      guard let following = cursor.next, ("0"..."7").contains(following) else { fallthrough }
      return octal(scalar)
    case "8", "9": throw cursor.error(.backReference, from: start)
    case "0": return octal(scalar)
    default:
      guard scalar.value < 0x80, !scalar.isASCIILetter else {
        throw cursor.error(.unknownEscape(cursor.text(from: start)), from: start)
      }
      return scalar.value
    }
  }

  /// Up to three octal digits, the first one taken.
  private mutating func octal(_ first: Unicode.Scalar) -> UInt32 {
    var value = first.value - 0x30
    for _ in 0..<2 {
      guard let digit = cursor.next, ("0"..."7").contains(digit) else { break }
      value = value << 3 | (digit.value - 0x30)
      _ = cursor.take()
    }
    return value
  }
}
