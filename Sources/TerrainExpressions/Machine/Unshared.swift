import TerrainBase

// Copies that share no reference count with the original, so that threads do not meet at one.

extension Text {
  /// The same text in memory of its own.
  var unshared: Text { Text(String(decoding: Array(utf8), as: UTF8.self)) }
}

extension Value {
  /// The same value in memory of its own. Nesting of constants is bounded by the expression's depth.
  var unshared: Value {
    switch self {
    case .null, .bool, .int, .uint, .double: self
    case .decimal(let decimal): .decimal(decimal)
    case .timestamp(let timestamp): .timestamp(timestamp)
    case .duration(let duration): .duration(duration)
    case .string(let text): .string(text.unshared)
    case .bytes(let bytes): .bytes(bytes.map { $0 })
    case .type(let name): .type(name.unshared)
    case .list(let elements): .list(elements.map({ $0.unshared }))
    case .map(let map): .map(ValueMap(map.entries.map { ($0.key.unshared, $0.value.unshared) }))
    case .optional(let wrapped): .optional(wrapped?.unshared)
    }
  }
}

/// The copies of types that one machine has: of each vocabulary and each kind of record one, however many facts are of it.
final class UnsharedTypes {
  private var enumerations: [ObjectIdentifier: EnumerationType] = [:]
  private var records: [ObjectIdentifier: RecordType] = [:]

  /// The same type in memory of its own.
  func copy(_ type: CELType) -> CELType {
    switch type {
    case .list(let x): .list(copy(x))
    case .optional(let x): .optional(copy(x))
    case .type(let x): .type(copy(x))
    case .wrapper(let x): .wrapper(copy(x))
    case .map(let key, let value): .map(key: copy(key), value: copy(value))
    case .enumeration(let vocabulary): .enumeration(copy(vocabulary))
    case .record(let record): .record(copy(record))
    default: type
    }
  }

  /// The same vocabulary in memory of its own.
  func copy(_ vocabulary: EnumerationType) -> EnumerationType {
    if let copied = enumerations[ObjectIdentifier(vocabulary)] { return copied }
    let own = EnumerationType(
      name: vocabulary.name.unshared, cases: vocabulary.cases.map { $0.unshared }, isOrdered: vocabulary.isOrdered)
    enumerations[ObjectIdentifier(vocabulary)] = own
    return own
  }

  private func copy(_ record: RecordType) -> RecordType {
    if let copied = records[ObjectIdentifier(record)] { return copied }
    let own = RecordType(
      name: record.name.unshared, fields: record.fields.map { .init(name: $0.name.unshared, type: copy($0.type)) })
    records[ObjectIdentifier(record)] = own
    return own
  }
}

/// Types of a machine, each copied when it is first needed: a machine that is made to evaluate one decision needs few of the
/// vocabularies of a large pack.
struct UnsharedTypeList {
  private let shared: [CELType]
  // Plain memory, which needs no check of exclusive access.
  private let own: UnsafeMutablePointer<CELType?>
  /// By position, the members of a vocabulary as values; none where they were not asked for.
  private let members: UnsafeMutablePointer<[Value]>
  private let copies: UnsharedTypes

  init(_ types: [CELType], _ copies: UnsharedTypes) {
    shared = types
    self.copies = copies
    own = .allocate(capacity: max(1, types.count))
    own.initialize(repeating: nil, count: max(1, types.count))
    members = .allocate(capacity: max(1, types.count))
    members.initialize(repeating: [], count: max(1, types.count))
  }

  func deallocate() {
    own.deinitialize(count: max(1, shared.count))
    own.deallocate()
    members.deinitialize(count: max(1, shared.count))
    members.deallocate()
  }

  subscript(_ index: Int) -> CELType {
    if let type = own[index] { return type }
    let copy = copies.copy(shared[index])
    own[index] = copy
    return copy
  }

  /// The vocabulary at `index` of a list that has only vocabularies.
  func vocabulary(_ index: Int) -> EnumerationType {
    guard case .enumeration(let vocabulary) = self[index] else { preconditionFailure("no vocabulary at \(index)") }
    return vocabulary
  }

  /// The member `code` of the vocabulary at `index` of such a list; null where it has no such member.
  func member(_ index: Int, _ code: Int) -> Value {
    if members[index].isEmpty { members[index] = vocabulary(index).cases.map { .string($0) } }
    return members[index].indices.contains(code) ? members[index][code] : .null
  }
}
