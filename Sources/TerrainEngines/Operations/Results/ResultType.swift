import TerrainDocuments
import TerrainBase

/// The one description of a type of result: its shape, from which JSON Schema and OpenRPC come, and how its values are written.
///
/// Types are made anew for each thread (computed properties, not stored ones): threads that shared closures would wait for each
/// other when they count references.
package struct ResultType<Content>: Sendable {
  /// Writes a value as one JSON value. Texts in another language than `locale`, the requested one, name theirs.
  package typealias Write =
    @Sendable (_ content: Content, _ locale: LanguageTag, _ writer: inout JSONWriter) throws(JSONWriterError) -> Void

  /// What values look like.
  package let shape: Shape
  /// Writes a value.
  package let write: Write

  /// A type of this shape, whose values `write` writes.
  package init(_ shape: Shape, _ write: @escaping Write) {
    self.shape = shape
    self.write = write
  }

  /// `content` as one JSON value.
  ///
  /// - Throws: `response/no-json` where a value is one that JSON cannot hold: what callers pass as YAML, and what rules evaluate
  ///   to, can be infinite.
  package func write(_ content: Content, to writer: inout JSONWriter) throws(DiagnosticError) {
    do throws(JSONWriterError) {
      try write(content, .undetermined, &writer)
    } catch {
      throw DiagnosticError(.noJSON(because: error))
    }
  }

  /// The bytes of `content`.
  package func json(_ content: Content, _ layout: JSONWriter.Layout = .compact) throws(DiagnosticError) -> [UInt8] {
    var writer = JSONWriter(layout)
    try write(content, to: &writer)
    return writer.bytes
  }

  // MARK: Objects

  /// An object with these fields.
  package static func object(@ResultFieldsBuilder<Content> _ fields: () -> ResultFields<Content>) -> ResultType {
    object(fields())
  }

  /// An object with these fields.
  package static func object(_ fields: ResultFields<Content>) -> ResultType {
    let writers = fields.writers
    return ResultType(.object(fields.shapes)) { content, locale, writer throws(JSONWriterError) in
      writer.beginObject()
      for write in writers { try write(content, locale, &writer) }
      writer.endObject()
    }
  }

  /// An object with these fields, whose schema is written once under `name`.
  package static func named(
    _ name: String, @ResultFieldsBuilder<Content> _ fields: () -> ResultFields<Content>
  ) -> ResultType {
    object(fields()).named(name)
  }

  /// The type under a name: its schema is written once.
  package func named(_ name: String) -> ResultType {
    let shape = shape
    return ResultType(.named(name) { shape }, write)
  }

  /// An object whose fields mention its own type; its schema is written once under `name`.
  ///
  /// - Parameter fields: are given the type that they mention.
  package static func recursive(
    _ name: String, @ResultFieldsBuilder<Content> _ fields: @escaping @Sendable (ResultType) -> ResultFields<Content>
  ) -> ResultType {
    let shape = Shape.named(name) { recursive(name, fields).object }
    let whole = Recursion<Content>()
    // Whoever writes the object holds `whole`; a type that its own fields held as well would never be freed. Embedded Swift, of which the
    // engine in a page is made, has no checked reference that does not hold.
    let object = object(
      fields(
        ResultType(shape) { [unowned(unsafe) whole] content, locale, writer throws(JSONWriterError) in
          try whole.write?(content, locale, &writer)
        }))
    whole.write = object.write
    return ResultType(.named(name) { object.shape }) { content, locale, writer throws(JSONWriterError) in
      try whole.write?(content, locale, &writer)
    }
  }

  /// The shape that a name represents.
  private var object: Shape {
    if case .named(_, let shape) = shape.form { shape() } else { shape }
  }

  // MARK: Other types from this one

  /// The type of values of which `part` is written.
  package func of<Whole>(_ part: @escaping @Sendable (Whole) -> Content) -> ResultType<Whole> {
    let write = write
    return ResultType<Whole>(shape) { whole, locale, writer throws(JSONWriterError) in
      try write(part(whole), locale, &writer)
    }
  }

  /// The same values, of which a schema only has to know this shape.
  package func shown(as shape: Shape) -> ResultType { ResultType(shape, write) }

  /// The type of values whose texts were requested in the language `locale`.
  package func requested(in locale: @escaping @Sendable (Content) -> LanguageTag) -> ResultType {
    let write = write
    return ResultType(shape) { content, _, writer throws(JSONWriterError) in
      try write(content, locale(content), &writer)
    }
  }
}

/// A recursive type's writer; set once, before the type is used.
private final class Recursion<Content>: @unchecked Sendable {
  var write: ResultType<Content>.Write?
}
