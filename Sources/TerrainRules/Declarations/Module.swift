import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// A module as its file declares it, before names are looked up.
package struct Module: Sendable {
  package var name: Text
  /// The location of its name.
  package var place: Place
  package var doc: Text?
  package var uses: [Mention]
  package var facts: [FactDeclaration]
  package var parameters: [ParameterDeclaration]
  package var decisions: [DecisionDeclaration]
  /// False if a name is declared twice, so that another name may be missing. The reader of the file has reported it.
  package var namesAreKnown = true
  /// The number by which a ``LinkMemory`` identifies it, or 0 without a memory.
  var reading = 0
}

/// A name, and its location.
package struct Mention: Sendable {
  package var name: Text
  package var place: Place
}

/// A declared input of evaluation: its name, type, and domain.
package struct FactDeclaration: Sendable {
  /// The name that conditions use.
  package var name: Text
  /// The type of a value; for an optional fact, of a present value.
  package var type: CELType
  /// True if it may be absent.
  package var isOptional: Bool
  /// True if each candidate of a ranking has its own value.
  package var isPerCandidate: Bool
  /// True if its values are kept out of logs.
  package var isSecret = false
  /// The window from which the engine computes the value out of its records, or nil for a fact that callers pass in. The engine reads it.
  package var window: Node?
  /// The default value as written, or nil if the fact is required.
  package var usual: Node?
  /// The minimum value; nil for the bound of the type.
  package var minimum: Value?
  /// The maximum value; nil for the bound of the type.
  package var maximum: Value?
  /// The maximum number of elements of a list or map, or of characters of a string; nil for the default of cost estimates.
  package var maximumSize: Int?
  /// The meaning, for people.
  package var doc: Text?
  /// The place of its name in the module's file.
  package var place: Place

  /// The type that expressions see.
  package var seenType: CELType { isOptional && type != .error ? .optional(type) : type }
}

/// A constant that authors tune, with a name, a type, and a range.
package struct ParameterDeclaration: Sendable {
  /// The name that expressions use.
  package var name: Text
  /// The type of its value.
  package var type: CELType
  /// The value, unless an override sets another one.
  package var value: Value
  /// The minimum for overrides; nil for the bound of the type.
  package var minimum: Value?
  /// The maximum for overrides; nil for the bound of the type.
  package var maximum: Value?
  /// The meaning, for people.
  package var doc: Text?
  /// The place of its name in the module's file.
  package var place: Place
}

/// A decision as written, with its expressions parsed: rows, or a single value.
///
/// The stages of a decision, each with its readers:
///
/// 1. `DecisionDeclaration`: the decision of a module's file. Expressions are parsed while the file is read; names are not
///    looked up yet. The linker and the index of names read it.
/// 2. ``TypedDecision``: names and types are resolved, and each cell has become one condition. It is the model that planning,
///    traces, analysis, proofs, comparison, mutation, and the rule book share; ``Decision`` has it, with its slots.
/// 3. `PlannedDecisions`: the bytecode of all decisions of a rule set.
///
/// Two readers need something else. ``TableView`` has the conditions as formulas over finite columns; proofs are made with
/// those. The formatter and the sheets change a file in place, and so they work on its YAML nodes.
package struct DecisionDeclaration: Sendable {
  package var name: Text
  /// The location of its name in the module's file.
  package var place: Place
  package var doc: Text?
  /// The declared type, or nil if it is inferred from the rows.
  package var type: CELType?
  package var typePlace: Place?
  package var body: Body
  /// False if reading it reported an error: its other parts are checked, but it is not used to diagnose other decisions.
  package var isSound = true
  /// The syntax errors in its expressions.
  var syntaxDiagnostics: [Diagnostic] = []

  package enum Body: Sendable {
    /// `value:`, or nil if it cannot be parsed.
    case value(Template?)
    case rows(RowTable)
  }
}

/// `hit`, `rows`, and the keys next to them.
package struct RowTable: Sendable {
  package var hit: HitPolicy
  package var hitPlace: Place
  package var rows: [RowDeclaration]
  package var otherwise: Template?
  /// The maximum length of a collected list.
  package var limit: Int?
  /// True if only the first of equal values is collected.
  package var isDistinct: Bool
}

/// A row: its conditions and its result. Parts with syntax errors are left out.
package struct RowDeclaration: Sendable {
  package var id: Text
  package var place: Place
  /// The conditions, which must all hold. A row without conditions always holds.
  package var conditions: [Condition]
  /// nil if the hit policy counts rows.
  package var then: Template?
  package var score: Template?
  package var note: Text?

  package enum Condition: Sendable {
    /// `when` as an expression.
    case expression(Expression)
    case cell(Cell)
  }
}

/// The result of a row as written: literals with expressions in them.
package indirect enum Template: Sendable {
  case literal(Node)
  /// A string that began with `=`.
  case expression(Expression)
  case list([Template], Node)
  case map([Field], Node)

  package struct Field: Sendable {
    package var key: Mention
    package var value: Template
  }
}

extension Template {
  /// The node from which it is read, or nil for an expression.
  package var node: Node? {
    switch self {
    case .literal(let node), .list(_, let node), .map(_, let node): node
    case .expression: nil
    }
  }

  /// The location of the template.
  var place: Place {
    switch self {
    case .literal(let node), .list(_, let node), .map(_, let node): node.place
    case .expression(let expression): expression.place(of: expression.root)
    }
  }
}

