import TerrainDocuments
import TerrainBase

extension Parser {
  // MARK: Opening

  /// Puts the bracket at the current token on the stack; true when it was closed at once.
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

  /// `?` before an element or a key.
  mutating func readOptionalMark() throws(SyntaxFailure) {
    guard token.kind == .question, let top = pending.last else { return }
    marks.append(operands.count - top.base)
    try advance()
  }

  /// `{` after a value: a message where the value is a dotted name. True when it was closed at once.
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

  /// `name:` or `?name:` in a message.
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

  /// `.name`, `.?name` or `.name(`. False when a call was opened whose first argument is expected now.
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
    // Spaces and comments may surround the dots of a name; the name has none.
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
