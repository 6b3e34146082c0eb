import TerrainValues

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
    case .bytes(let bytes): string(Self.base64(bytes))
    case .timestamp(let timestamp): string(String(describing: timestamp))
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

  private static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let word = group.reduce(0 as UInt32) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for position in 0..<4 {
        let letter = letters[Int(word >> UInt32(18 - 6 * position) & 63)]
        result.append(position <= group.count ? letter : UInt8(ascii: "="))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
