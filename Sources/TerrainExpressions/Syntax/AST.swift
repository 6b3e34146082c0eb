import TerrainBase
import TerrainDocuments

/// A parsed expression: nodes in one flat array, children before parents, so that traversing a deep expression needs no recursion and
/// freeing it cannot overflow the stack.
///
/// Macros are already expanded; `macroCalls` keeps the author's text for printing and tests.
package struct Expression: Sendable {
  /// The identity of a node within an expression.
  package typealias ID = Int32

  /// One node.
  package struct Node: Sendable {
    /// The kind of the node.
    package var kind: Kind
    /// Its location, as byte offsets in the expression's own text (see ``ExpressionSource/place(of:)``).
    package var range: SourceRange

    /// A node of `kind` written at `range`.
    package init(kind: Kind, range: SourceRange) {
      self.kind = kind
      self.range = range
    }
  }

  /// CEL's abstract syntax (the same cases as `cel.expr.Expr`).
  package enum Kind: Sendable {
    /// A literal: null, bool, int, uint, double, string or bytes.
    case literal(Value)
    /// A name, with its leading dot if it has one (`.name` is looked up in the root container only).
    case identifier(Text)
    /// `operand.field`. `testOnly` is true for `has(operand.field)`, `optional` for `operand.?field`.
    case select(operand: ID, field: Text, testOnly: Bool, optional: Bool)
    /// A function or operator call. Operators have CEL's names: `_+_`, `_&&_`, `!_`, `-_`, `_?_:_`, `@in`, `_[_]`,
    /// `_[?_]`.
    case call(function: Text, target: ID?, arguments: [ID])
    /// `[a, b, ?c]`; `optionals` holds the indices of elements written with `?`.
    case list(elements: [ID], optionals: [Int])
    /// `{k: v, ?k: v}`.
    case map(entries: [MapEntry])
    /// `Name{field: value}`.
    case message(type: Text, fields: [MessageField])
    /// The loop of a macro; see ``Comprehension``. Boxed, so that other nodes do not become three times as large.
    indirect case comprehension(Comprehension)
  }

  /// One `key: value` of a map literal.
  package struct MapEntry: Sendable {
    /// The key's node.
    package var key: ID
    /// The value's node.
    package var value: ID
    /// True if the entry is left out when the value, an optional, is absent.
    package var optional: Bool

    /// An entry. `optional` is true if it is written `?key: value`.
    package init(key: ID, value: ID, optional: Bool) {
      self.key = key
      self.value = value
      self.optional = optional
    }
  }

  /// One `field: value` of a message literal.
  package struct MessageField: Sendable {
    /// The field.
    package var name: Text
    /// The value's node.
    package var value: ID
    /// True if the field is left out when the value, an optional, is absent.
    package var optional: Bool

    /// A field. `optional` is true if it is written `?field: value`.
    package init(name: Text, value: ID, optional: Bool) {
      self.name = name
      self.value = value
      self.optional = optional
    }
  }

  /// CEL's fold: for each element of `range`, bound to `variable` (with its index or value in `variable2`), `accumulator` becomes `step`
  /// while `condition` holds. The value is `result`.
  package struct Comprehension: Sendable {
    /// The name of an element (for a map, of a key) in the body.
    package var variable: Text
    /// The second variable of two-variable macros. `variable` is then the index or key, and this the element or value.
    package var variable2: Text?
    /// The iterated list or map; the loop's names are not visible in it.
    package var range: ID
    /// The name of the accumulated value in `condition`, `step`, and `result`. Nested loops may use the same name: the inner loop hides the
    /// outer.
    package var accumulator: Text
    /// The accumulator's first value; the loop's names are not visible in it.
    package var initial: ID
    /// The condition for continuing, evaluated before each element.
    package var condition: ID
    /// The accumulator's next value.
    package var step: ID
    /// The value of the finished loop, computed from the accumulator only.
    package var result: ID
    /// The name of the macro that it came from (`exists`, `all`, `map`, …), so that a planner may improve on the general loop.
    package var macro: Text

    /// A loop as the expansion of the macro `macro`.
    package init(
      variable: Text, variable2: Text? = nil, range: ID, accumulator: Text, initial: ID, condition: ID, step: ID,
      result: ID, macro: Text
    ) {
      self.variable = variable
      self.variable2 = variable2
      self.range = range
      self.accumulator = accumulator
      self.initial = initial
      self.condition = condition
      self.step = step
      self.result = result
      self.macro = macro
    }
  }

  /// A macro call as written, kept together with its expansion.
  package struct MacroCall: Sendable {
    /// The macro's name.
    package var name: Text
    /// The operand before the dot.
    package var target: ID?
    /// The arguments, which are nodes of the same expression. Arguments that are names are not expanded.
    package var arguments: [ID]

    /// `target.name(arguments)` as written.
    package init(name: Text, target: ID?, arguments: [ID]) {
      self.name = name
      self.target = target
      self.arguments = arguments
    }
  }

  /// All nodes; a child's index is smaller than its parent's. Some may be unreachable from ``root``: arguments of macros (the name of the
  /// variable, the selection inside `has`) are kept for ``macroCalls`` only.
  package var nodes: [Node]
  /// The root node.
  package var root: ID
  /// The text it was parsed from.
  package var source: ExpressionSource
  /// The call as the author wrote it, for each node that came from a macro.
  package var macroCalls: [ID: MacroCall]

  /// An expression over `nodes` with the root `root`.
  package init(nodes: [Node], root: ID, source: ExpressionSource, macroCalls: [ID: MacroCall] = [:]) {
    self.nodes = nodes
    self.root = root
    self.source = source
    self.macroCalls = macroCalls
  }
}

