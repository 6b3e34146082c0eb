import TerrainBase

/// A type of CEL's gradual type system, with `decimal`, closed vocabularies and a pack's records added.
package enum CELType: Hashable, Sendable {
  /// A type that is known only at run time.
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
  /// CEL's `optional_type(T)`, the type of an optional fact.
  indirect case optional(CELType)
  /// The type of a type value: `int` itself has `type<int>`.
  indirect case type(CELType)
  /// A type parameter of a function's declaration.
  case parameter(Text)
  /// `bool`, `int`, `uint`, `double`, `string`, `bytes` or a closed vocabulary, or null (CEL's wrapper types).
  indirect case wrapper(CELType)
  /// A closed vocabulary: strings, of which only the listed ones are valid.
  case enumeration(EnumerationType)
  /// A kind of record that a pack declares: fields with types.
  case record(RecordType)
  /// A type with only a name and parameters (CEL's abstract types).
  indirect case opaque(Text, [CELType])
  /// An unsolved type during type checking; never in a checked expression.
  case variable(Int32)
  /// The type of an expression with a mistake, so that each mistake is reported only once.
  case error
}

/// A closed vocabulary: strings in CEL, numbers for the machine.
package final class EnumerationType: Hashable, Sendable {
  /// The name in rules.
  package let name: Text
  /// The members in the order of their declaration; a member's position is its code.
  package let cases: [Text]
  /// True if the order of ``cases`` is significant, with the least first. Only then may members be compared and stepped through.
  package let isOrdered: Bool
  private let codes: TextLookup

  /// The vocabulary `cases`, called `name`; a repeated case keeps its first position.
  package init(name: Text, cases: [Text], isOrdered: Bool = false) {
    var known: Set<Text> = []
    let distinct = cases.filter { known.insert($0).inserted }
    self.name = name
    self.cases = distinct
    self.isOrdered = isOrdered
    codes = TextLookup(distinct)
  }

  /// The code of `text`, or nil if it is not a member.
  package func code(of text: Text) -> Int? { codes.position(of: text) }

  /// Compares names, members, and the existence of an order.
  package static func == (lhs: EnumerationType, rhs: EnumerationType) -> Bool {
    lhs === rhs || (lhs.name == rhs.name && lhs.isOrdered == rhs.isOrdered && lhs.cases == rhs.cases)
  }

  /// Hashes the name only.
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

  /// The name in rules.
  package let name: Text
  /// The fields, as declared.
  package let fields: [Field]
  private let indices: TextLookup

  /// The record `name` with `fields`.
  package init(name: Text, fields: [Field]) {
    self.name = name
    self.fields = fields
    indices = TextLookup(fields.map { $0.name })
  }

  /// The position of the field `name` among ``fields``.
  package func index(of name: Text) -> Int? { indices.position(of: name) }

  /// True if the bytes of `name` are those of a field's name. Allocates nothing.
  package func hasField(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    // A loop over the array would retain and release every field.
    fields.withUnsafeBufferPointer { fields in fields.indices.contains { fields[$0].name.hasBytes(name) } }
  }

  /// Compares names and fields.
  package static func == (lhs: RecordType, rhs: RecordType) -> Bool {
    lhs === rhs || (lhs.name == rhs.name && lhs.fields == rhs.fields)
  }

  /// Hashes the name only.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension CELType {
  /// The vocabulary of this type or of its non-null values, or nil for other types.
  var comparedVocabulary: EnumerationType? {
    switch self {
    case .enumeration(let vocabulary), .wrapper(.enumeration(let vocabulary)): vocabulary
    default: nil
    }
  }

  /// The type for CEL's own rules, in which a vocabulary's members are strings.
  package var erased: CELType {
    if case .enumeration = self { return .string }
    return self
  }

  /// True if the type or a part of it could not be read, so that its values cannot be checked. A record with such a field still counts as
  /// known, because its other fields have types.
  package var isUnknown: Bool {
    // The nesting of written types is at most `maximumNesting`; that of other types is bounded by the expression's depth.
    switch self {
    case .error: true
    case .list(let inner), .optional(let inner), .type(let inner): inner.isUnknown
    case .map(let key, let value): key.isUnknown || value.isUnknown
    default: false
    }
  }

  /// True if the type is fully resolved, including the fields of records. The recursion is as deep as the nesting of the type.
  package var isResolved: Bool {
    switch self {
    case .error: false
    case .list(let inner), .optional(let inner), .type(let inner): inner.isResolved
    case .map(let key, let value): key.isResolved && value.isResolved
    case .record(let record): record.fields.allSatisfy({ $0.type.isResolved })
    default: true
    }
  }

  /// True if the type is known only at run time.
  package var isDynamic: Bool {
    switch self {
    case .dyn, .error: true
    default: false
    }
  }
}

