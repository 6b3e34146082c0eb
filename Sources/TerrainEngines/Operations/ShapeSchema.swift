import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// Writes shapes as JSON Schema (2020-12; nothing in it is different in draft 07).
package struct ShapeSchema {
  /// The prefix of references to named shapes: `#/$defs/` in a schema, `#/components/schemas/` in an OpenRPC document.
  private let references: String
  private let declarations: Declarations?
  /// True if optional fields may be null: null in a request means that a field is left out.
  package var allowsNull = false
  /// Named shapes that were met, in the order they were.
  private var met: [(name: String, shape: Shape, allowsNull: Bool)] = []

  /// A writer of shapes.
  ///
  /// - Parameter declarations: the declarations of a pack and its rules, which fill in the declared shapes.
  package init(references: String = "#/$defs/", declarations: Declarations? = nil) {
    self.references = references
    self.declarations = declarations
  }

  /// A whole schema, ending in a line end.
  ///
  /// - Parameter pointer: true for a request, which may name its schema in a member `$schema` and have null for absent members.
  package static func document(
    of shape: Shape, id: String, title: String, description: String, pointer: Bool, declarations: Declarations? = nil
  ) -> [UInt8] {
    var schema = ShapeSchema(declarations: declarations)
    schema.allowsNull = pointer
    var writer = JSONWriter(.pretty)
    writer.object { writer in
      for (key, text) in [
        ("$schema", "https://json-schema.org/draft/2020-12/schema"), ("$id", id), ("title", title),
        ("description", description),
      ] {
        writer.key(key)
        writer.string(text)
      }
      let shape = pointer ? shape.adding(.schemaPointer) : shape
      schema.members(of: shape, to: &writer)
      schema.definitions(under: "$defs", to: &writer)
    }
    writer.newline()
    return writer.bytes
  }

  /// A schema on one line with the types and descriptions of the top-level fields of `shape`, and nothing inside of them.
  package static func outline(of shape: Shape) -> [UInt8] {
    var writer = JSONWriter(.compact)
    writer.object { writer in
      writer.member("type", "object")
      let required = shape.fields.filter(\.isRequired).map(\.name)
      if !required.isEmpty { writer.member("required", required) }
      writer.object("properties") { writer in
        for field in shape.fields {
          writer.object(field.name) { writer in
            writer.member("type", ifAny: typeName(of: field.shape))
            writer.member("description", field.doc)
          }
        }
      }
    }
    return writer.bytes
  }

  /// The name of the type of all values of `shape`, or nil if they have several.
  private static func typeName(of shape: Shape) -> String? {
    switch shape.form {
    case .anything: nil
    case .null: "null"
    case .flag: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .text, .words, .enumeration, .id: "string"
    case .list: "array"
    case .map, .object, .record: "object"
    case .named(_, let shape): typeName(of: shape())
    case .declared(let declared): typeName(of: Declarations.none.shape(of: declared))
    case .either(let shapes):
      shapes.dropFirst().allSatisfy { typeName(of: $0) == shapes.first.flatMap(typeName) }
        ? shapes.first.flatMap(typeName) : nil
    }
  }

  /// Writes `shape` as one schema.
  package mutating func write(_ shape: Shape, description: String? = nil, to writer: inout JSONWriter) {
    writer.beginObject()
    members(of: shape, to: &writer)
    writer.member("description", ifAny: description)
    writer.endObject()
  }

  /// The shape of the values of `field`, with null if it may be left out of a request.
  package func shape(of field: Shape.Field) -> Shape {
    guard allowsNull, !field.isRequired, field.shape.form.excludesNull else { return field.shape }
    if case .either(let shapes) = field.shape.form { return Shape(.either(shapes + [Shape(.null)])) }
    return .orNull(field.shape)
  }

  /// Writes the named shapes that were used, and the shapes that those use, as the member `key`.
  package mutating func definitions(under key: String, to writer: inout JSONWriter) {
    guard !met.isEmpty else { return }
    writer.key(key)
    writer.beginObject()
    var position = 0
    while position < met.count {
      let (name, shape, isOfRequest) = met[position]
      allowsNull = isOfRequest
      writer.key(name)
      write(shape, to: &writer)
      position += 1
    }
    writer.endObject()
  }

  private mutating func members(of shape: Shape, to writer: inout JSONWriter) {
    switch shape.form {
    case .anything: break
    case .null: type("null", to: &writer)
    case .flag: type("boolean", to: &writer)
    case .number(let least, let most):
      type("number", to: &writer)
      for (key, bound) in [("minimum", least), ("maximum", most)] {
        if let bound { try? writer.member(key, .double(bound)) }
      }
    case .integer(let least, let most):
      type("integer", to: &writer)
      limit("minimum", least, to: &writer)
      limit("maximum", most, to: &writer)
    case .text(let format, let pattern):
      type("string", to: &writer)
      for (key, text) in [("format", format), ("pattern", pattern)] {
        guard let text else { continue }
        writer.key(key)
        writer.string(text)
      }
    case .words(let words): writer.member("enum", words)
    case .enumeration(let type): writer.member("enum", type.cases.map({ $0.string }))
    case .list(let element, let most):
      type("array", to: &writer)
      limit("maxItems", most.map(Int64.init), to: &writer)
      writer.key("items")
      write(element, to: &writer)
    case .map(let value):
      type("object", to: &writer)
      writer.key("additionalProperties")
      write(value, to: &writer)
    case .object(let fields): object(fields, to: &writer)
    case .either(let shapes):
      writer.key("anyOf")
      writer.beginArray()
      for shape in shapes { write(shape, to: &writer) }
      writer.endArray()
    case .named(let name, let shape):
      if !met.contains(where: { $0.name == name }) { met.append((name, shape(), allowsNull)) }
      writer.member("$ref", references + name)
    case .id: members(of: .text, to: &writer)
    case .record: members(of: .map(.anything), to: &writer)
    case .declared(let declared): members(of: (declarations ?? .none).shape(of: declared), to: &writer)
    }
  }

  private mutating func object(_ all: [Shape.Field], to writer: inout JSONWriter) {
    let (fields, others) = (declarations ?? .none).known(all)
    type("object", to: &writer)
    let required = fields.filter { $0.isRequired }
    if !required.isEmpty {
      writer.array("required") { writer in for field in required { writer.string(field.name) } }
    }
    if let others {
      writer.key("additionalProperties")
      write(others, to: &writer)
    } else {
      writer.member("additionalProperties", false)
    }
    guard !fields.isEmpty else { return }
    writer.key("properties")
    writer.beginObject()
    for field in fields {
      writer.key(field.name)
      write(shape(of: field), description: field.doc, to: &writer)
    }
    writer.endObject()
  }

  private func type(_ name: String, to writer: inout JSONWriter) {
    writer.member("type", name)
  }

  private func limit(_ key: String, _ value: Int64?, to writer: inout JSONWriter) {
    guard let value else { return }
    writer.key(key)
    writer.int(value)
  }
}

