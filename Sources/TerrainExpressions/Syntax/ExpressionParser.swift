import TerrainDocuments
import TerrainBase

/// Reads CEL.
package enum ExpressionParser {
  /// Parses `source`, expanding macros.
  ///
  /// The grammar is that of CEL's language definition with its extensions (optional selection, names in backticks,
  /// two-variable macros, `cel.bind`, `optMap`). One comparison is stricter: `a < b < c` is refused, since it would
  /// compare a truth value. Time and memory are linear in the text, and no recursion follows it.
  ///
  /// - Returns: the expression, or nil and the first error; warnings in either case.
  package static func parse(
    _ source: ExpressionSource, limits: ExpressionLimits = .standard
  ) -> (expression: Expression?, diagnostics: [Diagnostic]) {
    let length = source.text.utf8.count
    guard length <= limits.length else {
      let place = source.place(of: SourceRange(start: 0, end: 1))
      return (nil, [.expressionTooLong(length, limit: limits.length, at: place)])
    }
    var parser = Parser(source, limits)
    do {
      let root = try parser.parse()
      let expression = Expression(nodes: parser.nodes, root: root, source: source, macroCalls: parser.macroCalls)
      return (expression, parser.warnings)
    } catch {
      return (nil, parser.warnings + [error.diagnostic])
    }
  }
}

/// An operator-precedence parser with its own stack: values read so far on one side, operators and open brackets that
/// wait for what follows on the other.
struct Parser {
  /// A value read: a node, and the bytes it was written on, parentheses included.
  struct Operand {
    var id: Expression.ID
    var start: Int
    var end: Int
    var isParenthesized = false
  }

  enum PendingKind: UInt8 {
    case binary, not, negate
    case conditionalThen, conditionalElse
    case parenthesis, call, memberCall, list, index, optionalIndex, mapKey, mapValue, message
  }

  /// An operator that waits for its right side, or a bracket that waits to be closed.
  struct Pending {
    var kind: PendingKind
    /// The operator's sign or the opening bracket.
    var token: Token
    /// Values that were there before it.
    var base: Int
    var binary = BinaryOperator.or
    /// Of a call its name, of a message the whole type's name.
    var nameStart = 0
    var nameEnd = 0
    /// How many ``Parser/marks`` and ``Parser/fieldNames`` were there before it.
    var markBase = 0
    var fieldBase = 0
  }

  let limits: ExpressionLimits
  var lexer: Lexer
  var token = Token(kind: .end, start: 0, end: 0)
  /// The last token taken.
  var previous = Token(kind: .end, start: 0, end: 0)
  var nodes: [Expression.Node] = []
  /// For each node, the nodes on the longest way down from it.
  var heights: [Int32] = []
  var operands: [Operand] = []
  var pending: [Pending] = []
  /// Brackets among ``pending``.
  var openBrackets = 0
  /// Positions, among a bracket's elements, of those written with `?`.
  var marks: [Int] = []
  var fieldNames: [Text] = []
  var macroCalls: [Expression.ID: Expression.MacroCall] = [:]
  var warnings: [Diagnostic] = []

  init(_ source: ExpressionSource, _ limits: ExpressionLimits) {
    self.limits = limits
    lexer = Lexer(source)
    let estimate = min(lexer.bytes.count / 2 + 8, 256)
    nodes.reserveCapacity(estimate)
    heights.reserveCapacity(estimate)
    operands.reserveCapacity(16)
    pending.reserveCapacity(16)
  }

  mutating func parse() throws(SyntaxFailure) -> Expression.ID {
    try advance()
    if token.kind == .end { throw SyntaxFailure(.emptyExpression(at: lexer.place(0, lexer.bytes.count))) }
    repeat { try readOperand() } while try readOperator()
    return operands[0].id
  }

  @inline(__always)
  mutating func advance() throws(SyntaxFailure) {
    previous = token
    token = try lexer.next()
  }

  // MARK: Positions of values

  /// Reads one value without what may follow it, or opens the brackets it begins with.
  private mutating func readOperand() throws(SyntaxFailure) {
    while true {
      let first = token
      switch first.kind {
      case .identifier:
        try advance()
        if try readName(first, start: first.start) { return }
      case .dot:
        try advance()
        guard token.kind == .identifier else { throw missingField() }
        let name = token
        try advance()
        if try readName(name, start: first.start) { return }
      case .int, .uint, .double:
        return try pushNumber(first, start: first.start, negative: false)
      case .string, .bytes:
        try advance()
        return try push(.literal(try lexer.value(ofString: first)), first.start, first.end)
      case .true, .false:
        try advance()
        return try push(.literal(.bool(first.kind == .true)), first.start, first.end)
      case .null:
        try advance()
        return try push(.literal(.null), first.start, first.end)
      case .minus:
        try advance()
        if token.kind == .int || token.kind == .double {
          return try pushNumber(token, start: first.start, negative: true)
        }
        pending.append(Pending(kind: .negate, token: first, base: operands.count))
      case .not:
        try advance()
        pending.append(Pending(kind: .not, token: first, base: operands.count))
      case .leftParenthesis:
        try open(Pending(kind: .parenthesis, token: first, base: operands.count))
      case .leftBracket:
        if try open(Pending(kind: .list, token: first, base: operands.count)) { return }
      case .leftBrace:
        if try open(Pending(kind: .mapKey, token: first, base: operands.count)) { return }
      default:
        throw missingValue()
      }
    }
  }