extension Expression {
  /// The node called `id`.
  package subscript(id: ID) -> Node {
    @inline(__always) get { nodes[Int(id)] }
  }

  /// The kind of the node `id`.
  package func kind(of id: ID) -> Kind { nodes[Int(id)].kind }

  /// The location of the node `id` in the author's file.
  package func place(of id: ID) -> Place { source.place(of: nodes[Int(id)].range) }

  /// The text of the node `id` as written.
  package func text(of id: ID) -> Text {
    let range = nodes[Int(id)].range
    let bytes = source.text.utf8
    guard range.start <= range.end, Int(range.end) <= bytes.count else { return "" }
    let start = bytes.index(bytes.startIndex, offsetBy: Int(range.start))
    return Text(decoding: bytes[start..<bytes.index(start, offsetBy: Int(range.end - range.start))])
  }

  /// Calls `body` with each child of the node `id`, in the order in which they are written.
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

  /// `a.b.c` if the node `id` is a plain dotted name (including its leading dot), else nil.
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

  /// The part of the node `id` at which a diagnostic should point: the sign of an operator, the name of a function, a field, or else the
  /// whole node.
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

  /// The first `length` bytes after `start` that are not a space, a comment, or a closing parenthesis.
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

extension Expression.Kind {
  /// The kind with every node replaced by its new number.
  package func renumbered(_ new: (Expression.ID) -> Expression.ID) -> Expression.Kind {
    switch self {
    case .literal, .identifier: return self
    case .select(let operand, let field, let testOnly, let optional):
      return .select(operand: new(operand), field: field, testOnly: testOnly, optional: optional)
    case .call(let function, let target, let arguments):
      return .call(function: function, target: target.map(new), arguments: arguments.map(new))
    case .list(let elements, let optionals): return .list(elements: elements.map(new), optionals: optionals)
    case .map(let entries):
      return .map(
        entries: entries.map {
          Expression.MapEntry(key: new($0.key), value: new($0.value), optional: $0.optional)
        })
    case .message(let type, let fields):
      return .message(
        type: type,
        fields: fields.map {
          Expression.MessageField(name: $0.name, value: new($0.value), optional: $0.optional)
        })
    case .comprehension(var loop):
      loop.range = new(loop.range)
      loop.initial = new(loop.initial)
      loop.condition = new(loop.condition)
      loop.step = new(loop.step)
      loop.result = new(loop.result)
      return .comprehension(loop)
    }
  }
}

/// An expression's text, and its location in an author's file.
package struct ExpressionSource: Sendable {
  /// The expression itself (without the `=` that marks one in YAML).
  package var text: Text
  /// The document node whose decoded text contains the expression, or nil for an expression from a command line.
  package var node: Node?
  /// The number of bytes of the node's decoded text before the expression (the `=` and spaces after it).
  package var offset: Int

  /// `text`, which begins at byte `offset` of `node`'s decoded text.
  package init(text: Text, node: Node? = nil, offset: Int = 0) {
    self.text = text
    self.node = node
    self.offset = offset
  }

  /// The location of the bytes `range` of ``text`` in the author's file, through quotes, escapes, and folded lines. If the text did not
  /// come from a file, the location in the text itself, called `<expression>`.
  package func place(of range: SourceRange) -> Place {
    guard let node else {
      return Place(source: SourceText(name: "<expression>", bytes: Array(text.utf8)), range: range)
    }
    return node.place(ofDecoded: offset + Int(range.start)..<offset + Int(range.end))
  }
}

extension Diagnostic {
  /// An error in an expression.
  static func expression(
    _ code: String, _ message: String, _ place: Place, related: [Related] = [], fix: String? = nil
  ) -> Diagnostic {
    Diagnostic(code: code, message: message, place: place, related: related, fix: fix)
  }
}
