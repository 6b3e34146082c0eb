import TerrainBase

extension JSONWriter {
  /// A value nested deeper than this (`nesting`) is not written.
  package static let nestingLimit = 1000

  /// Writes a value as CEL's conversion to JSON has it: bytes in base64, timestamps in RFC 3339, durations in seconds
  /// (`3.5s`), types by name, an empty optional as `null`; keys that are no strings as their text.
  package mutating func value(_ value: Value) throws(JSONWriterError) { try write(value, nesting: 0) }

  private mutating func write(_ value: Value, nesting: Int) throws(JSONWriterError) {
    guard nesting <= Self.nestingLimit else { throw .nestedTooDeep(limit: Self.nestingLimit) }
    switch value {
    case .null: null()
    case .bool(let bool): self.bool(bool)
    case .int(let int): self.int(int)
    case .uint(let uint): int(uint)
    case .double(let double): try self.double(double)
    case .decimal(let decimal): self.decimal(decimal)
    case .string(let text): string(text)
    case .bytes(let bytes): string(String(decoding: Base64.encode(bytes), as: UTF8.self))
    case .timestamp(let timestamp): string(timestamp.description)
    case .duration(let duration): string(Self.seconds(duration))
    case .type(let name): string(name)
    case .optional(let wrapped):
      if let wrapped { try write(wrapped, nesting: nesting + 1) } else { null() }
    case .list(let list):
      beginArray()
      for element in list { try write(element, nesting: nesting + 1) }
      endArray()
    case .map(let map):
      beginObject()
      for (key, value) in map.entries {
        self.key(Self.keyText(key))
        try write(value, nesting: nesting + 1)
      }
      endObject()
    }
  }

  private static func keyText(_ key: Value) -> String {
    switch key {
    case .string(let text): text.string
    case .int(let int): String(int)
    case .uint(let uint): String(uint)
    case .bool(let bool): bool ? "true" : "false"
    default: "null"
    }
  }

  /// `3.5s`, as protobuf's JSON has durations.
  private static func seconds(_ duration: ExactDuration) -> String {
    let isNegative = duration.seconds < 0 || duration.nanoseconds < 0
    var text = (isNegative ? "-" : "") + String(duration.seconds.magnitude)
    if duration.nanoseconds != 0 {
      var fraction = String(duration.nanoseconds.magnitude)
      fraction = String(repeating: "0", count: max(0, 9 - fraction.count)) + fraction
      while fraction.hasSuffix("0") { fraction.removeLast() }
      text += "." + fraction
    }
    return text + "s"
  }
}

/// What cannot be written as JSON.
package enum JSONWriterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Infinity or not-a-number.
  case notFinite(Double)
  /// Lists and maps inside one another deeper than ``JSONWriter/nestingLimit``.
  case nestedTooDeep(limit: Int)

  package var description: String {
    switch self {
    case .notFinite: "JSON has neither infinity nor not-a-number"
    case .nestedTooDeep(let limit): "lists and maps are nested more than \(limit) deep"
    }
  }
}
