/// What a piece of JSON looks like: said once, for checking parameters, for JSON Schema and for OpenRPC.
///
/// Objects are closed: a field that is not described is not there.
public struct Shape: Sendable {
  /// The forms there are.
  public indirect enum Form: Sendable {
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
    /// A list, of at most so many where said.
    case list(Shape, most: Int?)
    /// An object with any keys, whose values are alike.
    case map(Shape)
    /// An object with these fields.
    case object([Field])
    /// One of these.
    case either([Shape])
    /// A shape that is known by a name, and may mention itself.
    case named(String, @Sendable () -> Shape)
    /// What the pack and its rules say; without them, what can be said of any pack's.
    case declared(Declared)
  }

  /// What only a pack and its rules can say.
  public enum Declared: Sendable {
    /// A map of facts that rules declare.
    case facts(FactScope)
    /// A map from questions of a quiz to their options, or a list of pairs: of the usual quiz, or of any that the pack has.
    case answers(ofAnyQuiz: Bool)
    /// What can be had help with.
    case goals
  }

  /// A field of an object.
  public struct Field: Sendable {
    /// Its key.
    public let name: String
    /// What it means, as a sentence.
    public let doc: String
    /// What it looks like.
    public let shape: Shape
    /// Whether it is always there.
    public let isRequired: Bool
  }

  /// What it is.
  public let form: Form

  /// A shape of this form.
  public init(_ form: Form) { self.form = form }
}

// MARK: - Words for shapes

extension Shape {
  /// Any value.
  public static let anything = Shape(.anything)
  /// `true` or `false`.
  public static let flag = Shape(.flag)
  /// Text.
  public static let text = Shape(.text(format: nil, pattern: nil))
  /// A whole number.
  public static let integer = Shape(.integer(least: nil, most: nil))
  /// A whole number that is not below 0.
  public static let count = Shape(.integer(least: 0, most: nil))
  /// A number.
  public static let number = Shape(.number)
  /// A calendar day, `2026-02-05`.
  public static let date = Shape(.text(format: "date", pattern: nil))
  /// An instant with its offset, `2026-02-05T07:30:00+08:00`.
  public static let instant = Shape(.text(format: "date-time", pattern: nil))
  /// A language, as a BCP 47 tag.
  public static let locale = Shape(.text(format: nil, pattern: "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"))
  /// An object without fields.
  public static let nothing = Shape(.object([]))
  /// A map of facts beside a moment.
  public static let facts = Shape.facts(.day)

  /// A map of the facts that `scope` takes.
  public static func facts(_ scope: FactScope) -> Shape { Shape(.declared(.facts(scope))) }

  /// A whole number of a range.
  public static func integer(_ range: ClosedRange<Int64>) -> Shape {
    Shape(.integer(least: range.lowerBound, most: range.upperBound))
  }
  /// One of these words.
  public static func words(_ words: [String]) -> Shape { Shape(.words(words)) }
  /// A list of shapes.
  public static func list(_ element: Shape, most: Int? = nil) -> Shape { Shape(.list(element, most: most)) }
  /// A map by key.
  public static func map(_ value: Shape) -> Shape { Shape(.map(value)) }
  /// An object with these fields.
  public static func object(_ fields: [Field]) -> Shape { Shape(.object(fields)) }
  /// One of these.
  public static func either(_ shapes: Shape...) -> Shape { Shape(.either(shapes)) }
  /// A shape, or `null`.
  public static func orNull(_ shape: Shape) -> Shape { Shape(.either([shape, Shape(.null)])) }
  /// A shape that is written once, under a name, and referred to elsewhere; it may mention itself.
  public static func named(_ name: String, _ shape: @escaping @Sendable () -> Shape) -> Shape {
    Shape(.named(name, shape))
  }

  /// An object's fields; none of anything else.
  public var fields: [Field] {
    switch form {
    case .object(let fields): fields
    case .named(_, let shape): shape().fields
    default: []
    }
  }
}

extension Shape.Field {
  /// A field that is always there.
  public static func required(_ name: String, _ shape: Shape, _ doc: String) -> Shape.Field {
    Shape.Field(name: name, doc: doc, shape: shape, isRequired: true)
  }

  /// A field that may be left out.
  public static func optional(_ name: String, _ shape: Shape, _ doc: String) -> Shape.Field {
    Shape.Field(name: name, doc: doc, shape: shape, isRequired: false)
  }
}
