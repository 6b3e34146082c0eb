import TerrainDocuments
import TerrainBase

/// Writes HTML, with SVG inside. Data is always written as text.
///
/// Names of elements and attributes are literals of the program, so no data can become one; every value is escaped, in
/// text and in attributes alike; characters that turn the direction of writing or are no writing at all are shown as
/// `\u{202e}`.
package struct Markup {
  /// Names and values of attributes, in order.
  package typealias Attributes = KeyValuePairs<StaticString, String>

  /// The markup so far.
  package private(set) var text = ""
  /// The tag of the page's language.
  private(set) var language = ""

  /// Writes an element; `body` writes what is in it.
  package mutating func element(
    _ name: StaticString, _ attributes: Attributes = [:], _ body: (inout Markup) -> Void
  ) {
    open(name, attributes)
    text += ">"
    body(&self)
    text += "</\(name)>"
  }

  /// Writes an element with words in it.
  package mutating func element(_ name: StaticString, _ attributes: Attributes, _ words: String) {
    element(name, attributes) { $0.words(words) }
  }

  /// Writes an element with words in it.
  package mutating func element(_ name: StaticString, _ words: String) { element(name, [:], words) }

  /// Writes an element without anything in it.
  package mutating func empty(_ name: StaticString, _ attributes: Attributes = [:]) {
    open(name, attributes)
    text += "/>"
  }

  /// Writes words.
  package mutating func words(_ words: String) { text += Self.escaped(words) }

  /// Writes words.
  package mutating func words(_ words: Text) { self.words(words.string) }

  /// Writes what the program itself holds, as it is: a doctype, a style sheet.
  package mutating func literal(_ literal: StaticString) { text += "\(literal)" }

  /// A page that stands alone: nothing is fetched, no script runs but its own, light and dark.
  ///
  /// - Parameters:
  ///   - language: the tag of the language that most of it is in.
  ///   - styles: style sheets beside the one of all pages.
  ///   - scripts: the only scripts that run; the page's policy names their hashes.
  ///   - framed: the script of a page that runs in a frame of this one, which may use WebAssembly.
  ///   - navigation: writes what precedes the main part.
  ///   - main: writes what is on it.
  package static func page(
    _ title: String, language: String, styles: [StaticString] = [], scripts: [StaticString] = [],
    framed: String? = nil, navigation: ((inout Markup) -> Void)? = nil, main: (inout Markup) -> Void
  ) -> String {
    var page = Markup()
    page.language = language
    page.literal("<!doctype html>\n")
    page.element("html", ["lang": language]) { page in
      page.element("head") { page in
        page.empty("meta", ["charset": "utf-8"])
        page.empty("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        page.empty(
          "meta",
          [
            "http-equiv": "Content-Security-Policy",
            "content":
              "default-src 'none'; style-src 'unsafe-inline'; img-src data:\(Self.policy(of: scripts, framed: framed))",
          ])
        page.empty("meta", ["name": "color-scheme", "content": "light dark"])
        page.empty("meta", ["name": "referrer", "content": "no-referrer"])
        page.element("title", title)
        page.element("style") { page in
          page.literal(PageStyle.sheet)
          for style in styles { page.literal(style) }
        }
      }
      page.lineEnd()
      page.element("body") { page in
        navigation?(&page)
        page.element("main", [:], main)
        for script in scripts {
          page.lineEnd()
          page.element("script") { $0.literal(script) }
        }
      }
    }
    page.lineEnd()
    return page.text
  }

  /// The part of a policy that permits `scripts`, by their hashes, and a page in a frame that runs the script `framed`: it is made in the
  /// page, and has its policy.
  private static func policy(of scripts: [StaticString], framed: String?) -> String {
    let hashes = (scripts.map { "\($0)" } + (framed.map { [$0] } ?? [])).map { script in
      " 'sha256-\(String(decoding: Base64.encode(SHA256.digest(of: Array(script.utf8))), as: UTF8.self))'"
    }
    guard !hashes.isEmpty else { return "" }
    return "; script-src\(hashes.joined())\(framed == nil ? "" : " 'wasm-unsafe-eval'; frame-src blob:")"
  }

  /// Writes `text` as data for scripts, in an element that is not shown: a literal of JSON, in which no element can end.
  package mutating func json(_ id: StaticString, _ text: String) {
    var writer = JSONWriter(.compact)
    writer.string(text)
    let literal = writer.bytes.flatMap { $0 == UInt8(ascii: "<") ? Array("\\u003c".utf8) : [$0] }
    self.text += "<script type=\"application/json\" id=\"\(id)\">\(String(decoding: literal, as: UTF8.self))</script>"
  }

  /// Ends a line, so that the page can be read as a file.
  package mutating func lineEnd() { text += "\n" }

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