extension Shape.Form {
  /// True if null is not one of its values.
  fileprivate var excludesNull: Bool {
    switch self {
    case .anything, .null: false
    case .either(let shapes): shapes.allSatisfy { $0.form.excludesNull }
    default: true
    }
  }
}

extension Shape {
  fileprivate func adding(_ field: Field) -> Shape { .object(fields + [field]) }
}

extension Shape.Field {
  /// The member of a document that names its schema.
  fileprivate static let schemaPointer = optional("$schema", .text, "The schema of this file, for editors.")
}

/// The JSON Schemas of the parameters and results of operations, as published in `ContentPacks/Schemas`.
package enum OperationSchemas {
  /// The subject of a schema.
  package enum Side: String, Sendable, CaseIterable {
    /// Parameters.
    case request
    /// A result.
    case response
  }

  /// The schema's file, relative to the folder of schemas: `requests/score.schema.json`.
  package static func file(of operation: AnyOperation, _ side: Side) -> String {
    "\(side.rawValue)s/\(operation.name).schema.json"
  }

  /// The schema, ending in a line end.
  ///
  /// - Parameter declarations: the declarations of a pack and its rules, which fill in the declared shapes.
  package static func schema(of operation: AnyOperation, _ side: Side, declarations: Declarations? = nil) -> [UInt8] {
    switch side {
    case .request:
      ShapeSchema.document(
        of: operation.parameters, id: file(of: operation, side), title: "Request: \(operation.name)",
        description: "\(operation.summary). What the method `\(operation.name)` takes, and a request file holds.",
        pointer: true, declarations: declarations)
    case .response:
      ShapeSchema.document(
        of: operation.result, id: file(of: operation, side), title: "Response: \(operation.name)",
        description: "\(operation.summary). What the method `\(operation.name)` gives.", pointer: false,
        declarations: declarations)
    }
  }
}
