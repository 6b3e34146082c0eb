import TerrainRules

/// Words in a language.
struct Wording: CustomStringConvertible, Sendable {
  /// The words.
  let text: String
  /// The tag of the language that they are in; nil of ids and of what has none.
  let language: String?

  init(_ text: String, _ language: String? = nil) {
    self.text = text
    self.language = language
  }

  init(_ served: LocalizedText.Served) { self.init(served.text.string, served.locale.description) }

  var description: String { text }
  var isEmpty: Bool { text.isEmpty }
}

extension Markup {
  /// Writes words, with their language where it is not that of the page.
  mutating func words(_ wording: Wording) {
    guard let language = wording.language, language != self.language, !wording.isEmpty else {
      return words(wording.text)
    }
    element("span", ["lang": language], wording.text)
  }

  /// Writes an element with words in it.
  mutating func element(_ name: StaticString, _ attributes: Attributes = [:], _ wording: Wording) {
    element(name, attributes) { $0.words(wording) }
  }
}
