extension Value: CustomStringConvertible {
  /// The value as a CEL literal or constructor call, the same in every run: `[1, 2u, 3.0, "a\n", b"\xff"]`,
  /// `{"a": null}`, `timestamp("2026-02-04T12:00:00Z")`, `decimal("12.5")`, `optional.of(1)`.
  public var description: String {
    var output = ""
    // What is still to be written, last first: nesting costs memory, not stack.
    var pending = [Piece.value(self)]
    while let piece = pending.popLast() {
      switch piece {
      case .mark(let mark): output += mark
      case .value(let value): value.write(to: &output, thenInside: &pending)
      }
    }
    return output
  }

  private enum Piece {
    case value(Value)
    case mark(String)
  }

  private func write(to output: inout String, thenInside pending: inout [Piece]) {
    switch self {
    case .null: output += "null"
    case .bool(let bool): output += bool ? "true" : "false"
    case .int(let int): output += String(int)
    case .uint(let uint): output += "\(uint)u"
    case .double(let double): output += Value.literal(double)
    case .decimal(let decimal): output += "decimal(\"\(decimal)\")"
    case .string(let text): output += Value.literal(text)
    case .bytes(let bytes): output += Value.literal(bytes)
    case .timestamp(let timestamp): output += "timestamp(\"\(timestamp)\")"
    case .duration(let duration): output += "duration(\"\(duration)\")"
    case .type(let name): output += name.string
    case .list(let elements):
      output += "["
      pending.append(.mark("]"))
      for (place, element) in elements.enumerated().reversed() {
        pending.append(.value(element))
        if place > 0 { pending.append(.mark(", ")) }
      }
    case .map(let map):
      output += "{"
      pending.append(.mark("}"))
      for (place, entry) in map.entries.enumerated().reversed() {
        pending += [.value(entry.value), .mark(": "), .value(entry.key)]
        if place > 0 { pending.append(.mark(", ")) }
      }
    case .optional(nil): output += "optional.none()"
    case .optional(let value?):
      output += "optional.of("
      pending += [.mark(")"), .value(value)]
    }
  }

  /// A double always has a point or an exponent, so that it reads back as a double.
  private static func literal(_ double: Double) -> String {
    if double.isNaN { return "double(\"NaN\")" }
    if double.isInfinite { return double < 0 ? "double(\"-Infinity\")" : "double(\"Infinity\")" }
    return double.description
  }

  /// `text` in double quotes. Escaped are quotes, backslashes, control characters, and the characters that change the
  /// direction or the lines of what is shown.
  static func literal(_ text: Text) -> String {
    var output = "\""
    for scalar in text.string.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{200E}", "\u{200F}", "\u{2028}"..."\u{202E}",
        "\u{2066}"..."\u{2069}", "\u{FEFF}":
        output += "\\u" + hexadecimal(scalar.value, digits: 4)
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output + "\""
  }

  private static func literal(_ bytes: [UInt8]) -> String {
    var output = "b\""
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\""): output += "\\\""
      case UInt8(ascii: "\\"): output += "\\\\"
      case 0x20...0x7E: output.unicodeScalars.append(Unicode.Scalar(byte))
      default: output += "\\x" + hexadecimal(UInt32(byte), digits: 2)
      }
    }
    return output + "\""
  }

  private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
    let shortest = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - shortest.count)) + shortest
  }
}
