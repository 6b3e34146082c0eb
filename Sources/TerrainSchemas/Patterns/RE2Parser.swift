import TerrainBase

/// Reads RE2's syntax (github.com/google/re2/wiki/Syntax) with RE2's defaults: `^` and `$` are the ends of the text unless `(?m)` is set,
/// `.` excludes newlines unless `(?s)` is set, and `\d \w \s \b` know only ASCII.
struct RE2Parser {
  /// The flags in effect at the parser's position.
  struct Flags {
    var ignoresCase = false
    var multiline = false
    var dotMatchesNewline = false
  }

  /// RE2's own limit on `{n,m}`.
  static let largestRepetition = 1000

  var cursor: PatternCursor
  var flags = Flags()
  private var outerFlags: [(flags: Flags, start: Int)] = []
  private var builder = PatternTreeBuilder()
  private var groupNames: Set<String> = []
  private let limits: PatternLimits
  /// The end of the last repetition. Another repetition directly after it is an error.
  private var repetitionEnd = -1

  static func parse(_ pattern: Text, limits: PatternLimits) throws(PatternError) -> PatternTree {
    var parser = RE2Parser(cursor: try PatternCursor(pattern, limits: limits), limits: limits)
    return try parser.parse()
  }

  private init(cursor: PatternCursor, limits: PatternLimits) {
    self.cursor = cursor
    self.limits = limits
  }

  private mutating func parse() throws(PatternError) -> PatternTree {
    while let scalar = cursor.next {
      switch scalar {
      case "(": try parseGroupStart()
      case ")": try parseGroupEnd()
      case "|":
        _ = cursor.take()
        builder.beginAlternative()
      case "*": try parseRepetition(atLeast: 0, atMost: nil)
      case "+": try parseRepetition(atLeast: 1, atMost: nil)
      case "?": try parseRepetition(atLeast: 0, atMost: 1)
      case "{": try parseCountedRepetition()
      case "[": builder.append(.set(try parseClass()))
      case "\\": try parseEscape()
      case ".":
        _ = cursor.take()
        builder.append(.set(flags.dotMatchesNewline ? .all : ScalarSet(0x0A).inverted))
      case "^":
        _ = cursor.take()
        builder.append(.assertion(flags.multiline ? .lineStart : .textStart))
      case "$":
        _ = cursor.take()
        builder.append(.assertion(flags.multiline ? .lineEnd : .textEnd))
      default:
        _ = cursor.take()
        append(literal: scalar.value)
      }
    }
    if let open = outerFlags.last {
      cursor.rewind(to: open.start)
      _ = cursor.take()
      throw cursor.error(.groupNotClosed, from: open.start)
    }
    return builder.tree
  }

  /// `set`, with all case variants of its members if `(?i)` is in effect.
  func folded(_ set: ScalarSet) -> ScalarSet {
    flags.ignoresCase ? CaseFolding.closure(of: set) : set
  }

  private mutating func append(literal: UInt32) {
    builder.append(.set(folded(ScalarSet(literal))))
  }

  // MARK: - Repetitions

  private mutating func parseRepetition(atLeast: Int, atMost: Int?) throws(PatternError) {
    let start = cursor.position
    _ = cursor.take()
    try finishRepetition(from: start, atLeast: atLeast, atMost: atMost)
  }

  /// `{n}`, `{n,}` or `{n,m}`; any other `{` is a literal.
  private mutating func parseCountedRepetition() throws(PatternError) {
    let start = cursor.position
    _ = cursor.take()
    guard let count = takeCounts() else {
      cursor.rewind(to: start)
      _ = cursor.take()
      append(literal: 0x7B)
      return
    }
    let largest = max(count.atLeast, count.atMost ?? 0)
    guard largest <= Self.largestRepetition else {
      throw cursor.error(.repetitionTooLarge(limit: Self.largestRepetition), from: start)
    }
    if let atMost = count.atMost, atMost < count.atLeast { throw cursor.error(.repetitionReversed, from: start) }
    try finishRepetition(from: start, atLeast: count.atLeast, atMost: count.atMost)
  }

  /// Takes the counts between `{` and `}`, and the `}`.
  private mutating func takeCounts() -> (atLeast: Int, atMost: Int?)? {
    guard let atLeast = takeCount() else { return nil }
    if cursor.take("}") { return (atLeast, atLeast) }
    guard cursor.take(",") else { return nil }
    if cursor.take("}") { return (atLeast, nil) }
    guard let atMost = takeCount(), cursor.take("}") else { return nil }
    return (atLeast, atMost)
  }

  /// A number without leading zeros.
  private mutating func takeCount() -> Int? {
    if cursor.next == "0", cursor.peek(1)?.isASCIIDigit == true { return nil }
    return cursor.takeDecimal()
  }

  private mutating func finishRepetition(from start: Int, atLeast: Int, atMost: Int?) throws(PatternError) {
    if start == repetitionEnd { throw cursor.error(.repetitionOfRepetition, from: start) }
    _ = cursor.take("?")
    guard builder.repeatLast(atLeast: atLeast, atMost: atMost) else {
      throw cursor.error(.nothingToRepeat, from: start)
    }
    repetitionEnd = cursor.position
  }

  // MARK: - Groups

