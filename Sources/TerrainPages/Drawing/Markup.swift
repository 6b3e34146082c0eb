import TerrainDocuments
import TerrainValues

/// Writes HTML, with SVG inside. Data is always written as text.
///
/// Names of elements and attributes are literals of the program, so no data can become one; every value is escaped, in
/// text and in attributes alike; characters that turn the direction of writing or are no writing at all are shown as
/// `\u{202e}`.
struct Markup {
  /// Names and values of attributes, in order.
  typealias Attributes = KeyValuePairs<StaticString, String>

  /// The markup so far.
  private(set) var text = ""

  /// Writes an element; `body` writes what is in it.
  mutating func element(_ name: StaticString, _ attributes: Attributes = [:], _ body: (inout Markup) -> Void) {
    open(name, attributes)
    text += ">"
    body(&self)
    text += "</\(name)>"
  }

  /// Writes an element with words in it.
  mutating func element(_ name: StaticString, _ attributes: Attributes, _ words: String) {
    element(name, attributes) { $0.words(words) }
  }

  /// Writes an element with words in it.
  mutating func element(_ name: StaticString, _ words: String) { element(name, [:], words) }

  /// Writes an element without anything in it.
  mutating func empty(_ name: StaticString, _ attributes: Attributes = [:]) {
    open(name, attributes)
    text += "/>"
  }

  /// Writes words.
  mutating func words(_ words: String) { text += Self.escaped(words) }

  /// Writes words.
  mutating func words(_ words: Text) { self.words(words.string) }

  /// Writes what the program itself holds, as it is: a doctype, a style sheet.
  mutating func literal(_ literal: StaticString) { text += "\(literal)" }

  /// Ends a line, so that the page can be read as a file.
  mutating func lineEnd() { text += "\n" }

  private mutating func open(_ name: StaticString, _ attributes: Attributes) {
    text += "<\(name)"
    for (key, value) in attributes { text += " \(key)=\"\(Self.escaped(value))\"" }
  }

  /// `words` as text in an element or in an attribute in double quotes.
  static func escaped(_ words: String) -> String {
    var result = ""
    for scalar in TerminalText.harmless(words).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
