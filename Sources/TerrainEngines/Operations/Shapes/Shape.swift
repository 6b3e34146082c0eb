import TerrainExpressions
import TerrainBase

/// What a piece of JSON looks like: described once, for reading parameters, for JSON Schema and for OpenRPC.
///
/// Objects are closed: a field that is not described is not there.
package struct Shape: Sendable {
  /// The forms there are.
  package indirect enum Form: Sendable {
    /// Any value.
    case anything
    /// `null`.
    case null
    /// `true` or `false`.
    case flag
    /// A whole number, within bounds where there are some.
    case integer(least: Int64?, most: Int64?)
    /// A number.
    case number
    /// Text; `format` and `pattern` as JSON Schema has them.
    case text(format: String?, pattern: String?)
    /// One of these words.
    case words([String])
    /// A value of an enum that the pack or its rules declare.
    case enumeration(EnumerationType)
    /// A list, of at most `most` elements where that is given.
    case list(Shape, most: Int?)
    /// An object with any keys, whose values are alike.
    case map(Shape)
    /// An object with these fields.
    case object([Field])
    /// One of these.
    case either([Shape])
    /// A shape that is known by a name, and may mention itself.
    case named(String, @Sendable () -> Shape)
    /// What the pack and its rules declare; without them, what holds for any pack.
    case declared(Declared)
    /// The id of a record of the pack.
    case id(of: RecordKind)
    /// A record of the pack with its id and the fields that its kind shows.
    case record
  }

  /// The kind of record that an id is of.
  package enum RecordKind: Sendable {
    /// One of these kinds.
    case kinds([Text])
    /// The kind that the field of this name, beside the id, contains.
    case inField(String)
    /// Any kind; the id is unique among the records of all kinds.
    case any
  }

  /// What only a pack and its rules declare.
  package enum Declared: Sendable {
    /// A map of facts that rules declare.
    case facts(FactScope)
    /// A map from questions of a quiz to their options, or a list of pairs: of the usual quiz, or of any that the pack has.
    case answers(ofAnyQuiz: Bool)
    /// What can be had help with.
    case goals
    /// The level of an account.
    case level
  }

  /// A field of an object.
  package struct Field: Sendable {
    /// Its key.
    package let name: String
    /// What it means, as a sentence.
    package let doc: String
    /// What it looks like.
    package let shape: Shape
    /// Whether it is always there.
    package let isRequired: Bool
    /// The keys of the fields that it represents; nil for a field with one key, its name.
    package var keys: DeclaredKeys?
    /// Whether it explains the result, and is no part of the outcome: two results that differ here only have the same outcome.
    package var isExplanatory = false
  }

  /// Keys of fields that only a pack and its rules declare.
  package enum DeclaredKeys: Sendable {
    /// The names of the outcomes of a score.
    case outcomes
    /// The plurals of those names.
    case outcomePlurals
  }

  /// What it is.
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
  package static let number = Shape(.number)
  /// A calendar day, `2026-02-05`.
  package static let date = Shape(.text(format: "date", pattern: nil))
  /// An instant with its offset, `2026-02-05T07:30:00+08:00`.
  package static let instant = Shape(.text(format: "date-time", pattern: nil))
  /// A language, as a BCP 47 tag.
  package static let locale = Shape(.text(format: nil, pattern: "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"))
  /// An amount of money.
  package static let money = named("money") {
    .object([
      .required("currency", .text, "By ISO 4217."), .required("minor", .integer, "In its smallest units."),
    ])
  }
  /// A record of the pack with its id and the fields that its kind shows.
  package static let record = Shape(.record)
  /// A map of facts beside a moment.
  package static let facts = Shape.facts(.day)

  /// A map of the facts that `scope` takes.
  package static func facts(_ scope: FactScope) -> Shape { Shape(.declared(.facts(scope))) }

  /// The id of a record of `kind`.
  package static func id(of kind: RecordKind) -> Shape { Shape(.id(of: kind)) }

  /// A whole number of a range.
  package static func integer(_ range: ClosedRange<Int64>) -> Shape {
    Shape(.integer(least: range.lowerBound, most: range.upperBound))
  }
  /// One of these words.
  package static func words(_ words: [String]) -> Shape { Shape(.words(words)) }
  /// A list of shapes.
  package static func list(_ element: Shape, most: Int? = nil) -> Shape { Shape(.list(element, most: most)) }
  /// A map by key.
  package static func map(_ value: Shape) -> Shape { Shape(.map(value)) }
  /// An object with these fields.
  package static func object(_ fields: [Field]) -> Shape { Shape(.object(fields)) }
  /// One of these.
  package static func either(_ shapes: Shape...) -> Shape { Shape(.either(shapes)) }
  /// A shape, or `null`.
  package static func orNull(_ shape: Shape) -> Shape { Shape(.either([shape, Shape(.null)])) }
  /// A shape that is written once, under a name, and referred to elsewhere; it may mention itself.
  package static func named(_ name: String, _ shape: @escaping @Sendable () -> Shape) -> Shape {
    Shape(.named(name, shape))
  }

  /// An object's fields; none of anything else.
  package var fields: [Field] {
    switch form {
    case .object(let fields): fields
    case .named(_, let shape): shape().fields
    default: []
    }
  }
}

extension Shape.Field {
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
