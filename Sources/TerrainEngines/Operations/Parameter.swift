import TerrainDocuments
import TerrainBase

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
  package static func text(_ name: String, _ doc: String) -> Parameter {
    Parameter(name, .text, doc) { $0.text }
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

extension Parameter where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  /// One of the words that there are.
  package static func word(_ name: String, _ doc: String) -> Parameter {
    Parameter(name, .words(Value.allCases.map { $0.rawValue }), doc) { $0.text.flatMap { Value(rawValue: $0.string) } }
  }
}

/// Reads parameters, and reports what is wrong with them.
struct ParameterReader {
  private let node: Node
  /// Most requests need none.
  private var diagnostics: DiagnosticCollector?

  init(_ node: Node) { self.node = node }

  /// The value of `parameter`; nil where the request has none, or a wrong one.
  mutating func optional<Value>(_ parameter: Parameter<Value>) -> Value? {
    guard node.kind == .map, let value = node[parameter.name], value.kind != .null else { return nil }
    let diagnostics = self.diagnostics ?? DiagnosticCollector(.request)
    self.diagnostics = diagnostics
    parameter.field.shape.check(value, .member(parameter.name, of: .named("the parameters")), into: diagnostics)
    return parameter.value(value)
  }

  /// Throws everything that is wrong with the parameters that were read.
  func finish() throws(DiagnosticError) {
    if let diagnostics, diagnostics.hasErrors { throw diagnostics.error }
  }
}
