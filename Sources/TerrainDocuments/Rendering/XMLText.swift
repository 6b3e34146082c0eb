/// Text inside XML 1.0.
package enum XMLText {
  /// `text` for an element's content or an attribute in double quotes. Characters that XML cannot hold, and those that a
  /// terminal should not see, are written as `\u{1b}`.
  package static func escaped(_ text: String, inAttribute: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"" where inAttribute: result += "&quot;"
      // A parser turns a bare line end in an attribute into a blank.
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