/// The number of a fact or a decision: names are resolved to slots once, when a rule set is loaded.
package struct Slot: Hashable, Sendable {
  /// Its position in the ``SlotTable`` that made it.
  package let index: Int32

  package init(index: Int32) { self.index = index }
}

/// The facts that bytecode receives and the decisions that it computes, with their types. One table serves a whole rule set.
package struct SlotTable: Sendable {
  /// The source of a slot's value.
  package enum Role: Hashable, Sendable {
    /// The caller sets the value before a run.
    case fact
    /// The caller sets the value for each candidate; everything that depends on it is computed again for the next candidate.
    case candidateFact
    /// The bytecode computes the value on first use, at most once for each run.
    case decision
    /// An additional value that the body of a decision records (the row that matched): ``BytecodeBuilder/register(of:)``.
    case companion(of: Slot)
  }

  /// One slot.
  package struct Entry: Sendable {
    /// The name shown in messages.
    package var name: Text
    /// The type of its value.
    package var type: CELType
    /// The source of its value.
    package var role: Role
    /// The bounds of a fact's value.
    package var bounds: FactBounds?
  }

  /// The slots in the order in which they were added.
  package private(set) var entries: [Entry] = []

  /// A table without slots.
  package init() {}

  /// Adds a fact. An optional fact has type `optional<T>`; `bounds` apply to its value.
  package mutating func addFact(
    _ name: Text, _ type: CELType, perCandidate: Bool = false, bounds: FactBounds? = nil
  ) -> Slot {
    add(Entry(name: name, type: type, role: perCandidate ? .candidateFact : .fact, bounds: bounds))
  }

  /// Adds a decision; ``BytecodeBuilder/define(_:_:)`` writes its body.
  package mutating func addDecision(_ name: Text, _ type: CELType) -> Slot {
    add(Entry(name: name, type: type, role: .decision))
  }

  /// Adds a slot in which a decision's body records a value in addition to its result.
  package mutating func addCompanion(_ name: Text, _ type: CELType, of decision: Slot) -> Slot {
    add(Entry(name: name, type: type, role: .companion(of: decision)))
  }

  private mutating func add(_ entry: Entry) -> Slot {
    entries.append(entry)
    return Slot(index: Int32(truncatingIfNeeded: entries.count - 1))
  }

  /// The entry of `slot`.
  package subscript(_ slot: Slot) -> Entry { entries[Int(slot.index)] }
}

/// The domain of a fact, in addition to its type. NaN is outside of every domain.
package struct FactBounds: Sendable {
  /// The least value.
  package var minimum: Value?
  /// The greatest value.
  package var maximum: Value?
  /// The maximum number of elements of a list or map, characters of a string, or bytes.
  package var size: Int?

  /// Bounds; nil means unbounded.
  package init(minimum: Value? = nil, maximum: Value? = nil, size: Int? = nil) {
    self.minimum = minimum
    self.maximum = maximum
    self.size = size
  }

  /// True if `value` is within the bounds.
  package func contains(_ value: Value) -> Bool {
    if case .double(let number) = value, number.isNaN { return false }
    if let minimum, minimum.compare(to: value) == .greater { return false }
    if let maximum, value.compare(to: maximum) == .greater { return false }
    guard let size else { return true }
    switch value {
    case .list(let elements): return elements.count <= size
    case .map(let map): return map.count <= size
    case .string(let text): return text.string.unicodeScalars.count <= size
    case .bytes(let bytes): return bytes.count <= size
    default: return true
    }
  }
}
