import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// Finds texts among the results of decisions that were meant as expressions but lack the `=` that marks these.
///
/// They are reported here and then read as expressions, so that each gets only one diagnostic.
struct UnmarkedExpressions {
  /// The names of the module.
  let scope: Scope
  /// The environment, with the types that are resolved already.
  let environment: Environment
  private(set) var diagnostics: [Diagnostic] = []

  init(scope: Scope, environment: Environment) {
    self.scope = scope
    self.environment = environment
  }

  /// `decision` with such texts read as expressions.
  mutating func fixed(_ declaration: DecisionDeclaration) -> DecisionDeclaration {
    var declaration = declaration
    let type = declaration.type
    switch declaration.body {
    case .value(let value):
      declaration.body = .value(value.map { fixed($0, as: type, namesAlone: type == nil) })
    case .rows(var table):
      // If the other results are not texts, or the policy adds up results, a text is probably an expression.
      let others = table.rows.compactMap { $0.then } + (table.otherwise.map { [$0] } ?? [])
      let namesAlone = type == nil && (table.hit.isOfNumbers || others.contains { $0.isNoText })
      var row = type
      if table.hit == .collect, case .list(let element)? = row { row = element }
      for index in table.rows.indices {
        table.rows[index].then = table.rows[index].then.map { fixed($0, as: row, namesAlone: namesAlone) }
      }
      table.otherwise = table.otherwise.map { fixed($0, as: type, namesAlone: namesAlone) }
      declaration.body = .rows(table)
    }
    return declaration
  }

  /// The nesting of the document bounds the recursion.
  private mutating func fixed(_ template: Template, as type: CELType?, namesAlone: Bool) -> Template {
    switch template {
    case .expression: return template
    case .literal(let node):
      guard let text = node.text, let expression = expression(text, node, as: type, namesAlone: namesAlone) else {
        return template
      }
      diagnostics.append(.textForExpression(expression.source.text.trimmed, node.place))
      return .expression(expression)
    case .list(let items, let node):
      var element: CELType?
      if case .list(let of)? = type?.present { element = of }
      return .list(items.map { fixed($0, as: element, namesAlone: false) }, node)
    case .map(let fields, let node):
      return .map(
        fields.map { field in
          Template.Field(
            key: field.key, value: fixed(field.value, as: type?.present.field(field.key.name), namesAlone: false))
        }, node)
    }
  }

  /// The expression that `text` was meant to be, or nil if it is a text.
  private func expression(_ text: Text, _ node: Node, as type: CELType?, namesAlone: Bool) -> Expression? {
    var mayBeText = true
    var enumeration: CELType?
    if let scalar = type?.present, scalar.isOneWord {
      // A text that is a literal of the expected type is not an expression.
      if scalar != .string, LiteralReader.value(of: text, as: scalar) != nil { return nil }
      mayBeText = scalar == .string
      if case .enumeration = scalar { enumeration = scalar }
    }
    if mayBeText, text.isWord, !namesAlone || scope.targets[text] == nil { return nil }
    let found = UnmarkedExpression.find(in: text, node, environment)
    // A word that is also the name of something else is an unknown value of the enum.
    if let found, let enumeration, text.isWord,
      TypeChecker.check(found, environment).typed?.type.present != enumeration
    {
      return nil
    }
    return found
  }
}

/// Finds the expression in a text that lacks its `=`.
enum UnmarkedExpression {
  /// The expression in the decoded text of `node` if it is a valid expression over declared names, else nil.
  static func find(in text: Text, _ node: Node, _ environment: Environment) -> Expression? {
    let bytes = Array(text.utf8)
    var start = bytes.prefix { $0 == 0x20 }.count
    if start > 0, start < bytes.count, bytes[start] == UInt8(ascii: "=") { start += 1 }
    let source = ExpressionSource(text: Text(decoding: bytes[start...]), node: node, offset: start)
    let (expression, problems) = ExpressionParser.parse(source)
    guard let expression, !problems.hasErrors, TypeChecker.check(expression, environment).typed != nil else {
      return nil
    }
    var isOverNames = false
    expression.forEachMention { name, _ in if environment.variable(name) != nil { isOverNames = true } }
    return isOverNames ? expression : nil
  }
}

extension Text {
  /// True if it may be the value of an enum, an id, or a name: letters, digits, `_`, `-`, and `.`, and no space.
  fileprivate var isWord: Bool {
    guard let first = utf8.first, first != UInt8(ascii: "-") else { return utf8.isEmpty }
    return utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), 0x80...:
        true
      default: false
      }
    }
  }
}

extension CELType {
  /// The type without the optional around it.
  fileprivate var present: CELType {
    if case .optional(let wrapped) = self { return wrapped }
    return self
  }

  /// The type of the field `name`, or nil if the type has no such field.
  fileprivate func field(_ name: Text) -> CELType? {
    switch self {
    case .record(let record): record.index(of: name).map { record.fields[$0].type }
    case .map(_, let value): value
    default: nil
    }
  }

  /// True for the types whose values are written as one word.
  fileprivate var isOneWord: Bool {
    switch self {
    case .bool, .int, .uint, .double, .decimal, .string, .timestamp, .duration, .enumeration: true
    default: false
    }
  }
}

extension Template {
  /// True for numbers, true, and false.
  fileprivate var isNoText: Bool {
    guard case .literal(let node) = self else { return false }
    return node.kind == .number || node.kind == .bool
  }
}

extension Diagnostic {
  static func textForExpression(_ text: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/text-for-expression", message: "this is a text, and reads as an expression, which begins with `=`",
      place: place, fix: "did you mean \"= \(text)\"?")
  }
}
