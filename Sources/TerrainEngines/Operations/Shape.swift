import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// The form of a piece of JSON, from which parameter checks, JSON Schema, and OpenRPC are derived.
///
/// Objects are closed: no other fields are allowed.
package struct Shape: Sendable {
  /// The forms of JSON values.
  package indirect enum Form: Sendable {
    /// Any value.
    case anything
    /// `null`.
    case null
    /// `true` or `false`.
    case flag
    /// A whole number, optionally within bounds.
    case integer(least: Int64?, most: Int64?)
    /// A number, optionally within bounds.
    case number(least: Double? = nil, most: Double? = nil)
    /// Text; `format` and `pattern` as JSON Schema has them.
    case text(format: String?, pattern: String?)
    /// One of the words.
    case words([String])
    /// A value of an enum that the pack or its rules declare.
    case enumeration(EnumerationType)
    /// A list, with at most `most` elements unless that is nil.
    case list(Shape, most: Int?)
    /// An object with any keys, whose values have the same shape.
    case map(Shape)
    /// An object with these fields.
    case object([Field])
    /// One of the shapes.
    case either([Shape])
    /// A named shape, which may mention itself.
    case named(String, @Sendable () -> Shape)
    /// A shape that the pack and its rules declare; without them, a shape for any pack.
    case declared(Declared)
    /// The id of a record of the pack.
    case id(of: RecordKind)
    /// A record of the pack with its id and the fields that its kind shows.
    case record
  }

  /// The kind of record that an id is of.
  package enum RecordKind: Sendable {
    /// One of the kinds.
    case kinds([Text])
    /// The kind is in the field of this name next to the id.
    case inField(String)
    /// Any kind; the id is unique among the records of all kinds.
    case any
  }

  /// The shapes that only a pack and its rules declare.
  package enum Declared: Sendable {
    /// A map of facts that rules declare.
    case facts(FactScope)
    /// A map from questions of a quiz to their options, or a list of pairs: of the usual quiz, or of any that the pack has.
    case answers(ofAnyQuiz: Bool)
    /// The goals that a person can choose.
    case goals
    /// The level of an account.
    case level
  }

  /// A field of an object.
  package struct Field: Sendable {
    /// Its key.
    package let name: String
    /// The meaning, as a sentence.
    package let doc: String
    /// The shape of the value.
    package let shape: Shape
    /// True if it is always there.
    package let isRequired: Bool
    /// The keys of the fields that it represents; nil for a field with one key, its name.
    package var keys: DeclaredKeys?
    /// The purpose of the field.
    package var role = Role.outcome

    /// The purpose of a field of a result.
    package enum Role: Sendable {
      /// The field is a part of the outcome.
      case outcome
      /// The field explains the outcome, and is written only if a request asks for that.
      case explanation
      /// The field explains a document that its caller keeps, and is always written.
      case keptExplanation
    }

    /// True if it is no part of the outcome: two results that differ here only have the same outcome.
    package var isExplanatory: Bool { role != .outcome }
  }

  /// Keys of fields that only a pack and its rules declare.
  package enum DeclaredKeys: Sendable {
    /// The names of the outcomes of a score.
    case outcomes
    /// The plurals of the names of outcomes.
    case outcomePlurals
  }

  /// The form.
  package let form: Form

  /// A shape of this form.
  package init(_ form: Form) { self.form = form }
}

// MARK: - Words for shapes

