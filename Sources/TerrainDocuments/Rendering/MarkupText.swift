import TerrainBase

/// Text inside XML 1.0.
package enum XMLText {
  /// `text` for an element's content or an attribute in double quotes. Characters that XML cannot hold or that a terminal should not see
  /// are written as `\u{1b}`.
  package static func escaped(_ text: String, inAttribute: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"" where inAttribute: result += "&quot;"
      // A parser would turn an unescaped line end in an attribute into a blank.
      case "\n" where inAttribute: result += "&#10;"
      case "\t" where inAttribute: result += "&#9;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      default:
        let isUnwanted =
          scalar.properties.generalCategory == .control || scalar.value == 0xFFFE || scalar.value == 0xFFFF
        if isUnwanted {
          result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }
}

/// Values as YAML that reads back as the same values.
package enum YAMLText {
  /// `value` in YAML's flow style. Recursion is bounded, because values of results nest only as deep as their shapes.
  package static func flow(_ value: Value) -> String {
    switch value {
    case .string(let text): self.text(text.string)
    case .list(let elements): "[\(elements.map(flow).joined(separator: ", "))]"
    case .map(let map):
      "{ \(map.entries.map { "\(flow($0.key)): \(flow($0.value))" }.joined(separator: ", ")) }"
    default: scalar(value)
    }
  }

  /// A value that is neither a text nor a container. Its JSON form is also its YAML form.
  private static func scalar(_ value: Value) -> String {
    var writer = JSONWriter()
    do throws(JSONWriterError) { try writer.value(value) } catch { return "null" }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// A text, without quotes if YAML reads it as the same text.
  package static func text(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

  /// True if YAML reads a text without quotes as the same text: it consists of letters, digits, `.`, `-`, and `_`, and is not a number, a
  /// date, or one of YAML's words.
  package static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first | 0x20 else { return false }
    let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
    return !words.contains(text.lowercased())
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  /// A text in double quotes, which is also valid JSON. Characters that YAML takes for line ends or rejects are escaped.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5C: result += "\\\(scalar)"
      case 0x0A: result += "\\n"
      case 0x09: result += "\\t"
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
