import TerrainValues

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
    case .list(let elements): .list(elements.map(\.unshared))
    case .map(let map): .map(ValueMap(map.entries.map { ($0.key.unshared, $0.value.unshared) }))
    case .optional(let wrapped): .optional(wrapped?.unshared)
    }
  }
}

extension CELType {
  /// The same type in memory of its own.
  var unshared: CELType {
    switch self {
    case .list(let x): .list(x.unshared)
    case .optional(let x): .optional(x.unshared)
    case .type(let x): .type(x.unshared)
    case .wrapper(let x): .wrapper(x.unshared)
    case .map(let key, let value): .map(key: key.unshared, value: value.unshared)
    case .enumeration(let vocabulary):
      .enumeration(EnumerationType(name: vocabulary.name.unshared, cases: vocabulary.cases.map(\.unshared)))
    case .record(let record):
      .record(
        RecordType(
          name: record.name.unshared,
          fields: record.fields.map { .init(name: $0.name.unshared, type: $0.type.unshared) }))
    default: self
    }
  }
}