// MARK: - Expressions

extension DecisionDeclaration {
  /// Calls `body` with each expression of the decision.
  func forEachExpression(_ body: (Expression) -> Void) {
    forEachExpression(inConditions: body, inResults: body)
  }

  /// Calls `body` with each expression of the results, including scores.
  func forEachResult(_ body: (Expression) -> Void) { forEachExpression(inConditions: { _ in }, inResults: body) }

  private func forEachExpression(inConditions condition: (Expression) -> Void, inResults result: (Expression) -> Void) {
    switch body {
    case .value(let value): value?.forEachExpression(result)
    case .rows(let table):
      for row in table.rows {
        for part in row.conditions {
          switch part {
          case .expression(let expression): condition(expression)
          case .cell(let cell):
            condition(cell.input)
            cell.test.forEachExpression(condition)
          }
        }
        row.then?.forEachExpression(result)
        row.score?.forEachExpression(result)
      }
      table.otherwise?.forEachExpression(result)
    }
  }
}

extension Template {
  fileprivate func forEachExpression(_ body: (Expression) -> Void) {
    switch self {
    case .literal: break
    case .expression(let expression): body(expression)
    case .list(let items, _): for item in items { item.forEachExpression(body) }
    case .map(let fields, _): for field in fields { field.value.forEachExpression(body) }
    }
  }
}

/// The range in words: `at least 1 and at most 5`.
package func rangeWords(_ minimum: Value?, _ maximum: Value?) -> String {
  switch (minimum, maximum) {
  case (let least?, let greatest?): "at least \(least) and at most \(greatest)"
  case (let least?, nil): "at least \(least)"
  case (nil, let greatest?): "at most \(greatest)"
  case (nil, nil): "any"
  }
}

extension EnumerationType {
  /// All its values, or nil if it has more than 12.
  var listed: String? {
    guard cases.count <= 12 else { return nil }
    return "its values are \(cases.map { $0.string }.joined(separator: ", "))"
  }
}

extension CELType {
  /// The description of a value of the type for authors.
  var described: String {
    switch self {
    case .int: "a whole number"
    case .uint: "a whole number that is not negative"
    case .double: "a number"
    case .decimal: "an exact number"
    case .bool: "`true` or `false`"
    case .string: "text"
    case .timestamp: "a time"
    case .duration: "a length of time"
    case .list: "a list"
    case .map: "a map"
    case .enumeration(let vocabulary): "a value of `\(vocabulary.name)`"
    case .record(let record): "a `\(record.name)`"
    default: "a value of type `\(self)`"
    }
  }
}

extension Node {
  /// The description of the node's value for authors.
  var described: String {
    switch kind {
    case .null: "nothing"
    case .bool: bool == true ? "`true`" : "`false`"
    case .number: "the number \(place.source.text(of: range))"
    case .string: text.map { $0.utf8.count <= 40 ? "`\($0)`" : "text" } ?? "text"
    case .list: "a list"
    case .map: "a map"
    }
  }
}

extension FactDeclaration {
  /// The range and size of its values, in words.
  package var limits: String {
    var limits: [String] = []
    if let minimum { limits.append("at least \(minimum)") }
    if let maximum { limits.append("at most \(maximum)") }
    if let maximumSize { limits.append("no longer than \(maximumSize)") }
    return limits.isEmpty ? "a number" : limits.joined(separator: ", ")
  }

  /// True if `value`, which is of the type, is within the range and size.
  package func admits(_ value: Value) -> Bool {
    if let minimum, minimum.compare(to: value) == .greater { return false }
    if let maximum, value.compare(to: maximum) == .greater { return false }
    guard let maximumSize, let count = value.elementCount else { return true }
    return count <= maximumSize
  }
}

extension Value {
  /// The number of elements of a list or map, characters of a string, or bytes; nil for other values.
  var elementCount: Int? {
    switch self {
    case .list(let elements): elements.count
    case .map(let map): map.count
    case .string(let text): text.string.unicodeScalars.count
    case .bytes(let bytes): bytes.count
    default: nil
    }
  }
}

/// A cell inside braces that YAML has split: `hour: 3,5` is read as a cell and a key `5` without a value, and `hour:5` as a key without a
/// value.
struct CutCell {
  /// The rule that the author has to know.
  var message: String
  /// The correct form.
  var form: String

  /// The cut cell whose remainder is `key` with the empty value `value`, or nil if the key has another cause.
  init?(_ key: Node, _ value: Node, after previous: (key: Node, value: Node)?) {
    guard value.range.count == 0, let text = key.text?.string else { return nil }
    if let colon = text.firstIndex(of: ":"), colon != text.startIndex, text.index(after: colon) != text.endIndex {
      message = "a cell's `:` has a space after it"
      form = "\(text[..<colon]): \(text[text.index(after: colon)...])"
      return
    }
    guard let previous, let name = previous.key.text, previous.value.kind != .map, previous.value.kind != .null,
      NameProblem(Text(text)) != nil || previous.value.kind == .string
    else { return nil }
    message = "a comma between braces ends a cell; several values are written as a list"
    let source = previous.value.place.source
    let first = source.text(of: previous.value.range)
    let inner = previous.value.kind == .list ? String(first.dropFirst().dropLast()) : first
    form = "\(name): [\(inner), \(text)]"
  }
}
