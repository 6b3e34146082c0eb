import TerrainRules
import TerrainDocuments
import TerrainBase

/// Fields of an object in a result, in the order in which they are written.
package struct ResultFields<Content>: Sendable {
  /// Their keys, meanings and types.
  package let shapes: [Shape.Field]
  /// Write them, one or more each.
  package let writers: [ResultType<Content>.Write]

  /// Fields of these shapes, which `writers` write.
  package init(shapes: [Shape.Field], writers: [ResultType<Content>.Write]) {
    self.shapes = shapes
    self.writers = writers
  }

  /// Fields of these shapes, which `write` writes. Swift 6.3.1 crashes on a closure with typed errors inside a list.
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

/// A field that is left out where there is no value.
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

/// Fields that explain the result and are no part of the outcome: rows that fired, margins, criteria.
package func explanatory<Content>(_ fields: ResultFields<Content>) -> ResultFields<Content> {
  let shapes = fields.shapes.map { field in
    var field = field
    field.isExplanatory = true
    return field
  }
  return ResultFields(shapes: shapes, writers: fields.writers)
}

/// A text, with its language beside it where that is not the requested one; left out where there is no text.
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
    .optional("\(key)_locale", .text, "Its language, where that is not the one that was asked for."),
  ]
}

/// A text, with its language beside it where that is not the requested one; left out where there is no text.
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

/// The fields of a part, as fields of the whole; all are left out where there is no part.
package func optionalFields<Content, Part>(
  of fields: ResultFields<Part>, _ get: @escaping @Sendable (Content) -> Part?
) -> ResultFields<Content> {
  let writers = fields.writers
  let shapes = fields.shapes.map {
    Shape.Field(
      name: $0.name, doc: $0.doc, shape: $0.shape, isRequired: false, keys: $0.keys, isExplanatory: $0.isExplanatory)
  }
  return ResultFields(shapes: shapes) {
    content, locale, writer throws(JSONWriterError) in
    guard let part = get(content) else { return }
    for write in writers { try write(part, locale, &writer) }
  }
}
