import TerrainBase
import TerrainExpressions

/// A literal without quotes: in a cell after a sign, in a range, and after `--set`.
enum CellLiteral {
  /// The value of `text` as a literal of type `type`, or nil if it is not one.
  static func value(of text: Text, as type: CELType) -> Value? {
    switch type {
    case .int: return isNumber(text) ? Int64(withoutPlus(text)).map { .int($0) } : nil
    case .uint:
      let digits = text.utf8.last == UInt8(ascii: "u") ? Text(String(text.string.dropLast())) : text
      return isNumber(digits) ? UInt64(withoutPlus(digits)).map { .uint($0) } : nil
    case .double: return isNumber(text) ? Double(withoutPlus(text)).map { .double($0) } : nil
    case .bool: return text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
    case .optional(let wrapped): return value(of: text, as: wrapped).map { .optional($0) }
    default: return LiteralReader.value(of: text, as: type)
    }
  }

  /// True for text in the form of a number: a sign, digits, a fraction, an exponent.
  static func isNumber(_ text: Text) -> Bool {
    var hasDigit = false
    var previous: UInt8 = 0
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): hasDigit = true
      case UInt8(ascii: "+"), UInt8(ascii: "-"):
        guard index == 0 || previous == UInt8(ascii: "e") || previous == UInt8(ascii: "E") else { return false }
      case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        guard index > 0 || byte == UInt8(ascii: ".") else { return false }
      default: return false
      }
      previous = byte
    }
    return hasDigit
  }

  private static func withoutPlus(_ text: Text) -> String {
    text.utf8.first == UInt8(ascii: "+") ? String(text.string.dropFirst()) : text.string
  }
}