extension Shape {
  /// Any value.
  package static let anything = Shape(.anything)
  /// `true` or `false`.
  package static let flag = Shape(.flag)
  /// Text.
  package static let text = Shape(.text(format: nil, pattern: nil))
  /// A whole number.
  package static let integer = Shape(.integer(least: nil, most: nil))
  /// A whole number that is not below 0.
  package static let count = Shape(.integer(least: 0, most: nil))
  /// A number.
  package static let number = Shape(.number())
  /// A calendar day, `2026-02-05`.
  package static let date = Shape(.text(format: "date", pattern: nil))
  /// An instant, a local time of a local day, or a local day.
  package static let moment = Shape.either(
    .instant, .date,
    Shape(.text(format: nil, pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]$")))
  /// An instant with its offset, `2026-02-05T07:30:00+08:00`.
  package static let instant = Shape(.text(format: "date-time", pattern: nil))
  /// A language, as a BCP 47 tag.
  package static let locale = Shape(
    .text(
      format: nil,
      // RFC 5646, 2.1: language, extended languages, script, region, variants, extensions, private use.
      pattern: "^([A-Za-z]{2,3}(-[A-Za-z]{3}){0,3}|[A-Za-z]{4,8})(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?"
        + "(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*(-[0-9A-WYZa-wyz](-[A-Za-z0-9]{2,8})+)*(-[Xx](-[A-Za-z0-9]{1,8})+)?$"
    ))
  /// An amount of money.
  package static let money = named("money") {
    .object([
      .required("currency", .text, "By ISO 4217."), .required("minor", .integer, "In its smallest units."),
    ])
  }
  /// A record of the pack with its id and the fields that its kind shows.
  package static let record = Shape(.record)
  /// A map of facts for a request with a moment.
  package static let facts = Shape.facts(.day)

  /// A map of the facts that `scope` takes.
  package static func facts(_ scope: FactScope) -> Shape { Shape(.declared(.facts(scope))) }

  /// The id of a record of `kind`.
  package static func id(of kind: RecordKind) -> Shape { Shape(.id(of: kind)) }

  /// A whole number of a range.
  package static func integer(_ range: ClosedRange<Int64>) -> Shape {
    Shape(.integer(least: range.lowerBound, most: range.upperBound))
  }
  /// One of `words`.
  package static func words(_ words: [String]) -> Shape { Shape(.words(words)) }
  /// A list of shapes.
  package static func list(_ element: Shape, most: Int? = nil) -> Shape { Shape(.list(element, most: most)) }
  /// A map by key.
  package static func map(_ value: Shape) -> Shape { Shape(.map(value)) }
  /// An object with these fields.
  package static func object(_ fields: [Field]) -> Shape { Shape(.object(fields)) }
  /// One of `shapes`.
  package static func either(_ shapes: Shape...) -> Shape { Shape(.either(shapes)) }
  /// A shape, or `null`.
  package static func orNull(_ shape: Shape) -> Shape { Shape(.either([shape, Shape(.null)])) }
  /// A shape that schemas define once under a name; it may mention itself.
  package static func named(_ name: String, _ shape: @escaping @Sendable () -> Shape) -> Shape {
    Shape(.named(name, shape))
  }

  /// An object's fields; empty for any other form.
  package var fields: [Field] {
    switch form {
    case .object(let fields): fields
    case .named(_, let shape): shape().fields
    default: []
    }
  }
}

extension Shape {
  /// True if it contains a field that is written only if a request asks for an explanation.
  var hasExplanations: Bool {
    var visited: Set<String> = []
    return hasExplanations(&visited)
  }

  private func hasExplanations(_ visited: inout Set<String>) -> Bool {
    switch form {
    case .object(let fields):
      return fields.contains { $0.role == .explanation || $0.shape.hasExplanations(&visited) }
    case .list(let element, _), .map(let element): return element.hasExplanations(&visited)
    case .either(let shapes): return shapes.contains { $0.hasExplanations(&visited) }
    case .named(let name, let shape): return visited.insert(name).inserted && shape().hasExplanations(&visited)
    default: return false
    }
  }
}

extension Shape.Field {
  /// The field with another role; fields that are written only on request are never required.
  func with(role: Role) -> Shape.Field {
    Shape.Field(
      name: name, doc: doc, shape: shape, isRequired: isRequired && role != .explanation, keys: keys, role: role)
  }

  /// A field that is always there.
  package static func required(_ name: String, _ shape: Shape, _ doc: String) -> Shape.Field {
    Shape.Field(name: name, doc: doc, shape: shape, isRequired: true)
  }

  /// A field that may be left out.
  package static func optional(_ name: String, _ shape: Shape, _ doc: String) -> Shape.Field {
    Shape.Field(name: name, doc: doc, shape: shape, isRequired: false)
  }

  /// A field for each of `keys`.
  ///
  /// - Parameters:
  ///   - shape: The shape of each field.
  ///   - doc: The meaning of each field; `%` represents the key.
  package static func declared(
    _ keys: Shape.DeclaredKeys, _ shape: Shape, _ doc: String, isRequired: Bool = true
  ) -> Shape.Field {
    Shape.Field(name: "", doc: doc, shape: shape, isRequired: isRequired, keys: keys)
  }
}

extension Shape {
  /// All errors of `node` with regard to this shape, with suggestions for unknown fields and values. `null` means that a field is left out.
  ///
  /// - Parameters:
  ///   - what: the name of the node in messages ("the parameters").
  ///   - declarations: the declarations of a pack and its rules; without them, only rules for any pack are checked.
  package func diagnostics(about node: Node, what: String, declarations: Declarations = .none) -> [Diagnostic] {
    let diagnostics = DiagnosticCollector(.request)
    check(node, .named(what), declarations, into: diagnostics)
    return diagnostics.diagnostics
  }

  /// Reports everything about `node` that is not of this shape.
  func check(
    _ node: Node, _ what: CheckedValue, _ declarations: Declarations = .none, into diagnostics: DiagnosticCollector
  ) {
    // The recursion is bounded, because each step also descends in the document, whose nesting its reader limits.
    switch form {
    case .anything: break
    case .null: check(node, is: .null, what, into: diagnostics)
    case .flag: check(node, is: .bool, what, into: diagnostics)
    case .number(let least, let most):
      check(node, is: .number, what, into: diagnostics)
      guard let number = node.double else { return }
      if let least, number < least {
        diagnostics.report(.notInRange(least: least, most: most, what: what.name, at: node))
      }
      if let most, number > most {
        diagnostics.report(.notInRange(least: least, most: most, what: what.name, at: node))
      }
    case .text, .id: check(node, is: .string, what, into: diagnostics)
    case .record: check(node, is: .map, what, into: diagnostics)
    case .integer(let least, let most):
      guard node.kind == .number else { return check(node, is: .number, what, into: diagnostics) }
      if let int = node.int, least.map({ int >= $0 }) ?? true, most.map({ int <= $0 }) ?? true { return }
      diagnostics.report(.notInRange(least: least, most: most, what: what.name, at: node))
    case .words(let words):
      if let text = node.text, words.contains(where: { Text($0) == text }) { return }
      diagnostics.report(.notAWord(of: words, what: what.name, at: node, diagnostics.suggestions))
    case .enumeration(let type):
      if let text = node.text, type.code(of: text) != nil { return }
      diagnostics.report(
        .notAWord(of: type.cases.map { $0.string }, what: what.name, at: node, diagnostics.suggestions))
    case .list(let element, let most):
      guard node.kind == .list else { return check(node, is: .list, what, into: diagnostics) }
      if let most, node.count > most {
        return diagnostics.report(.tooMany(node.count, limit: most, what: what.name, at: node))
      }
      let what = CheckedValue.element(of: what)
      for item in node.elements where !diagnostics.isExhausted {
        element.check(item, what, declarations, into: diagnostics)
      }
    case .map(let value):
      guard node.kind == .map else { return check(node, is: .map, what, into: diagnostics) }
      for (key, item) in node.members where !diagnostics.isExhausted {
        value.check(item, .member(key.text ?? "", of: what), declarations, into: diagnostics)
      }
    case .object(let fields): check(node, fields, what, declarations, into: diagnostics)
    case .either(let shapes):
      // The alternative with the fewest errors reports its errors.
      var nearest: DiagnosticCollector?
      for shape in shapes {
        let part = diagnostics.part()
        shape.check(node, what, declarations, into: part)
        if part.count == 0 { return }
        if part.count < nearest?.count ?? .max { nearest = part }
      }
      if let nearest { diagnostics.take(nearest) }
    case .named(_, let shape): shape().check(node, what, declarations, into: diagnostics)
    case .declared(let declared):
      declarations.shape(of: declared).check(node, what, declarations, into: diagnostics)
    }
  }

  private func check(
    _ node: Node, is expected: NodeKind, _ what: CheckedValue, into diagnostics: DiagnosticCollector
  ) {
    if node.kind != expected { diagnostics.report(.wrongKind(node, expected: expected, what: what.name)) }
  }

  private func check(
    _ node: Node, _ fields: [Field], _ what: CheckedValue, _ declarations: Declarations,
    into diagnostics: DiagnosticCollector
  ) {
    var reader = FieldReader(node, what: what.name, into: diagnostics)
    for field in fields {
      let name = Text(field.name)
      guard let value = field.isRequired ? reader.required(name) : reader.optional(name) else { continue }
      field.shape.check(value, .member(name, of: what), declarations, into: diagnostics)
    }
    reader.finish(alsoKnown: ["$schema"])
  }
}

/// A checked value with its path from the outermost value. Its name is composed only if a diagnostic needs it.
///
/// The chain is a value, because for a chain of closures the compiler would specialize the recursive function once per closure, without
/// end.
indirect enum CheckedValue {
  /// The outermost value, by its name in messages ("the parameters").
  case named(String)
  case element(of: CheckedValue)
  case member(Text, of: CheckedValue)

  /// The name in messages: "`a` of an element of the parameters".
  var name: String {
    switch self {
    case .named(let name): name
    case .element(let list): "an element of \(list.name)"
    case .member(let key, let map): "`\(key)` of \(map.name)"
    }
  }
}

/// A parameter that an operation reads itself; the others are read by its engine.
package struct Parameter<Value>: Sendable {
  /// The name in requests.
  package let name: Text
  /// The field in the shape of the parameters.
  package let field: Shape.Field
  fileprivate let value: @Sendable (Node) -> Value?

  fileprivate init(
    _ name: String, _ shape: Shape, _ doc: String, isRequired: Bool = false,
    _ value: @escaping @Sendable (Node) -> Value?
  ) {
    self.name = Text(name)
    field = isRequired ? .required(name, shape, doc) : .optional(name, shape, doc)
    self.value = value
  }
}

extension Parameter where Value == Bool {
  /// True or false.
  package static func flag(_ name: String, _ doc: String) -> Parameter {
    Parameter(name, .flag, doc) { $0.bool }
  }
}

extension Parameter where Value == Text {
  /// Text.
  package static func text(_ name: String, _ doc: String, isRequired: Bool = false) -> Parameter {
    Parameter(name, .text, doc, isRequired: isRequired) { $0.text }
  }
}

extension Parameter where Value == Int {
  /// A whole number of a range.
  package static func integer(_ name: String, _ range: ClosedRange<Int>, _ doc: String) -> Parameter {
    Parameter(name, .integer(Int64(range.lowerBound)...Int64(range.upperBound)), doc) {
      $0.int.flatMap(Int.init(exactly:))
    }
  }
}

/// Reads parameters, and reports their errors.
struct ParameterReader {
  private let node: Node
  /// Most requests need none.
  private var diagnostics: DiagnosticCollector?

  init(_ node: Node) { self.node = node }

  /// The value of `parameter`; nil if the request has none, or a wrong one.
  mutating func optional<Value>(_ parameter: Parameter<Value>) -> Value? {
    guard node.kind == .map, let value = node[parameter.name], value.kind != .null else { return nil }
    let diagnostics = self.diagnostics ?? DiagnosticCollector(.request)
    self.diagnostics = diagnostics
    parameter.field.shape.check(value, .member(parameter.name, of: .named("the parameters")), into: diagnostics)
    return parameter.value(value)
  }

  /// The value of `parameter`, which is required; nil, with a diagnostic, if it is missing.
  mutating func required<Value>(_ parameter: Parameter<Value>) -> Value? {
    if node.kind != .map || (node[parameter.name]?.kind ?? .null) == .null {
      let diagnostics = self.diagnostics ?? DiagnosticCollector(.request)
      self.diagnostics = diagnostics
      diagnostics.report(
        node.kind == .map
          ? .missingField(parameter.name, of: node, what: "the request")
          : .wrongKind(node, expected: .map, what: "the request"))
    }
    return optional(parameter)
  }

  /// Throws all errors in the parameters that were read.
  func finish() throws(DiagnosticError) {
    if let diagnostics, diagnostics.hasErrors { throw diagnostics.error }
  }
}