  private mutating func parseGroupStart() throws(PatternError) {
    let start = cursor.position
    _ = cursor.take()
    let before = flags
    if cursor.take("?") {
      if cursor.take("=") || cursor.take("!") || cursor.take("<=") || cursor.take("<!") {
        throw cursor.error(.lookAround, from: start)
      }
      if cursor.take("P<") || cursor.take("<") {
        try parseGroupName()
      } else if cursor.take("P=") || cursor.take("P>") {
        throw cursor.error(.backReference, from: start)
      } else if try parseFlags(from: start) {
        return
      }
    }
    guard builder.depth < limits.nesting else { throw cursor.error(.tooDeep(limit: limits.nesting), from: start) }
    outerFlags.append((before, start))
    builder.beginGroup()
  }

  private mutating func parseGroupEnd() throws(PatternError) {
    let start = cursor.position
    _ = cursor.take()
    guard let outer = outerFlags.popLast(), builder.endGroup() else {
      throw cursor.error(.groupNotOpened, from: start)
    }
    flags = outer.flags
  }

  private mutating func parseGroupName() throws(PatternError) {
    let start = cursor.position
    let name = cursor.take(while: { $0.isASCIILetter || $0.isASCIIDigit || $0 == "_" || $0.isLetterOutsideASCII })
    guard !name.isEmpty, cursor.next == ">" else { throw cursor.error(.invalidGroupName, from: start) }
    guard groupNames.insert(name).inserted else { throw cursor.error(.duplicateGroupName(name), from: start) }
    _ = cursor.take()
  }

  /// Reads the flags after `(?`. True if the group consists of flags only, which then apply to the remainder of the enclosing group.
  private mutating func parseFlags(from start: Int) throws(PatternError) -> Bool {
    var clears = false
    var anyAfterMinus = false
    while let scalar = cursor.take() {
      switch scalar {
      case "i": flags.ignoresCase = !clears
      case "m": flags.multiline = !clears
      case "s": flags.dotMatchesNewline = !clears
      // Greediness decides only which match is chosen, never if the pattern matches.
      case "U": break
      case "-":
        if clears { throw cursor.error(.unknownFlags(cursor.text(from: start)), from: start) }
        clears = true
        continue
      case ":", ")":
        if clears, !anyAfterMinus { throw cursor.error(.unknownFlags(cursor.text(from: start)), from: start) }
        return scalar == ")"
      case "<", ">", "#", "|", "&", "R", "P", "'":
        throw cursor.error(.unsupportedGroup(cursor.text(from: start)), from: start)
      default: throw cursor.error(.unknownFlags(cursor.text(from: start)), from: start)
      }
      if clears { anyAfterMinus = true }
    }
    throw cursor.error(.groupNotClosed, from: start)
  }

  // MARK: - Escapes outside classes

  private mutating func parseEscape() throws(PatternError) {
    let start = cursor.position
    _ = cursor.take()
    guard let scalar = cursor.next else { throw cursor.error(.trailingBackslash, from: start) }
    switch scalar {
    case "A": append(.textStart)
    case "z": append(.textEnd)
    case "b": append(.wordBoundary)
    case "B": append(.notWordBoundary)
    case "Q":
      _ = cursor.take()
      parseQuotation()
    case "C": throw cursor.error(.singleByte, from: start)
    default:
      if let set = try parseClassEscape(from: start) {
        builder.append(.set(set))
      } else {
        append(literal: try parseCharacterEscape(from: start))
      }
    }
  }

  private mutating func append(_ assertion: PatternAssertion) {
    _ = cursor.take()
    builder.append(.assertion(assertion))
  }

  /// The text between `\Q` and `\E`, or the end.
  private mutating func parseQuotation() {
    while !cursor.isAtEnd, !cursor.take("\\E") {
      if let scalar = cursor.take() { append(literal: scalar.value) }
    }
  }
}

extension Unicode.Scalar {
  /// Letters and digits of other scripts, which newer versions of RE2 accept in names of groups.
  fileprivate var isLetterOutsideASCII: Bool {
    guard value > 0x7F else { return false }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber,
      .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation:
      return true
    default: return false
    }
  }
}

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
    // The name is all text between the two, as in RE2.
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

  /// The characters of `\w`, which also define `\b`.
  static var wordCharacters: ScalarSet {
    ScalarSet([digits, upper, lower, ScalarSet.Run(low: 0x5F, high: 0x5F)])
  }

  // MARK: - Escapes

  /// Reads `\d`, `\p{…}`, and similar escapes, with the cursor after the backslash at `start`. Returns nil and takes nothing for other
  /// escapes.
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

  /// Takes the name after `\p`: a letter, or a name in braces, optionally negated by `^`.
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
    // RE2 has no groups for unassigned code points and cased letters, so its `C` excludes unassigned code points.
    case "Cn", "LC": return nil
    case "C": return UnicodeProperty.category("C")?.subtracting(UnicodeProperty.category("Cn") ?? .none)
    default: return UnicodeProperty.category(name) ?? UnicodeProperty.script(longName: name)
    }
  }

  /// Reads an escape for a single character, with the cursor after the backslash at `start`.
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
      // A single digit is a back-reference; several digits are an octal code.
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

  /// Reads up to three octal digits, of which the first is already taken.
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
