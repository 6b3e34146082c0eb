import TerrainBase
import TerrainDocuments
import TerrainRules

/// The single description of a type of result: its shape, which JSON Schema and OpenRPC are generated from, and the writer of its values.
///
/// Types are created for each thread (computed properties, not stored ones): threads that shared closures would wait for each other when
/// they count references.
package struct ResultType<Content>: Sendable {
  /// Writes a value as one JSON value. Texts in another language than `locale`, the requested one, name theirs.
  package typealias Write =
    @Sendable (_ content: Content, _ locale: LanguageTag, _ writer: inout JSONWriter) throws(JSONWriterError) -> Void

  /// The shape of the values.
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
  /// - Throws: `response/no-json` if JSON cannot hold a value: numbers in YAML and results of rules can be infinite.
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

  /// An object with these fields, whose schema is written only once under `name`.
  package static func named(
    _ name: String, @ResultFieldsBuilder<Content> _ fields: () -> ResultFields<Content>
  ) -> ResultType {
    object(fields()).named(name)
  }

  /// The type under a name, so that its schema is written only once.
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
    // The writer of the object holds `whole`. If the fields of the type held it too, the cycle would never be freed. Embedded Swift, with
    // which the WebAssembly engine is built, has no checked unowned reference.
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

  /// The type of a whole from which `part` is written.
  package func of<Whole>(_ part: @escaping @Sendable (Whole) -> Content) -> ResultType<Whole> {
    let write = write
    return ResultType<Whole>(shape) { whole, locale, writer throws(JSONWriterError) in
      try write(part(whole), locale, &writer)
    }
  }

  /// The same type with `shape` as its shape in schemas.
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

/// Fields of an object in a result, in the order in which they are written.
package struct ResultFields<Content>: Sendable {
  /// Their keys, meanings and types.
  package let shapes: [Shape.Field]
  /// Write them, one or more each.
  package let writers: [ResultType<Content>.Write]

  /// Creates fields from `shapes` and `writers`.
  package init(shapes: [Shape.Field], writers: [ResultType<Content>.Write]) {
    self.shapes = shapes
    self.writers = writers
  }

  /// Creates fields from `shapes` and one writer. Swift 6.3.1 crashes on a closure with typed errors inside a list.
  package init(shapes: [Shape.Field], write: @escaping ResultType<Content>.Write) {
    self.init(shapes: shapes, writers: [write])
  }
}

/// Makes one list of fields of several.
@resultBuilder
package enum ResultFieldsBuilder<Content> {
  package static func buildExpression(_ fields: ResultFields<Content>) -> ResultFields<Content> { fields }

  package static func buildBlock(_ parts: ResultFields<Content>...) -> ResultFields<Content> { joined(parts) }

  package static func buildOptional(_ part: ResultFields<Content>?) -> ResultFields<Content> {
    part ?? ResultFields(shapes: [], writers: [])
  }

  package static func buildEither(first part: ResultFields<Content>) -> ResultFields<Content> { part }

  package static func buildEither(second part: ResultFields<Content>) -> ResultFields<Content> { part }

  private static func joined(_ parts: [ResultFields<Content>]) -> ResultFields<Content> {
    ResultFields(shapes: parts.flatMap { $0.shapes }, writers: parts.flatMap { $0.writers })
  }
}

// Functions and not static members: a leading dot on a new line continues the expression above it.

/// A group of fields, to be embedded in objects.
package func group<Content>(
  @ResultFieldsBuilder<Content> _ fields: () -> ResultFields<Content>
) -> ResultFields<Content> { fields() }

/// A field that is always written.
package func requiredField<Content, Field>(
  _ key: String, _ type: ResultType<Field>, _ doc: String, _ get: @escaping @Sendable (Content) -> Field
) -> ResultFields<Content> {
  let write = type.write
  let written = JSONWriter.Key(key)
  return ResultFields(shapes: [.required(key, type.shape, doc)]) { content, locale, writer throws(JSONWriterError) in
    let field = get(content)
    writer.key(written)
    try write(field, locale, &writer)
  }
}

/// A field that is left out if it has no value.
package func optionalField<Content, Field>(
  _ key: String, _ type: ResultType<Field>, _ doc: String, _ get: @escaping @Sendable (Content) -> Field?
) -> ResultFields<Content> {
  let write = type.write
  let written = JSONWriter.Key(key)
  return ResultFields(shapes: [.optional(key, type.shape, doc)]) { content, locale, writer throws(JSONWriterError) in
    guard let field = get(content) else { return }
    writer.key(written)
    try write(field, locale, &writer)
  }
}

/// Fields that explain the result and are not part of the outcome: rows that fired, margins, criteria. They are written only if a request
/// asks for them (``Operation/explain``).
package func explanatory<Content>(_ fields: ResultFields<Content>) -> ResultFields<Content> {
  let writers = fields.writers
  let shapes = fields.shapes.map { $0.with(role: .explanation) }
  return ResultFields(shapes: shapes) { content, locale, writer throws(JSONWriterError) in
    if writer.explains {
      for write in writers { try write(content, locale, &writer) }
    } else {
      try writer.leaveOut { writer throws(JSONWriterError) in
        for write in writers { try write(content, locale, &writer) }
      }
    }
  }
}

/// Fields that explain a document which its caller keeps. They are always written, because the explanation could not be reconstructed
/// later.
package func keptExplanation<Content>(_ fields: ResultFields<Content>) -> ResultFields<Content> {
  ResultFields(shapes: fields.shapes.map { $0.with(role: .keptExplanation) }, writers: fields.writers)
}

/// A text, with a second field for its language if that is not the requested language; left out if it is nil.
package func localizedField<Content>(
  _ key: String, _ doc: String, _ get: @escaping @Sendable (Content, LanguageTag) -> LocalizedText.Served?
) -> ResultFields<Content> {
  let (written, localeKey) = (JSONWriter.Key(key), "\(key)_locale")
  return ResultFields(shapes: localizedShapes(key, doc)) { content, locale, writer in
    guard let text = get(content, locale) else { return }
    writer.key(written)
    writer.string(text.text)
    if text.locale != locale { writer.member(localeKey, text.locale.text) }
  }
}

/// The shapes of a text and of its language.
package func localizedShapes(_ key: String, _ doc: String) -> [Shape.Field] {
  [
    .optional(key, .text, doc),
    .optional("\(key)_locale", .text, "Its language, where that is not `locale`."),
  ]
}

/// A text, with a second field for its language if that is not the requested language; left out if it is nil.
package func localizedField<Content>(
  _ key: String, _ doc: String, _ get: @escaping @Sendable (Content) -> LocalizedText.Served?
) -> ResultFields<Content> {
  localizedField(key, doc) { content, _ in get(content) }
}

/// The fields of a part, as fields of the whole.
package func fields<Content, Part>(
  of fields: ResultFields<Part>, _ get: @escaping @Sendable (Content) -> Part
) -> ResultFields<Content> {
  let writers = fields.writers
  return ResultFields(shapes: fields.shapes) { content, locale, writer throws(JSONWriterError) in
    let part = get(content)
    for write in writers { try write(part, locale, &writer) }
  }
}

/// The fields of a part, as fields of the whole; left out if the part is nil.
package func optionalFields<Content, Part>(
  of fields: ResultFields<Part>, _ get: @escaping @Sendable (Content) -> Part?
) -> ResultFields<Content> {
  let writers = fields.writers
  let shapes = fields.shapes.map {
    Shape.Field(
      name: $0.name, doc: $0.doc, shape: $0.shape, isRequired: false, keys: $0.keys, role: $0.role)
  }
  return ResultFields(shapes: shapes) {
    content, locale, writer throws(JSONWriterError) in
    guard let part = get(content) else { return }
    for write in writers { try write(part, locale, &writer) }
  }
}

// Basic types.

extension ResultType where Content: BinaryInteger & Sendable {
  /// A whole number.
  package static var integer: ResultType { ResultType(.integer) { number, _, writer in writer.int(number) } }
  /// A whole number that is not below 0.
  package static var count: ResultType { ResultType(.count) { number, _, writer in writer.int(number) } }
}

extension ResultType where Content == Double {
  /// A number.
  package static var number: ResultType {
    ResultType(.number) { number, _, writer throws(JSONWriterError) in try writer.double(number) }
  }
}

extension ResultType where Content == ExactDecimal {
  /// A number, with all its digits.
  package static var number: ResultType { ResultType(.number) { number, _, writer in writer.decimal(number) } }
}

extension ResultType where Content == Bool {
  /// `true` or `false`.
  package static var flag: ResultType { ResultType(.flag) { flag, _, writer in writer.bool(flag) } }
}

extension ResultType where Content == Text {
  /// Text.
  package static var text: ResultType { ResultType(.text) { text, _, writer in writer.string(text) } }

  /// One of `words`.
  package static func words(_ words: [String]) -> ResultType { ResultType(.words(words), text.write) }

  /// The id of a record of `kind`.
  package static func id(of kind: Shape.RecordKind) -> ResultType { ResultType(.id(of: kind), text.write) }
}

extension ResultType where Content == String {
  /// Text.
  package static var text: ResultType { ResultType(.text) { text, _, writer in writer.string(text) } }

  /// One of `words`.
  package static func words(_ words: [String]) -> ResultType { ResultType(.words(words), text.write) }
}

extension ResultType where Content: RawRepresentable & SendableMetatype, Content.RawValue == String {
  /// One of `words`.
  package static func words(_ words: [Content]) -> ResultType {
    ResultType(.words(words.map { $0.rawValue })) { word, _, writer in writer.string(word.rawValue) }
  }
}

extension ResultType where Content: RawRepresentable & CaseIterable & SendableMetatype, Content.RawValue == String {
  /// One of the enum's words.
  package static var word: ResultType { words(Array(Content.allCases)) }
}

extension ResultType where Content == CalendarDate {
  /// A calendar day.
  package static var date: ResultType { ResultType(.date) { date, _, writer in writer.string(date.description) } }
}

extension ResultType where Content == Timestamp {
  /// An instant with its offset.
  package static var instant: ResultType {
    ResultType(.instant) { instant, _, writer in writer.string(instant.description) }
  }
}

extension ResultType where Content == LanguageTag {
  /// A language, as a BCP 47 tag.
  package static var locale: ResultType { ResultType(.locale) { tag, _, writer in writer.string(tag.description) } }
  /// A language as text.
  package static var text: ResultType { ResultType(.text) { tag, _, writer in writer.string(tag.description) } }
}

extension ResultType where Content == Value {
  /// Any value.
  package static var anything: ResultType {
    ResultType(.anything) { value, _, writer throws(JSONWriterError) in try writer.value(value) }
  }
}

extension ResultType where Content == [UInt8] {
  /// JSON that was made elsewhere, of this shape.
  package static func json(_ shape: Shape) -> ResultType { ResultType(shape) { json, _, writer in writer.raw(json) } }
}

// MARK: - Several values

extension ResultType {
  /// A list.
  package static func list<Element>(_ element: ResultType<Element>) -> ResultType where Content == [Element] {
    let write = element.write
    return ResultType(.list(element.shape)) { list, locale, writer throws(JSONWriterError) in
      writer.beginArray()
      // Uses the buffer, because a loop over the array would copy each element.
      try list.withUnsafeBufferPointer { (elements) throws(JSONWriterError) in
        for index in elements.indices { try write(elements[index], locale, &writer) }
      }
      writer.endArray()
    }
  }

  /// An object with a member for each element.
  package static func map<Element, Member>(
    _ member: ResultType<Member>, key: @escaping @Sendable (Element) -> Text,
    value: @escaping @Sendable (Element) -> Member
  ) -> ResultType where Content == [Element] {
    let write = member.write
    return ResultType(.map(member.shape)) { list, locale, writer throws(JSONWriterError) in
      writer.beginObject()
      for element in list {
        writer.key(key(element))
        try write(value(element), locale, &writer)
      }
      writer.endObject()
    }
  }

  /// An object with a member for each element.
  package static func map<Element>(
    _ element: ResultType<Element>, key: @escaping @Sendable (Element) -> Text
  ) -> ResultType where Content == [Element] { map(element, key: key, value: { $0 }) }

  /// A value, or `null`.
  package static func orNull<Wrapped>(_ wrapped: ResultType<Wrapped>) -> ResultType where Content == Wrapped? {
    let write = wrapped.write
    return ResultType(.orNull(wrapped.shape)) { content, locale, writer throws(JSONWriterError) in
      if let content { try write(content, locale, &writer) } else { writer.null() }
    }
  }
}
