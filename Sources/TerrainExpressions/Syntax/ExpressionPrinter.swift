import TerrainBase
import TerrainDocuments

extension Expression {
  /// The expression as CEL on one line: macros as called, one space around binary operators, no unnecessary parentheses, and literals as
  /// written. Parsing the text gives the same tree.
  ///
  /// Comments are lost. A loop that no macro made has no form in CEL; it is shown as a call.
  package func printed() -> Text { printed(root) }

  /// The text of the subexpression with the root `id`, as in ``printed()``.
  package func printed(_ id: ID) -> Text {
    var printer = ExpressionPrinter(self)
    return printer.print(id)
  }
}

/// Writes a tree as text with an explicit stack, so that a deep tree needs no recursion.
private struct ExpressionPrinter {
  private enum Piece {
    case text(String)
    /// A node, in parentheses if its precedence is lower than this number.
    case node(Expression.ID, Int)
  }

  let expression: Expression
  private var output = ""
  private var stack: [Piece] = []

  init(_ expression: Expression) { self.expression = expression }

  mutating func print(_ id: Expression.ID) -> Text {
    stack = [.node(id, Precedence.conditional)]
    while let piece = stack.popLast() {
      switch piece {
      case .text(let text): output += text
      case .node(let id, let precedence):
        var pieces: [Piece] = []
        if self.precedence(of: id) < precedence {
          pieces.append(.text("("))
          append(id, to: &pieces)
          pieces.append(.text(")"))
        } else {
          append(id, to: &pieces)
        }
        stack.append(contentsOf: pieces.reversed())
      }
    }
    return Text(output)
  }

  private func precedence(of id: Expression.ID) -> Int {
    if expression.macroCalls[id] != nil { return Precedence.member }
    switch expression[id].kind {
    case .literal(.int), .literal(.uint), .literal(.double):
      // A number before a dot reads badly, and `-5.abs()` would be misleading.
      return Precedence.prefix
    case .call(let function, nil, let arguments):
      switch (function.string, arguments.count) {
      case ("!_", 1), ("-_", 1): return Precedence.prefix
      case ("_?_:_", 3): return Precedence.conditional
      case (_, 2): return BinaryOperator(function: function)?.precedence ?? Precedence.member
      default: return Precedence.member
      }
    default: return Precedence.member
    }
  }

  private func append(_ id: Expression.ID, to pieces: inout [Piece]) {
    if let macro = expression.macroCalls[id] {
      return appendCall(macro.name, macro.target, macro.arguments, to: &pieces)
    }
    switch expression[id].kind {
    case .literal(let value):
      pieces.append(.text(literal(value, id)))
    case .identifier(let name):
      pieces.append(.text(name.string))
    case .select(let operand, let field, let testOnly, let optional):
      if testOnly { pieces.append(.text("has(")) }
      pieces.append(.node(operand, Precedence.member))
      pieces.append(.text(selection(field, optional: optional)))
      if testOnly { pieces.append(.text(")")) }
    case .call(let function, let target, let arguments):
      appendCall(function, target, arguments, of: id, to: &pieces)
    case .list(let elements, let optionals):
      var next = optionals.makeIterator()
      var optional = next.next()
      pieces.append(.text("["))
      for (index, element) in elements.enumerated() {
        if index > 0 { pieces.append(.text(", ")) }
        if optional == index {
          pieces.append(.text("?"))
          optional = next.next()
        }
        pieces.append(.node(element, Precedence.conditional))
      }
      pieces.append(.text("]"))
    case .map(let entries):
      pieces.append(.text("{"))
      for (index, entry) in entries.enumerated() {
        pieces.append(.text((index > 0 ? ", " : "") + (entry.optional ? "?" : "")))
        pieces.append(.node(entry.key, Precedence.conditional))
        pieces.append(.text(": "))
        pieces.append(.node(entry.value, Precedence.conditional))
      }
      pieces.append(.text("}"))
    case .message(let type, let fields):
      pieces.append(.text(type.string + "{"))
      for (index, field) in fields.enumerated() {
        let name = Identifier.isPlain(field.name) ? field.name.string : "`\(field.name)`"
        pieces.append(.text((index > 0 ? ", " : "") + (field.optional ? "?" : "") + name + ": "))
        pieces.append(.node(field.value, Precedence.conditional))
      }
      pieces.append(.text("}"))
    case .comprehension(let loop):
      pieces.append(.node(loop.range, Precedence.member))
      let second = loop.variable2.map { ", " + $0.string } ?? ""
      pieces.append(.text(".\(loop.macro)(\(loop.variable)\(second), "))
      pieces.append(.node(loop.step, Precedence.conditional))
      pieces.append(.text(")"))
    }
  }

