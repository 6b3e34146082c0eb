import TerrainDocuments
import TerrainBase

extension Expression {
  /// The node called `id`.
  package subscript(id: ID) -> Node {
    @inline(__always) get { nodes[Int(id)] }
  }

  /// What the node `id` is.
  package func kind(of id: ID) -> Kind { nodes[Int(id)].kind }

  /// The location of the node `id` in the author's file.
  package func place(of id: ID) -> Place { source.place(of: nodes[Int(id)].range) }

  /// The text the node `id` was written as.
  package func text(of id: ID) -> Text {
    let range = nodes[Int(id)].range
    let bytes = source.text.utf8
    guard range.start <= range.end, Int(range.end) <= bytes.count else { return "" }
    let start = bytes.index(bytes.startIndex, offsetBy: Int(range.start))
    return Text(decoding: bytes[start..<bytes.index(start, offsetBy: Int(range.end - range.start))])
  }

  /// Calls `body` with each child of the node `id`, in the order they are written.
  package func forEachChild(of id: ID, _ body: (ID) -> Void) {
    switch nodes[Int(id)].kind {
    case .literal, .identifier: break
    case .select(let operand, _, _, _): body(operand)
    case .call(_, let target, let arguments):
      if let target { body(target) }
      for argument in arguments { body(argument) }
    case .list(let elements, _):
      for element in elements { body(element) }
    case .map(let entries):
      for entry in entries {
        body(entry.key)
        body(entry.value)
      }
    case .message(_, let fields):
      for field in fields { body(field.value) }
    case .comprehension(let loop):
      body(loop.range)
      body(loop.initial)
      body(loop.condition)
      body(loop.step)
      body(loop.result)
    }
  }

  /// `a.b.c` when the node `id` is a plain dotted name (with its leading dot if it has one), else nil.
  ///
  /// A name in backticks is a field, not part of a dotted name.
  package func qualifiedName(of id: ID) -> Text? {
    var fields: [Text] = []
    var current = id
    while true {
      switch nodes[Int(current)].kind {
      case .identifier(let name):
        guard !fields.isEmpty else { return name }
        var dotted = name.string
        for field in fields.reversed() {
          dotted.append(".")
          dotted.append(field.string)
        }
        return Text(dotted)
      case .select(let operand, let field, false, false):
        guard Identifier.isPlain(field) else { return nil }
        fields.append(field)
        current = operand
      default:
        return nil
      }
    }
  }

  /// The part of the node `id` a message about it should point at: an operator's sign, a function's name, a field; of
  /// anything else the whole node.
  package func focus(of id: ID) -> SourceRange {
    let whole = nodes[Int(id)].range
    var cursor: UInt32
    switch nodes[Int(id)].kind {
    case .select(let operand, _, _, _):
      cursor = nodes[Int(operand)].range.end
    case .call(let function, let target, let arguments):
      if let target {
        cursor = nodes[Int(target)].range.end
      } else if let binary = BinaryOperator(function: function), arguments.count == 2 {
        cursor = nodes[Int(arguments[0])].range.end
        return signRange(after: cursor, within: whole, length: UInt32(binary.sign.utf8.count))
      } else if function == "_?_:_" || function == "_[_]" || function == "_[?_]", let first = arguments.first {
        return signRange(after: nodes[Int(first)].range.end, within: whole, length: 1)
      } else if function == "!_" || function == "-_" {
        return SourceRange(start: whole.start, end: min(whole.start + 1, whole.end))
      } else {
        return nameRange(from: whole.start, within: whole)
      }
    default: return whole
    }
    let dot = signRange(after: cursor, within: whole, length: 1)
    return dot == whole ? whole : nameRange(from: dot.end, within: whole)
  }

  /// The first `length` bytes after `start` that are not space, comment or a closing parenthesis.
  private func signRange(after start: UInt32, within whole: SourceRange, length: UInt32) -> SourceRange {
    let bytes = Array(source.text.utf8)
    guard whole.start <= start, start <= whole.end, Int(whole.end) <= bytes.count else { return whole }
    var index = Int(start)
    while index < Int(whole.end) {
      if bytes[index] == UInt8(ascii: ")") || Lexer.isSpace(bytes[index]) {
        index += 1
      } else if bytes[index] == UInt8(ascii: "/"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "/") {
        while index < Int(whole.end), bytes[index] != UInt8(ascii: "\n") { index += 1 }
      } else {
        let end = UInt32(index) + length
        return end <= whole.end ? SourceRange(start: UInt32(index), end: end) : whole
      }
    }
    return whole
  }

  /// The name (or name in backticks) that begins at or after `start`.
  private func nameRange(from start: UInt32, within whole: SourceRange) -> SourceRange {
    let bytes = Array(source.text.utf8)
    guard whole.start <= start, Int(whole.end) <= bytes.count else { return whole }
    var first = Int(start)
    while first < Int(whole.end),
      bytes[first] == UInt8(ascii: "?") || bytes[first] == UInt8(ascii: ".") || Lexer.isSpace(bytes[first])
    {
      first += 1
    }
    var end = first
    if first < Int(whole.end), bytes[first] == UInt8(ascii: "`") {
      end += 1
      while end < Int(whole.end), bytes[end] != UInt8(ascii: "`") { end += 1 }
      end = min(end + 1, Int(whole.end))
    } else {
      while end < Int(whole.end), Lexer.isNamePart(bytes[end]) { end += 1 }
    }
    return end > first ? SourceRange(start: UInt32(first), end: UInt32(end)) : whole
  }
}
