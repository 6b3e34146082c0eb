import TerrainBase

/// Reads RE2's syntax (github.com/google/re2/wiki/Syntax) as RE2 reads it by default: `^` and `$` are the text's ends
/// unless `(?m)`, `.` is anything but a newline unless `(?s)`, `\d \w \s \b` know ASCII only.
struct RE2Parser {
  /// The flags that hold at the parser's position.
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
  /// Where the last repetition ended: another one right there is an error.
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

  /// `set`, with everything equal to its members but for case where `(?i)` holds.
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

  /// What is between `{` and `}`, and the `}`.
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

  /// The flags after `(?`; true when the group ends with them and so holds for the rest of the group around it.
  private mutating func parseFlags(from start: Int) throws(PatternError) -> Bool {
    var clears = false
    var anyAfterMinus = false
    while let scalar = cursor.take() {
      switch scalar {
      case "i": flags.ignoresCase = !clears
      case "m": flags.multiline = !clears
      case "s": flags.dotMatchesNewline = !clears
      // Greediness decides which match counts, never whether there is one.
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
  /// Letters and digits of other scripts, which newer RE2 takes in a group's name.
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