  // MARK: Calls

  private func appendCall(
    _ name: Text, _ target: Expression.ID?, _ arguments: [Expression.ID], to pieces: inout [Piece]
  ) {
    if let target {
      pieces.append(.node(target, Precedence.member))
      pieces.append(.text("."))
    }
    pieces.append(.text(name.string + "("))
    for (index, argument) in arguments.enumerated() {
      if index > 0 { pieces.append(.text(", ")) }
      pieces.append(.node(argument, Precedence.conditional))
    }
    pieces.append(.text(")"))
  }

  private func appendCall(
    _ function: Text, _ target: Expression.ID?, _ arguments: [Expression.ID], of id: Expression.ID,
    to pieces: inout [Piece]
  ) {
    switch (function.string, arguments.count) {
    case _ where target != nil:
      appendCall(function, target, arguments, to: &pieces)
    case ("!_", 1), ("-_", 1):
      let sign = function == "!_" ? "!" : "-"
      pieces.append(.text(sign))
      pieces.append(.node(arguments[0], needsParentheses(arguments[0], after: sign) ? .max : Precedence.prefix))
    case ("_?_:_", 3):
      pieces.append(.node(arguments[0], Precedence.or))
      pieces.append(.text(" ? "))
      pieces.append(.node(arguments[1], Precedence.or))
      pieces.append(.text(" : "))
      pieces.append(.node(arguments[2], Precedence.conditional))
    case ("_[_]", 2), ("_[?_]", 2):
      pieces.append(.node(arguments[0], Precedence.member))
      pieces.append(.text(function == "_[_]" ? "[" : "[?"))
      pieces.append(.node(arguments[1], Precedence.conditional))
      pieces.append(.text("]"))
    default:
      guard arguments.count == 2, let binary = BinaryOperator(function: function) else {
        return appendCall(function, nil, arguments, to: &pieces)
      }
      appendBinary(binary, arguments, id, to: &pieces)
    }
  }

  /// `-5` is a literal, so the negation of the literal `5` is printed as `-(5)`; and `!-x` and `-!x` are not valid CEL.
  private func needsParentheses(_ operand: Expression.ID, after sign: String) -> Bool {
    if expression.macroCalls[operand] != nil { return false }
    switch expression[operand].kind {
    case .literal(.int(let int)): return sign == "-" && int >= 0
    case .literal(.double(let double)): return sign == "-" && double.sign == .plus
    case .call("!_", nil, _): return sign == "-"
    case .call("-_", nil, _): return sign == "!"
    default: return false
    }
  }

  private func appendBinary(
    _ binary: BinaryOperator, _ arguments: [Expression.ID], _ id: Expression.ID, to pieces: inout [Piece]
  ) {
    let sign = Piece.text(" " + binary.sign + " ")
    if binary == .and || binary == .or {
      for (index, term) in terms(of: id, binary.function).enumerated() {
        if index > 0 { pieces.append(sign) }
        pieces.append(.node(term, binary.precedence + 1))
      }
      return
    }
    let associates = binary.precedence != Precedence.relation
    pieces.append(.node(arguments[0], associates ? binary.precedence : binary.precedence + 1))
    pieces.append(sign)
    pieces.append(.node(arguments[1], binary.precedence + 1))
  }

  /// The terms of a chain of `&&` or `||` if the parser would balance them to the tree at `id`; else its two sides.
  private func terms(of id: Expression.ID, _ function: Text) -> [Expression.ID] {
    var terms: [Expression.ID] = []
    var open = [id]
    while let next = open.popLast() {
      if let sides = sides(of: next, function) {
        open.append(sides.right)
        open.append(sides.left)
      } else {
        terms.append(next)
      }
    }
    if isBalanced(id, function, terms.count) { return terms }
    return sides(of: id, function).map { [$0.left, $0.right] } ?? [id]
  }

  private func isBalanced(_ id: Expression.ID, _ function: Text, _ count: Int) -> Bool {
    guard let sides = sides(of: id, function) else { return count == 1 }
    guard count > 1 else { return false }
    let left = BalancedChain.left(of: count)
    return isBalanced(sides.left, function, left) && isBalanced(sides.right, function, count - left)
  }

