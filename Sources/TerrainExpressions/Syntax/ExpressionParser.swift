import TerrainBase
import TerrainDocuments

/// Parses CEL.
package enum ExpressionParser {
  /// Parses `source`, expanding macros.
  ///
  /// The grammar is that of CEL's language definition with its extensions (optional selection, names in backticks, two-variable macros,
  /// `cel.bind`, `optMap`). It is stricter for comparisons: `a < b < c` is rejected, because it would compare a truth value. Time and
  /// memory are linear in the text, and the parser does not recurse.
  ///
  /// - Returns: The expression, or nil and the first error; warnings in either case.
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

/// An operator-precedence parser with explicit stacks: one of values, and one of operators and open brackets that wait for their next
/// operand.
struct Parser {
  /// A parsed value: a node and its bytes, including parentheses.
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

  /// An operator that waits for its right side, or an open bracket.
  struct Pending {
    var kind: PendingKind
    /// The operator's sign or the opening bracket.
    var token: Token
    /// The number of values before it.
    var base: Int
    var binary = BinaryOperator.or
    /// The name of a call, or the name of the whole type for a message.
    var nameStart = 0
    var nameEnd = 0
    /// The numbers of ``Parser/marks`` and ``Parser/fieldNames`` before it.
    var markBase = 0
    var fieldBase = 0
  }

  let limits: ExpressionLimits
  var lexer: Lexer
  var token = Token(kind: .end, start: 0, end: 0)
  /// The last token taken.
  var previous = Token(kind: .end, start: 0, end: 0)
  var nodes: [Expression.Node] = []
  /// The height of each node: the number of nodes on the longest path below it.
  var heights: [Int32] = []
  var operands: [Operand] = []
  var pending: [Pending] = []
  /// The number of brackets among ``pending``.
  var openBrackets = 0
  /// Positions of a bracket's elements that are written with `?`.
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

  /// Reads one value without its suffixes, or opens the brackets that it begins with.
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

  /// Handles a name that was just read: a function if `(` follows. True if the value is complete.
  private mutating func readName(_ name: Token, start: Int) throws(SyntaxFailure) -> Bool {
    let text = lexer.text(start, name.end)
    let bare = start == name.start ? text : lexer.text(of: name)
    if name.end - name.start <= 9, Identifier.isReserved(bare) { throw reservedWord(bare, name) }
    if token.kind == .leftParenthesis {
      return try open(
        Pending(kind: .call, token: token, base: operands.count, nameStart: start, nameEnd: name.end))
    }
    // A dot and its name may be separated by spaces (`. name`).
    try push(.identifier(start == name.start ? text : Text("." + bare.string)), start, name.end)
    return true
  }

  // MARK: Positions of operators

  /// Reads the tokens after a value until another value is expected. Returns false at the end of the text.
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
    // A chain of `&&` or `||` waits until it is complete, so that it can be balanced.
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

/// The limits of an expression, so that no text of an author (or an attacker) can exhaust memory or the stack.
///
/// The error that reports a limit names it.
package struct ExpressionLimits: Sendable {
  /// `expression-length`: the maximum number of bytes of text.
  package var length: Int
  /// `expression-nodes`: the maximum number of nodes of the tree with expanded macros.
  package var nodes: Int
  /// `expression-nesting`: the maximum number of open brackets.
  package var nesting: Int
  /// `expression-depth`: the maximum number of operations on a path from the whole expression to a name or literal. Long chains of `&&` and
  /// `||` are balanced and count little; in `1 + 1 + …` each term counts.
  package var depth: Int

  /// Default limits far above the size of handwritten expressions.
  package init(length: Int = 100_000, nodes: Int = 50_000, nesting: Int = 250, depth: Int = 500) {
    self.length = length
    self.nodes = nodes
    self.nesting = nesting
    self.depth = depth
  }

  /// The default limits.
  package static let standard = ExpressionLimits()
}

extension Parser {
  // MARK: Nodes

  /// Adds a node over children at most `height` high.
  mutating func add(
    _ kind: Expression.Kind, _ start: Int, _ end: Int, above height: Int32 = 0
  ) throws(SyntaxFailure) -> Expression.ID {
    guard nodes.count < limits.nodes else {
      throw SyntaxFailure(.tooManyNodes(limit: limits.nodes, at: lexer.place(of: previous)))
    }
    guard height < limits.depth else {
      throw SyntaxFailure(.tooDeep(limit: limits.depth, at: lexer.place(of: previous)))
    }
    nodes.append(
      Expression.Node(kind: kind, range: SourceRange(start: UInt32(start), end: UInt32(end))))
    heights.append(height + 1)
    return Expression.ID(nodes.count - 1)
  }

  /// Adds a node and pushes it on the stack of values.
  @inline(__always)
  mutating func push(
    _ kind: Expression.Kind, _ start: Int, _ end: Int, above height: Int32 = 0
  ) throws(SyntaxFailure) {
    operands.append(Operand(id: try add(kind, start, end, above: height), start: start, end: end))
  }

  mutating func addCall(
    _ function: Text, _ arguments: [Expression.ID], _ start: Int, _ end: Int
  ) throws(SyntaxFailure) -> Expression.ID {
    try add(
      .call(function: function, target: nil, arguments: arguments), start, end, above: highest(arguments))
  }

  mutating func pushCall(
    _ function: Text, _ arguments: [Expression.ID], _ start: Int, _ end: Int
  ) throws(SyntaxFailure) {
    operands.append(
      Operand(id: try addCall(function, arguments, start, end), start: start, end: end))
  }

  // MARK: Reducing

  /// Applies all operators on top of the stack whose precedence is at least `precedence`.
  mutating func reduce(to precedence: Int) throws(SyntaxFailure) {
    while let top = pending.last {
      switch top.kind {
      case .binary:
        guard top.binary.precedence >= precedence else { return }
        if top.binary == .and || top.binary == .or {
          try reduceChain(of: top.binary)
        } else {
          pending.removeLast()
          let right = operands.removeLast()
          let left = operands.removeLast()
          try pushCall(top.binary.function, [left.id, right.id], left.start, right.end)
        }
      case .not, .negate:
        pending.removeLast()
        let operand = operands.removeLast()
        try pushCall(top.kind == .not ? "!_" : "-_", [operand.id], top.token.start, operand.end)
      case .conditionalElse:
        guard precedence == Precedence.conditional else { return }
        pending.removeLast()
        let otherwise = operands.removeLast()
        let then = operands.removeLast()
        let condition = operands.removeLast()
        try pushCall("_?_:_", [condition.id, then.id, otherwise.id], condition.start, otherwise.end)
      default:
        return
      }
    }
  }

  /// Makes a balanced tree of `a && b && c && …`, so that a long chain is not deep.
  private mutating func reduceChain(of binary: BinaryOperator) throws(SyntaxFailure) {
    var first = pending.count - 1
    while first > 0, pending[first - 1].kind == .binary, pending[first - 1].binary == binary { first -= 1 }
    let terms = Array(operands[(operands.count - 1 - (pending.count - first))...])
    pending.removeSubrange(first...)
    operands.removeLast(terms.count)
    operands.append(try balanced(binary.function, terms[...]))
  }

  private mutating func balanced(
    _ function: Text, _ terms: ArraySlice<Operand>
  ) throws(SyntaxFailure) -> Operand {
    guard terms.count > 1, let first = terms.first, let last = terms.last else {
      return terms[terms.startIndex]
    }
    let middle = terms.startIndex + BalancedChain.left(of: terms.count)
    let left = try balanced(function, terms[..<middle])
    let right = try balanced(function, terms[middle...])
    let id = try addCall(function, [left.id, right.id], first.start, last.end)
    return Operand(id: id, start: first.start, end: last.end)
  }
}

/// The balanced tree of a chain of `&&` or `||`: the parser builds it, and the printer uses it to omit unnecessary parentheses.
enum BalancedChain {
  /// The number of terms, out of `count`, in the left half.
  static func left(of count: Int) -> Int { (count + 1) / 2 }
}

extension Diagnostic {
  static func tooManyNodes(limit: Int, at place: Place) -> Diagnostic {
    expression(
      "expressions/too-many-nodes", "this expression has more than \(limit) parts; the limit is `expression-nodes`",
      place,
      fix: "split it into several decisions")
  }

  static func tooDeep(limit: Int, at place: Place) -> Diagnostic {
    expression(
      "expressions/too-deep",
      "this expression has more than \(limit) operations one upon another; the limit is `expression-depth`",
      place,
      fix: "split it into several decisions, or add up a list: `[a, b, c].sum()`")
  }
}

extension Parser {
  // MARK: Opening

  /// Pushes the bracket at the current token on the stack; true if it was closed at once.
  @discardableResult
  mutating func open(_ bracket: Pending) throws(SyntaxFailure) -> Bool {
    guard openBrackets < limits.nesting else {
      throw SyntaxFailure(.nestedTooDeep(limit: limits.nesting, at: lexer.place(of: bracket.token)))
    }
    openBrackets += 1
    var bracket = bracket
    bracket.markBase = marks.count
    bracket.fieldBase = fieldNames.count
    pending.append(bracket)
    try advance()
    switch bracket.kind {
    case .call, .memberCall:
      guard token.kind == .rightParenthesis else { return false }
      try close()
      return true
    case .list:
      guard token.kind == .rightBracket else {
        try readOptionalMark()
        return false
      }
      try close()
      return true
    case .mapKey:
      guard token.kind == .rightBrace else {
        try readOptionalMark()
        return false
      }
      try close()
      return true
    case .index:
      if token.kind == .question {
        pending[pending.count - 1].kind = .optionalIndex
        try advance()
      }
      return false
    default:
      return false
    }
  }

  /// Reads `?` before an element or a key.
  mutating func readOptionalMark() throws(SyntaxFailure) {
    guard token.kind == .question, let top = pending.last else { return }
    marks.append(operands.count - top.base)
    try advance()
  }

  /// `{` after a value: a message if the value is a dotted name. True if it was closed at once.
  mutating func openMessage() throws(SyntaxFailure) -> Bool {
    guard let type = operands.last, !type.isParenthesized, isDottedName(type.id) else {
      throw SyntaxFailure(.notAMessageName(at: lexer.place(of: token)))
    }
    let bracket = Pending(
      kind: .message, token: token, base: operands.count, nameStart: type.start, nameEnd: type.end)
    try open(bracket)
    if token.kind == .rightBrace {
      try close()
      return true
    }
    try readFieldName()
    return false
  }

  private func isDottedName(_ id: Expression.ID) -> Bool {
    var current = id
    while true {
      switch nodes[Int(current)].kind {
      case .identifier: return true
      case .select(let operand, let field, false, false) where Identifier.isPlain(field): current = operand
      default: return false
      }
    }
  }

  /// Reads `name:` or `?name:` in a message.
  mutating func readFieldName() throws(SyntaxFailure) {
    try readOptionalMark()
    guard token.kind == .identifier || token.kind == .quotedIdentifier else {
      throw SyntaxFailure(.missingMessageField(at: lexer.place(of: token)))
    }
    fieldNames.append(fieldName(token))
    try advance()
    guard token.kind == .colon else { throw SyntaxFailure(.missingMessageField(at: lexer.place(of: token))) }
    try advance()
  }

  func fieldName(_ token: Token) -> Text {
    token.kind == .quotedIdentifier ? lexer.text(token.start + 1, token.end - 1) : lexer.text(of: token)
  }

  // MARK: Selecting

  /// Reads `.name`, `.?name`, or `.name(`. Returns false if a call was opened whose first argument is expected next.
  mutating func readSelection() throws(SyntaxFailure) -> Bool {
    try advance()
    let isOptional = token.kind == .question
    if isOptional { try advance() }
    guard token.kind == .identifier || token.kind == .quotedIdentifier else { throw missingField() }
    let name = token
    try advance()
    if token.kind == .leftParenthesis, name.kind == .identifier, !isOptional {
      let call = Pending(
        kind: .memberCall, token: token, base: operands.count, nameStart: name.start, nameEnd: name.end)
      return try open(call)
    }
    guard let operand = operands.popLast() else { throw missingValue() }
    try push(
      .select(operand: operand.id, field: fieldName(name), testOnly: false, optional: isOptional), operand.start,
      name.end, above: heights[Int(operand.id)])
    return true
  }

  // MARK: Closing

  /// Closes the bracket on top of the stack with the current token.
  mutating func close() throws(SyntaxFailure) {
    try reduce(to: Precedence.conditional)
    guard let top = pending.last else {
      throw SyntaxFailure(.unopenedBracket(lexer.text(of: token).string, at: lexer.place(of: token)))
    }
    if top.kind == .conditionalThen { throw missingElse(top) }
    guard token.kind == closingToken(of: top.kind) else {
      throw SyntaxFailure(
        .wrongBracket(
          lexer.text(of: token).string, open: bracket(of: top), closing: closing(of: top), at: lexer.place(of: token),
          openedAt: lexer.place(of: top.token)))
    }
    pending.removeLast()
    openBrackets -= 1
    let end = token.end
    switch top.kind {
    case .parenthesis:
      operands[operands.count - 1].start = top.token.start
      operands[operands.count - 1].end = end
      operands[operands.count - 1].isParenthesized = true
    case .call, .memberCall:
      try closeCall(top, end)
    case .index, .optionalIndex:
      let index = operands.removeLast()
      let collection = operands.removeLast()
      try pushCall(
        top.kind == .index ? "_[_]" : "_[?_]", [collection.id, index.id], collection.start, end)
    case .list:
      let elements = operands[top.base...].map { $0.id }
      let optionals = Array(marks[top.markBase...])
      let height = highest(elements)
      drop(to: top)
      try push(.list(elements: elements, optionals: optionals), top.token.start, end, above: height)
    case .mapKey, .mapValue:
      if top.kind == .mapKey, (operands.count - top.base) % 2 == 1 {
        throw SyntaxFailure(.missingMapValue(at: lexer.place(of: token)))
      }
      try closeMap(top, end)
    case .message:
      try closeMessage(top, end)
    case .binary, .not, .negate, .conditionalThen, .conditionalElse:
      break
    }
    try advance()
  }

  private mutating func closeMap(_ top: Pending, _ end: Int) throws(SyntaxFailure) {
    var entries: [Expression.MapEntry] = []
    entries.reserveCapacity((operands.count - top.base) / 2)
    var height: Int32 = 0
    var mark = top.markBase
    for index in stride(from: top.base, to: operands.count - 1, by: 2) {
      let isOptional = mark < marks.count && marks[mark] == index - top.base
      if isOptional { mark += 1 }
      let (key, value) = (operands[index].id, operands[index + 1].id)
      height = max(height, heights[Int(key)], heights[Int(value)])
      entries.append(Expression.MapEntry(key: key, value: value, optional: isOptional))
    }
    drop(to: top)
    try push(.map(entries: entries), top.token.start, end, above: height)
  }

  private mutating func closeMessage(_ top: Pending, _ end: Int) throws(SyntaxFailure) {
    var fields: [Expression.MessageField] = []
    var height: Int32 = 0
    var mark = top.markBase
    for index in top.base..<operands.count {
      let isOptional = mark < marks.count && marks[mark] == index - top.base
      if isOptional { mark += 1 }
      let value = operands[index].id
      height = max(height, heights[Int(value)])
      let name = fieldNames[top.fieldBase + index - top.base]
      fields.append(Expression.MessageField(name: name, value: value, optional: isOptional))
    }
    drop(to: top)
    let type = operands.removeLast()
    // Spaces and comments may surround the dots of a name, but are not part of it.
    let name = Expression(nodes: nodes, root: type.id, source: lexer.source).qualifiedName(of: type.id)
    try push(.message(type: name ?? lexer.text(type.start, type.end), fields: fields), type.start, end, above: height)
  }

  private mutating func closeCall(_ top: Pending, _ end: Int) throws(SyntaxFailure) {
    let arguments = operands[top.base...].map { $0.id }
    operands.removeSubrange(top.base...)
    let isMember = top.kind == .memberCall
    let target = isMember ? operands.removeLast() : nil
    let start = target?.start ?? top.nameStart
    var name = lexer.text(top.nameStart, top.nameEnd)
    if !isMember, name.utf8.first == UInt8(ascii: "."), let nameToken = name.utf8.firstIndex(where: Lexer.isNameStart) {
      name = Text("." + name.string[nameToken...])
    }
    let call = WrittenCall(name: name, target: target?.id, arguments: arguments, top: top, start: start, end: end)
    if let expanded = try expandMacro(call) {
      macroCalls[expanded] = Expression.MacroCall(name: name, target: target?.id, arguments: arguments)
      operands.append(Operand(id: expanded, start: start, end: end))
      return
    }
    let height = max(highest(arguments), target.map { heights[Int($0.id)] } ?? 0)
    try push(.call(function: name, target: target?.id, arguments: arguments), start, end, above: height)
  }

  private mutating func drop(to top: Pending) {
    operands.removeSubrange(top.base...)
    marks.removeSubrange(top.markBase...)
    fieldNames.removeSubrange(top.fieldBase...)
  }

  func highest(_ ids: [Expression.ID]) -> Int32 {
    var height: Int32 = 0
    for id in ids { height = max(height, heights[Int(id)]) }
    return height
  }

  private func closingToken(of kind: PendingKind) -> TokenKind {
    switch kind {
    case .list, .index, .optionalIndex: .rightBracket
    case .mapKey, .mapValue, .message: .rightBrace
    default: .rightParenthesis
    }
  }

  func bracket(of top: Pending) -> String { lexer.text(of: top.token).string }

  func closing(of top: Pending) -> String {
    switch closingToken(of: top.kind) {
    case .rightBracket: "]"
    case .rightBrace: "}"
    default: ")"
    }
  }
}

extension Diagnostic {
  static func nestedTooDeep(limit: Int, at place: Place) -> Diagnostic {
    expression(
      "expressions/nested-too-deep", "more than \(limit) brackets are open here; the limit is `expression-nesting`",
      place)
  }

  static func wrongBracket(_ bracket: String, open: String, closing: String, at place: Place, openedAt: Place)
    -> Diagnostic
  {
    expression(
      "expressions/wrong-bracket", "`\(bracket)` cannot close `\(open)`", place,
      related: [Related(message: "`\(open)` was opened here", place: openedAt)],
      fix: "write `\(closing)`")
  }

  static func unopenedBracket(_ bracket: String, at place: Place) -> Diagnostic {
    expression("expressions/unopened-bracket", "`\(bracket)` closes nothing that is open", place, fix: "remove it")
  }

  static func missingMessageField(at place: Place) -> Diagnostic {
    expression(
      "expressions/missing-field", "expected a field name and `:`", place, fix: "write `Name{field: value}`")
  }

  static func notAMessageName(at place: Place) -> Diagnostic {
    expression("expressions/unexpected-brace", "`{` cannot follow a value", place)
  }
}

// `:` and `,`.
extension Parser {
  mutating func readColon() throws(SyntaxFailure) {
    try reduce(to: Precedence.conditional)
    switch pending.last?.kind {
    case .conditionalThen:
      pending[pending.count - 1].kind = .conditionalElse
      pending[pending.count - 1].binary = .or
    case .mapKey:
      pending[pending.count - 1].kind = .mapValue
    default:
      throw SyntaxFailure(.unexpectedColon(at: lexer.place(of: token)))
    }
    try advance()
  }

  /// True if another element is expected; false if the comma was the last token before a closing bracket.
  mutating func readComma() throws(SyntaxFailure) -> Bool {
    try reduce(to: Precedence.conditional)
    guard let top = pending.last else { throw SyntaxFailure(.unexpectedComma(in: nil, at: lexer.place(of: token))) }
    switch top.kind {
    case .call, .memberCall:
      try advance()
    case .list:
      try advance()
      if token.kind == .rightBracket { return false }
      try readOptionalMark()
    case .mapValue:
      pending[pending.count - 1].kind = .mapKey
      try advance()
      if token.kind == .rightBrace { return false }
      try readOptionalMark()
    case .message:
      try advance()
      if token.kind == .rightBrace { return false }
      try readFieldName()
    case .mapKey: throw SyntaxFailure(.missingMapValue(at: lexer.place(of: token)))
    case .conditionalThen: throw missingElse(top)
    default: throw SyntaxFailure(.unexpectedComma(in: bracket(of: top), at: lexer.place(of: token)))
    }
    return true
  }
}

extension Diagnostic {
  static func unexpectedColon(at place: Place) -> Diagnostic {
    expression(
      "expressions/unexpected-colon", "no `?` precedes this `:`", place,
      fix: "write `condition ? value : otherwise`")
  }

  static func unexpectedComma(in bracket: String?, at place: Place) -> Diagnostic {
    expression(
      "expressions/unexpected-comma",
      bracket.map { "`\($0)` contains one value, and no `,`" } ?? "`,` separates values in brackets only",
      place,
      fix: "join conditions with `&&`")
  }

  static func missingMapValue(at place: Place) -> Diagnostic {
    expression(
      "expressions/missing-colon", "a key of a map needs `:` and a value after it", place, fix: "write `{key: value}`")
  }
}
