extension Value: CustomStringConvertible {
  /// The value as a CEL literal or constructor call, the same in every run: `[1, 2u, 3.0, "a\n", b"\xff"]`,
  /// `{"a": null}`, `timestamp("2026-02-04T12:00:00Z")`, `decimal("12.5")`, `optional.of(1)`.
  public var description: String {
    var output = ""
    for part in ValueParts(self) { part.write(to: &output, limit: .max) }
    return output
  }

  /// The beginning of ``description``: about `limit` bytes, followed by `…` if the description is longer. The remainder is neither written
  /// nor visited, however large the value is.
  package func description(limit: Int) -> String {
    var output = ""
    for part in ValueParts(self) {
      part.write(to: &output, limit: limit)
      if output.utf8.count > limit { return output.cut(after: limit) }
    }
    return output
  }
}

extension String {
  /// The characters within the first `limit` bytes, followed by `…` if the text is longer.
  package func cut(after limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(startIndex, offsetBy: Swift.max(0, limit))
    while end > startIndex, end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return String(self[..<end]) + "…"
  }
}

extension ValueParts.Part {
  /// Writes this part to `output`, which needs only about `limit` bytes.
  fileprivate func write(to output: inout String, limit: Int) {
    switch self {
    case .leaf(let value): value.write(to: &output, limit: limit)
    case .beginList: output += "["
    case .endList: output += "]"
    case .beginMap: output += "{"
    case .endMap: output += "}"
    case .beginOptional: output += "optional.of("
    case .endOptional: output += ")"
    case .separator: output += ", "
    case .colon: output += ": "
    }
  }
}

extension Value {
  /// Writes a value without content.
  fileprivate func write(to output: inout String, limit: Int) {
    switch self {
    case .null: output += "null"
    case .bool(let bool): output += bool ? "true" : "false"
    case .int(let int): output += String(int)
    case .uint(let uint): output += "\(uint)u"
    case .double(let double): output += Value.literal(double)
    case .decimal(let decimal): output += "decimal(\"\(decimal)\")"
    case .string(let text): Value.write(text, to: &output, limit: limit)
    case .bytes(let bytes): Value.write(bytes, to: &output, limit: limit)
    case .timestamp(let timestamp): output += "timestamp(\"\(timestamp)\")"
    case .duration(let duration): output += "duration(\"\(duration)\")"
    case .type(let name): output += name.string
    case .optional: output += "optional.none()"
    case .list, .map: break
    }
  }

  /// A double always has a point or an exponent, so that it reads back as a double.
  private static func literal(_ double: Double) -> String {
    if double.isNaN { return "double(\"NaN\")" }
    if double.isInfinite { return double < 0 ? "double(\"-Infinity\")" : "double(\"Infinity\")" }
    return double.description
  }

  private static func write(_ text: Text, to output: inout String, limit: Int) {
    output += "\""
    if limit == .max, text.utf8.allSatisfy(isPlain) {
      output += text.string
      output += "\""
      return
    }
    // Sequences of characters without escapes are copied as a whole, because texts can be long.
    let scalars = text.string.unicodeScalars
    var plain = scalars.startIndex
    var index = plain
    while index < scalars.endIndex, output.utf8.count <= limit {
      let scalar = scalars[index]
      let next = scalars.index(after: index)
      if let escape = escape(scalar) {
        output += String(Substring(scalars[plain..<index]))
        output += escape
        plain = next
      } else if limit != .max {
        output.unicodeScalars.append(scalar)
        plain = next
      }
      index = next
    }
    if plain < index { output += String(Substring(scalars[plain..<index])) }
    output += "\""
  }

  /// True for ASCII characters that need no escape, of which most texts consist.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{200E}", "\u{200F}", "\u{2028}"..."\u{202E}",
      "\u{2066}"..."\u{2069}", "\u{FEFF}":
      "\\u" + hexadecimal(scalar.value, digits: 4)
    default: nil
    }
  }

  private static func write(_ bytes: [UInt8], to output: inout String, limit: Int) {
    output += "b\""
    for byte in bytes {
      if output.utf8.count > limit { break }
      switch byte {
      case UInt8(ascii: "\""): output += "\\\""
      case UInt8(ascii: "\\"): output += "\\\\"
      case 0x20...0x7E: output.unicodeScalars.append(Unicode.Scalar(byte))
      default: output += "\\x" + hexadecimal(UInt32(byte), digits: 2)
      }
    }
    output += "\""
  }

  private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
    let shortest = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - shortest.count)) + shortest
  }
}