  private mutating func pushNumber(_ number: Token, start: Int, negative: Bool) throws(SyntaxFailure) {
    let value = try lexer.value(ofNumber: number, negative: negative)
    if lexer.hasLeadingZero(number) {
      let digits = lexer.text(of: number).string.drop { $0 == "0" }
      let plain = digits.first?.isNumber == true ? String(digits) : "0" + digits
      warnings.append(.leadingZero(lexer.text(of: number), value: plain, at: lexer.place(of: number)))
    }
    try advance()
    try push(.literal(value), start, number.end)
  }

  /// A name just taken: a function when `(` follows. True when the value is complete.
  private mutating func readName(_ name: Token, start: Int) throws(SyntaxFailure) -> Bool {
    let text = lexer.text(start, name.end)
    let bare = start == name.start ? text : lexer.text(of: name)
    if name.end - name.start <= 9, Identifier.isReserved(bare) { throw reservedWord(bare, name) }
    if token.kind == .leftParenthesis {
      return try open(
        Pending(kind: .call, token: token, base: operands.count, nameStart: start, nameEnd: name.end))
    }
    // A dot and its name may be apart (`. name`); the name itself never is.
    try push(.identifier(start == name.start ? text : Text("." + bare.string)), start, name.end)
    return true
  }

  // MARK: Positions of operators

  /// Reads what follows a value until another value is expected. False at the end of the text.
  private mutating func readOperator() throws(SyntaxFailure) -> Bool {
    while true {
      switch token.kind {
      case .dot:
        if try !readSelection() { return true }
      case .leftBracket:
        let bracket = Pending(kind: .index, token: token, base: operands.count)
        try open(bracket)
        return true
      case .leftBrace:
        if try !openMessage() { return true }
      case .question:
        try reduce(to: Precedence.or)
        if pending.last?.kind == .conditionalThen {
          throw SyntaxFailure(.nestedConditional(at: lexer.place(of: token)))
        }
        pending.append(Pending(kind: .conditionalThen, token: token, base: operands.count))
        try advance()
        return true
      case .colon:
        try readColon()
        return true
      case .comma:
        if try readComma() { return true }
      case .rightParenthesis, .rightBracket, .rightBrace:
        try close()
      case .end:
        try finish()
        return false
      default:
        guard let binary = token.kind.binaryOperator else { throw missingOperator() }
        try readBinary(binary)
        return true
      }
    }
  }

  private mutating func readBinary(_ binary: BinaryOperator) throws(SyntaxFailure) {
    // A chain of && or || waits until it is whole, to be balanced.
    let isLogical = binary == .and || binary == .or
    let left = operands.last
    try reduce(to: isLogical ? binary.precedence + 1 : binary.precedence)
    if binary.isOrdering { try refuseChain(binary) }
    let sign = token
    try advance()
    if binary == .remainder, let left { try refusePercent(left, sign) }
    pending.append(Pending(kind: .binary, token: sign, base: operands.count, binary: binary))
  }

  private mutating func finish() throws(SyntaxFailure) {
    try reduce(to: Precedence.conditional)
    guard let top = pending.last else { return }
    if top.kind == .conditionalThen { throw missingElse(top) }
    let end = lexer.place(lexer.bytes.count, lexer.bytes.count)
    throw SyntaxFailure(
      .unclosedBracket(bracket(of: top), closing: closing(of: top), openedAt: lexer.place(of: top.token), end: end))
  }
}

extension Diagnostic {
  static func expressionTooLong(_ length: Int, limit: Int, at place: Place) -> Diagnostic {
    expression(
      "expressions/too-long", "this expression has \(length) bytes; the limit `expression-length` is \(limit)", place,
      fix: "split it into several decisions")
  }

  static func leadingZero(_ text: Text, value: String, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "expressions/leading-zero", severity: .warning,
      message: "`\(text)` means \(value): a leading zero changes nothing",
      place: place, fix: "write `\(value)`")
  }

  static func emptyExpression(at place: Place) -> Diagnostic {
    expression(
      "expressions/empty", "there is no expression here", place,
      fix: "write a condition or a value, such as `points >= 1200`")
  }

  static func unclosedBracket(_ bracket: String, closing: String, openedAt place: Place, end: Place) -> Diagnostic {
    expression(
      "expressions/unclosed-bracket", "`\(bracket)` is never closed", place,
      related: [Related(message: "the expression ends here", place: end)],
      fix: "add `\(closing)`")
  }

  static func nestedConditional(at place: Place) -> Diagnostic {
    expression(
      "expressions/nested-conditional", "a condition between `?` and `:` needs parentheses", place,
      fix: "write `a ? (b ? c : d) : e`")
  }
}
