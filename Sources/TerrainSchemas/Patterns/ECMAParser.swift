import TerrainBase

/// Reads regular expressions of ECMA-262, 11th edition (2020), to which JSON Schema 2020-12 refers: with the `u` flag, or without it and
/// with the leniency of that standard's Annex B.
///
/// Text is matched by code points in both, as JSON Schema requires.
struct ECMAParser {
  /// The choice of the grammar, and of rejecting or only checking constructs that no automaton can match.
  struct Mode {
    var unicode: Bool
    var syntaxOnly: Bool
  }

  private enum Group {
    case plain
    case look
  }

  var cursor: PatternCursor
  let mode: Mode
  /// All groups of the pattern: a back-reference may come before its group.
  private(set) var captures = Captures()
  private var builder = PatternTreeBuilder()
  private var open: [(group: Group, start: Int)] = []
  private let limits: PatternLimits
  /// The end of the last item that cannot be repeated, or the start of the pattern or group.
  private var unrepeatableEnd = -1

  static func parse(_ pattern: Text, mode: Mode, limits: PatternLimits) throws(PatternError) -> PatternTree {
    var parser = ECMAParser(cursor: try PatternCursor(pattern, limits: limits), mode: mode, limits: limits)
    return try parser.parse()
  }

  private init(cursor: PatternCursor, mode: Mode, limits: PatternLimits) {
    self.cursor = cursor
    self.mode = mode
    self.limits = limits
  }

  /// The names of the groups of a pattern, collected before it is read.
  struct Captures {
    var count = 0
    var names: Set<String> = []
  }

  private mutating func parse() throws(PatternError) -> PatternTree {
    captures = try findCaptures()
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
      case "}", "]":
        let start = cursor.position
        _ = cursor.take()
        if mode.unicode { throw cursor.error(.loneBrace(String(scalar)), from: start) }
        builder.append(.set(ScalarSet(scalar.value)))
      case "[": builder.append(.set(try parseClass()))
      case "\\": try parseEscape()
      case ".":
        _ = cursor.take()
        builder.append(.set(ScalarSet(of: "\n\r\u{2028}\u{2029}").inverted))
      case "^": append(.textStart)
      case "$": append(.textEnd)
      default:
        _ = cursor.take()
        builder.append(.set(ScalarSet(scalar.value)))
      }
    }
    if let last = open.last {
      cursor.rewind(to: last.start)
      _ = cursor.take()
      throw cursor.error(.groupNotClosed, from: last.start)
    }
    return builder.tree
  }

  // MARK: - Repetitions

  private mutating func parseRepetition(atLeast: Int, atMost: Int?) throws(PatternError) {
    let start = cursor.position
    _ = cursor.take()
    try finishRepetition(from: start, atLeast: atLeast, atMost: atMost)
  }

  /// `{n}`, `{n,}` or `{n,m}`. Without the `u` flag any other `{` is a literal.
  private mutating func parseCountedRepetition() throws(PatternError) {
    let start = cursor.position
    _ = cursor.take()
    guard let atLeast = cursor.takeDecimal() else { return try parseLoneBrace(from: start) }
    var atMost: Int? = atLeast
    if cursor.take(",") { atMost = cursor.takeDecimal() }
    guard cursor.take("}") else { return try parseLoneBrace(from: start) }
    if let atMost, atMost < atLeast { throw cursor.error(.repetitionReversed, from: start) }
    try finishRepetition(from: start, atLeast: atLeast, atMost: atMost)
  }

  private mutating func parseLoneBrace(from start: Int) throws(PatternError) {
    cursor.rewind(to: start)
    _ = cursor.take()
    if mode.unicode { throw cursor.error(.loneBrace("{"), from: start) }
    builder.append(.set(ScalarSet(0x7B)))
  }

  private mutating func finishRepetition(from start: Int, atLeast: Int, atMost: Int?) throws(PatternError) {
    guard start != unrepeatableEnd else { throw cursor.error(.nothingToRepeat, from: start) }
    _ = cursor.take("?")
    guard builder.repeatLast(atLeast: atLeast, atMost: atMost) else {
      throw cursor.error(.nothingToRepeat, from: start)
    }
    unrepeatableEnd = cursor.position
  }

  // MARK: - Groups

  private mutating func parseGroupStart() throws(PatternError) {
    let start = cursor.position
    _ = cursor.take()
    var group = Group.plain
    if cursor.take("?") {
      if cursor.take("=") || cursor.take("!") || cursor.take("<=") || cursor.take("<!") {
        guard mode.syntaxOnly else { throw cursor.error(.lookAround, from: start) }
        group = .look
      } else if cursor.take("<") {
        _ = try takeGroupName()
      } else if !cursor.take(":") {
        _ = cursor.take()
        throw cursor.error(.unsupportedGroup(cursor.text(from: start)), from: start)
      }
    }
    guard open.count < limits.nesting else { throw cursor.error(.tooDeep(limit: limits.nesting), from: start) }
    open.append((group, start))
    builder.beginGroup()
  }

  private mutating func parseGroupEnd() throws(PatternError) {
    let start = cursor.position
    _ = cursor.take()
    guard let group = open.popLast(), builder.endGroup() else { throw cursor.error(.groupNotOpened, from: start) }
    // Annex B lets a look-ahead be repeated; patterns in JSON Schema do not need it.
    if group.group == .look { unrepeatableEnd = cursor.position }
  }

  /// The name after `(?<` or `\k<`, and its `>`.
  mutating func takeGroupName() throws(PatternError) -> String {
    let start = cursor.position
    var name = String.UnicodeScalarView()
    while let scalar = cursor.next, scalar != ">" {
      let at = cursor.position
      _ = cursor.take()
      var character: Unicode.Scalar? = scalar
      if scalar == "\\" {
        character = cursor.take("u") ? takeUnicodeEscape().flatMap(Unicode.Scalar.init) : nil
      }
      guard let character, character.mayStand(inIdentifierAt: name.isEmpty) else {
        throw cursor.error(.invalidGroupName, from: at)
      }
      name.append(character)
    }
    guard !name.isEmpty, cursor.take(">") else { throw cursor.error(.invalidGroupName, from: start) }
    return String(name)
  }

  /// Counts the groups and collects their names. Skips classes and escapes; mistakes in them are found when they are read.
  private func findCaptures() throws(PatternError) -> Captures {
    var found = Captures()
    var scan = self
    var inClass = false
    while let scalar = scan.cursor.take() {
      switch scalar {
      case "\\": _ = scan.cursor.take()
      case "[": inClass = true
      case "]": inClass = false
      case "(" where !inClass:
        guard scan.cursor.take("?") else {
          found.count += 1
          continue
        }
        guard scan.cursor.next == "<", scan.cursor.peek(1) != "=", scan.cursor.peek(1) != "!" else { continue }
        _ = scan.cursor.take()
        let start = scan.cursor.position
        let name = try scan.takeGroupName()
        found.count += 1
        guard found.names.insert(name).inserted else { throw scan.cursor.error(.duplicateGroupName(name), from: start) }
      default: break
      }
    }
    return found
  }

  // MARK: - Escapes outside classes

  private mutating func append(_ assertion: PatternAssertion) {
    _ = cursor.take()
    builder.append(.assertion(assertion))
    unrepeatableEnd = cursor.position
  }

  private mutating func parseEscape() throws(PatternError) {
    let start = cursor.position
    _ = cursor.take()
    guard let scalar = cursor.next else { throw cursor.error(.trailingBackslash, from: start) }
    switch scalar {
    case "b": append(.wordBoundary)
    case "B": append(.notWordBoundary)
    case "1"..."9": try parseDecimalEscape(from: start)
    case "k" where mode.unicode || !captures.names.isEmpty:
      _ = cursor.take()
      guard cursor.take("<") else { throw cursor.error(.invalidGroupName, from: start) }
      let name = try takeGroupName()
      guard captures.names.contains(name) else { throw cursor.error(.unknownGroup(name), from: start) }
      try appendBackReference(from: start)
    default:
      if let set = try parseClassEscape(from: start) {
        builder.append(.set(set))
      } else {
        builder.append(.set(ScalarSet(try parseCharacterEscape(from: start, inClass: false))))
      }
    }
  }

  /// `\1`: the group of that number. Without the `u` flag, an octal code if that group does not exist.
  private mutating func parseDecimalEscape(from start: Int) throws(PatternError) {
    let digits = cursor.position
    let number = cursor.takeDecimal() ?? 0
    if number <= captures.count { return try appendBackReference(from: start) }
    if mode.unicode { throw cursor.error(.unknownGroup("\(number)"), from: start) }
    cursor.rewind(to: digits)
    builder.append(.set(ScalarSet(try parseCharacterEscape(from: start, inClass: false))))
  }

  private mutating func appendBackReference(from start: Int) throws(PatternError) {
    guard mode.syntaxOnly else { throw cursor.error(.backReference, from: start) }
    builder.append(.empty)
  }
}

