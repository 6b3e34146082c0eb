import TerrainBase

/// A type of CEL's gradual type system, with `decimal`, closed vocabularies and a pack's records added.
package enum CELType: Hashable, Sendable {
  /// Known only when it runs.
  case dyn
  case null
  case bool
  case int
  case uint
  case double
  /// An exact decimal number.
  case decimal
  case string
  case bytes
  case timestamp
  case duration
  indirect case list(CELType)
  indirect case map(key: CELType, value: CELType)
  /// CEL's `optional_type(T)`: what an optional fact has.
  indirect case optional(CELType)
  /// The type of a type value: `int` itself has `type<int>`.
  indirect case type(CELType)
  /// A type parameter of a function's declaration.
  case parameter(Text)
  /// `bool`, `int`, `uint`, `double`, `string`, `bytes` or a closed vocabulary, or null (CEL's wrapper types).
  indirect case wrapper(CELType)
  /// A closed vocabulary: strings, of which only the listed ones are meant.
  case enumeration(EnumerationType)
  /// A kind of record a pack declares: fields with types.
  case record(RecordType)
  /// A type with only a name, with parameters (CEL's abstract types).
  indirect case opaque(Text, [CELType])
  /// A type still unsolved while an expression is type-checked; never in a checked one.
  case variable(Int32)
  /// The type of what is wrong already, so that one mistake is diagnosed once.
  case error
}

/// A closed vocabulary: strings in CEL's eyes, numbered for the machine.
package final class EnumerationType: Hashable, Sendable {
  /// The name authors know it by.
  package let name: Text
  /// The members, in the order they are declared; a member's position is its code.
  package let cases: [Text]
  /// Whether the order of ``cases`` means something: the first is the least. Only then are members compared and stepped
  /// through.
  package let isOrdered: Bool
  private let codes: TextPositions

  /// The vocabulary `cases`, called `name`; a case listed twice keeps its first place.
  package init(name: Text, cases: [Text], isOrdered: Bool = false) {
    var known: Set<Text> = []
    let distinct = cases.filter { known.insert($0).inserted }
    self.name = name
    self.cases = distinct
    self.isOrdered = isOrdered
    codes = TextPositions(distinct)
  }

  /// The code of `text`, or nil where it is not a member.
  package func code(of text: Text) -> Int? { codes.position(of: text) }

  /// Equal in name, members and whether these have an order.
  package static func == (lhs: EnumerationType, rhs: EnumerationType) -> Bool {
    lhs === rhs || (lhs.name == rhs.name && lhs.isOrdered == rhs.isOrdered && lhs.cases == rhs.cases)
  }

  /// By its name.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A kind of record: named fields with types. At run time it is a map from field names to values.
package final class RecordType: Hashable, Sendable {
  /// One field.
  package struct Field: Hashable, Sendable {
    /// Its name.
    package var name: Text
    /// The type of its value.
    package var type: CELType

    /// The field `name` of type `type`.
    package init(name: Text, type: CELType) {
      self.name = name
      self.type = type
    }
  }

  /// The name authors know it by.
  package let name: Text
  /// The fields, as declared.
  package let fields: [Field]
  private let indices: TextPositions

  /// The record `name` with `fields`.
  package init(name: Text, fields: [Field]) {
    self.name = name
    self.fields = fields
    indices = TextPositions(fields.map { $0.name })
  }

  /// The position of the field `name` among ``fields``.
  package func index(of name: Text) -> Int? { indices.position(of: name) }

  /// Whether the bytes of `name` are those of a field's name. Allocates nothing.
  package func hasField(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    // Where the fields are: a loop over the array would count references to each of them.
    fields.withUnsafeBufferPointer { fields in fields.indices.contains { fields[$0].name.hasBytes(name) } }
  }

  /// Equal in name and fields.
  package static func == (lhs: RecordType, rhs: RecordType) -> Bool {
    lhs === rhs || (lhs.name == rhs.name && lhs.fields == rhs.fields)
  }

  /// By its name.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension CELType {
  /// The vocabulary whose members, or null, it has; nil for other types.
  var comparedVocabulary: EnumerationType? {
    switch self {
    case .enumeration(let vocabulary), .wrapper(.enumeration(let vocabulary)): vocabulary
    default: nil
    }
  }

  /// The type CEL's own rules see: a vocabulary's members are strings.
  package var erased: CELType {
    if case .enumeration = self { return .string }
    return self
  }

  /// Whether a part of it could not be read, so that its values cannot be checked. A record with such a field is still
  /// a record: its other fields have types.
  package var isUnknown: Bool {
    // Written types nest at most `maximumNesting` deep, others as deep as an expression does.
    switch self {
    case .error: true
    case .list(let inner), .optional(let inner), .type(let inner): inner.isUnknown
    case .map(let key, let value): key.isUnknown || value.isUnknown
    default: false
    }
  }

  /// Whether all of it is resolved, the fields of records included. Types nest as deep as declarations and records do.
  package var isResolved: Bool {
    switch self {
    case .error: false
    case .list(let inner), .optional(let inner), .type(let inner): inner.isResolved
    case .map(let key, let value): key.isResolved && value.isResolved
    case .record(let record): record.fields.allSatisfy({ $0.type.isResolved })
    default: true
    }
  }

  /// True where only a run shows what it is.
  package var isDynamic: Bool {
    switch self {
    case .dyn, .error: true
    default: false
    }
  }
}
