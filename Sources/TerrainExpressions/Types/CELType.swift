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
  /// CEL's `optional_type(T)`, the type of an optional fact.
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
  /// The type of an expression with a mistake, so that each mistake is reported only once.
  case error
}

/// A closed vocabulary: strings in CEL's eyes, numbered for the machine.
package final class EnumerationType: Hashable, Sendable {
  /// The name authors know it by.
  package let name: Text
  /// The members, in the order they are declared; a member's position is its code.
  package let cases: [Text]
  /// True if the order of ``cases`` is significant, with the least first. Only then may members be compared and stepped through.
  package let isOrdered: Bool
  private let codes: TextLookup

  /// The vocabulary `cases`, called `name`; a case listed twice keeps its first place.
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

  /// Equal in name, members and whether these have an order.
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

  /// The name authors know it by.
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

  /// Equal in name and fields.
  package static func == (lhs: RecordType, rhs: RecordType) -> Bool {
    lhs === rhs || (lhs.name == rhs.name && lhs.fields == rhs.fields)
  }

  /// Hashes the name only.
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

  /// True if the type or a part of it could not be read, so that its values cannot be checked. A record with such a field still counts as
  /// known, because its other fields have types.
  package var isUnknown: Bool {
    // Written types nest at most `maximumNesting` deep, others as deep as an expression does.
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

/// A numbered place for a fact or a decision: names are resolved to slots once, when a rule set is loaded.
package struct Slot: Hashable, Sendable {
  /// Its position in the ``SlotTable`` that made it.
  package let index: Int32

  package init(index: Int32) { self.index = index }
}

/// The facts bytecode is given and the decisions it computes, with their types. One table serves a whole rule set.
package struct SlotTable: Sendable {
  /// The source of a slot's value.
  package enum Role: Hashable, Sendable {
    /// The caller sets it before a run.
    case fact
    /// The caller sets it for each candidate; everything that depends on it is computed again for the next one.
    case candidateFact
    /// The bytecode computes it, at most once a run, when it is first used.
    case decision
    /// Something more that the body of a decision notes while it computes it (which row matched):
    /// ``BytecodeBuilder/register(of:)``.
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

  /// The slots, in the order they were added.
  package private(set) var entries: [Entry] = []

  /// A table without slots.
  package init() {}

  /// Adds a fact. A fact that may be absent has type `optional<T>`; `bounds` hold for the value inside.
  package mutating func addFact(
    _ name: Text, _ type: CELType, perCandidate: Bool = false, bounds: FactBounds? = nil
  ) -> Slot {
    add(Entry(name: name, type: type, role: perCandidate ? .candidateFact : .fact, bounds: bounds))
  }

  /// Adds a decision: bytecode gives it its body with ``BytecodeBuilder/define(_:_:)``.
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
  /// The most elements of a list or map, characters of a string, or bytes.
  package var size: Int?

  /// Bounds; nil means unbounded.
  package init(minimum: Value? = nil, maximum: Value? = nil, size: Int? = nil) {
    self.minimum = minimum
    self.maximum = maximum
    self.size = size
  }

  /// True when `value` is within.
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