extension Unicode.Scalar {
  /// True if ECMA-262 allows this character in the name of a group.
  fileprivate func mayStand(inIdentifierAt start: Bool) -> Bool {
    if self == "$" || self == "_" { return true }
    return start ? properties.isIDStart : properties.isIDContinue || self == "\u{200C}" || self == "\u{200D}"
  }
}

// Bracketed classes, and the escapes that are allowed in them and outside.
extension ECMAParser {
  private enum ClassItem {
    case character(UInt32)
    case set(ScalarSet)
  }

  /// Reads `[…]` with the cursor on the bracket. `[]` matches nothing, and `[^]` matches every character.
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

  /// The set of `\s`: ECMA-262's WhiteSpace and LineTerminator.
  private static var spaces: ScalarSet {
    ScalarSet(of: "\t\n\u{0B}\u{0C}\r\u{2028}\u{2029}\u{FEFF}").union(UnicodeProperty.category("Zs") ?? .none)
  }

  /// Reads `\d`, `\p{…}`, and similar escapes, with the cursor after the backslash at `start`. Returns nil and takes nothing for other
  /// escapes.
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

  /// Reads `{Name}` or `{Name=Value}`. Names must be spelled exactly as in the standard.
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

  /// Reads an escape for a single character, with the cursor after the backslash at `start`.
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
    // Annex B: `\c` without a letter is a backslash and a `c`; any other escaped character stands for itself.
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

  /// Takes the digits after `\u`: four digits, two times four for a surrogate pair, or one to six in braces.
  mutating func takeUnicodeEscape() -> UInt32? {
    if mode.unicode, cursor.take("{") { return cursor.takeBracedHexadecimal() }
    guard let first = cursor.takeHexadecimal(4) else { return nil }
    let after = cursor.position
    // Patterns are matched by code points, so a surrogate pair is one character even without the `u` flag.
    if (0xD800...0xDBFF).contains(first), cursor.take("\\u"), let second = cursor.takeHexadecimal(4),
      (0xDC00...0xDFFF).contains(second)
    {
      return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    }
    cursor.rewind(to: after)
    return first
  }

  /// Reads an octal code by Annex B after its first digit: at most 377.
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
