import TerrainDocuments
import TerrainBase

// Types that others are made of.

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

  /// One of these words.
  package static func words(_ words: [String]) -> ResultType { ResultType(.words(words), text.write) }

  /// The id of a record of `kind`.
  package static func id(of kind: Shape.RecordKind) -> ResultType { ResultType(.id(of: kind), text.write) }
}

extension ResultType where Content == String {
  /// Text.
  package static var text: ResultType { ResultType(.text) { text, _, writer in writer.string(text) } }

  /// One of these words.
  package static func words(_ words: [String]) -> ResultType { ResultType(.words(words), text.write) }
}

extension ResultType where Content: RawRepresentable & SendableMetatype, Content.RawValue == String {
  /// One of these words.
  package static func words(_ words: [Content]) -> ResultType {
    ResultType(.words(words.map { $0.rawValue })) { word, _, writer in writer.string(word.rawValue) }
  }
}

extension ResultType where Content: RawRepresentable & CaseIterable & SendableMetatype, Content.RawValue == String {
  /// One of the words that there are.
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
      // Where the elements are: a loop over the array would copy each of them.
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