  private func sides(of id: Expression.ID, _ function: Text) -> (left: Expression.ID, right: Expression.ID)? {
    guard expression.macroCalls[id] == nil, case .call(function, nil, let arguments) = expression[id].kind,
      arguments.count == 2
    else { return nil }
    return (arguments[0], arguments[1])
  }

  private func selection(_ field: Text, optional: Bool) -> String {
    let dot = optional ? ".?" : "."
    if Identifier.isPlain(field) { return dot + field.string }
    if Identifier.isQuotable(field) { return dot + "`\(field)`" }
    return (optional ? "[?" : "[") + LiteralPrinter.print(field) + "]"
  }

  /// The literal as the author wrote it, if it was written; `0x1F` and `r"\d+"` convey more than their values.
  private func literal(_ value: Value, _ id: Expression.ID) -> String {
    let written = expression.text(of: id)
    return LiteralPrinter.isLiteral(written, worth: value) ? written.string : LiteralPrinter.print(value)
  }
}

/// Values as CEL literals.
package enum LiteralPrinter {
  /// `value` as a literal, or, for values without a literal, as the call that makes it.
  package static func print(_ value: Value) -> String {
    switch value {
    case .null: return "null"
    case .bool(let bool): return bool ? "true" : "false"
    case .int(let int): return String(int)
    case .uint(let uint): return String(uint) + "u"
    case .double(let double):
      if double.isNaN { return "double(\"NaN\")" }
      if double.isInfinite { return double < 0 ? "double(\"-Infinity\")" : "double(\"Infinity\")" }
      return String(double)
    case .string(let text): return print(text)
    case .bytes(let bytes): return print(bytes)
    case .list(let elements): return "[" + elements.map(print).joined(separator: ", ") + "]"
    case .map(let map):
      return "{" + map.entries.map { print($0.key) + ": " + print($0.value) }.joined(separator: ", ") + "}"
    case .type(let name): return name.string
    case .optional(let value): return value.map { "optional.of(\(print($0)))" } ?? "optional.none()"
    case .decimal, .timestamp, .duration: return value.description
    }
  }

  /// `text` in double quotes, or in single quotes if that saves escapes.
  package static func print(_ text: Text) -> String {
    let bytes = text.utf8
    let quote: Unicode.Scalar =
      bytes.contains(UInt8(ascii: "\"")) && !bytes.contains(UInt8(ascii: "'")) ? "'" : "\""
    var result = String(quote)
    for scalar in text.string.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case quote: result += "\\" + String(quote)
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if isInvisible(scalar) {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          let width = scalar.value > 0xFFFF ? 8 : 4
          result += (width == 8 ? "\\U" : "\\u") + String(repeating: "0", count: width - digits.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + String(quote)
  }

  /// True for characters that are invisible or change the writing direction.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
    case .spaceSeparator: scalar != " "
    default: false
    }
  }

  private static func print(_ bytes: [UInt8]) -> String {
    var result = "b\""
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\\"): result += "\\\\"
      case UInt8(ascii: "\""): result += "\\\""
      case 0x20..<0x7F: result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "\\x" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return result + "\""
  }

  /// True if `text` is a single literal with the value `value`, including the sign of zero.
  static func isLiteral(_ text: Text, worth value: Value) -> Bool {
    var lexer = Lexer(ExpressionSource(text: text))
    let negative = lexer.byte(0) == UInt8(ascii: "-")
    if negative { lexer.position = 1 }
    guard let token = try? lexer.next(), token.start == (negative ? 1 : 0), token.end == lexer.bytes.count
    else { return false }
    switch (value, token.kind) {
    case (.int(let int), .int):
      guard case .int(int)? = try? lexer.value(ofNumber: token, negative: negative) else { return false }
      return !lexer.hasLeadingZero(token)
    case (.uint(let uint), .uint) where !negative:
      guard case .uint(uint)? = try? lexer.value(ofNumber: token, negative: false) else { return false }
      return !lexer.hasLeadingZero(token)
    case (.double(let double), .double):
      guard case .double(let written)? = try? lexer.value(ofNumber: token, negative: negative) else { return false }
      return written.bitPattern == double.bitPattern
    case (.string(let string), .string) where !negative:
      guard case .string(string)? = try? lexer.value(ofString: token) else { return false }
      return true
    case (.bytes(let bytes), .bytes) where !negative:
      guard case .bytes(bytes)? = try? lexer.value(ofString: token) else { return false }
      return true
    default: return false
    }
  }
}
