import TerrainDocuments
import TerrainBase

/// Values as CEL literals.
package enum LiteralPrinter {
  /// `value` as a literal; what has no literal, as the call that makes it.
  package static func print(_ value: Value) -> String {
    switch value {
    case .null: return "null"
    case .bool(let bool): return bool ? "true" : "false"
    case .int(let int): return String(int)
    case .uint(let uint): return String(uint) + "u"
    case .double(let double):
      if double.isNaN { return "double(\"NaN\")" }
      if double.isInfinite { return double < 0 ? "double(\"-Infinity\")" : "double(\"Infinity\")" }
      return String(double)
    case .string(let text): return print(text)
    case .bytes(let bytes): return print(bytes)
    case .list(let elements): return "[" + elements.map(print).joined(separator: ", ") + "]"
    case .map(let map):
      return "{" + map.entries.map { print($0.key) + ": " + print($0.value) }.joined(separator: ", ") + "}"
    case .type(let name): return name.string
    case .optional(let value): return value.map { "optional.of(\(print($0)))" } ?? "optional.none()"
    case .decimal, .timestamp, .duration: return value.description
    }
  }

  /// `text` in double quotes; in single ones where that saves escapes.
  package static func print(_ text: Text) -> String {
    let bytes = text.utf8
    let quote: Unicode.Scalar =
      bytes.contains(UInt8(ascii: "\"")) && !bytes.contains(UInt8(ascii: "'")) ? "'" : "\""
    var result = String(quote)
    for scalar in text.string.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case quote: result += "\\" + String(quote)
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if isInvisible(scalar) {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          let width = scalar.value > 0xFFFF ? 8 : 4
          result += (width == 8 ? "\\U" : "\\u") + String(repeating: "0", count: width - digits.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + String(quote)
  }

  /// Characters one cannot see, or that turn the text around them.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
    case .spaceSeparator: scalar != " "
    default: false
    }
  }

  private static func print(_ bytes: [UInt8]) -> String {
    var result = "b\""
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\\"): result += "\\\\"
      case UInt8(ascii: "\""): result += "\\\""
      case 0x20..<0x7F: result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "\\x" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return result + "\""
  }

  /// True when `text` is one literal worth `value`, down to the sign of zero.
  static func isLiteral(_ text: Text, worth value: Value) -> Bool {
    var lexer = Lexer(ExpressionSource(text: text))
    let negative = lexer.byte(0) == UInt8(ascii: "-")
    if negative { lexer.position = 1 }
    guard let token = try? lexer.next(), token.start == (negative ? 1 : 0), token.end == lexer.bytes.count
    else { return false }
    switch (value, token.kind) {
    case (.int(let int), .int):
      guard case .int(int)? = try? lexer.value(ofNumber: token, negative: negative) else { return false }
      return !lexer.hasLeadingZero(token)
    case (.uint(let uint), .uint) where !negative:
      guard case .uint(uint)? = try? lexer.value(ofNumber: token, negative: false) else { return false }
      return !lexer.hasLeadingZero(token)
    case (.double(let double), .double):
      guard case .double(let written)? = try? lexer.value(ofNumber: token, negative: negative) else { return false }
      return written.bitPattern == double.bitPattern
    case (.string(let string), .string) where !negative:
      guard case .string(string)? = try? lexer.value(ofString: token) else { return false }
      return true
    case (.bytes(let bytes), .bytes) where !negative:
      guard case .bytes(bytes)? = try? lexer.value(ofString: token) else { return false }
      return true
    default: return false
    }
  }
}
