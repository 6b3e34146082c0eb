import TerrainBase
import TerrainDocuments

/// A text in the locales in which a pack offers it.
public struct LocalizedText: Sendable {
  /// A text as served, and its locale.
  public struct Served: Sendable, Hashable {
    /// The text.
    public let text: Text
    /// Its locale.
    public let locale: LanguageTag

    /// `text` with its locale `locale`.
    package init(text: Text, locale: LanguageTag) {
      self.text = text
      self.locale = locale
    }
  }

  /// The texts in the order in which they are written; locales do not repeat. If a text of the default locale exists, it is the first.
  public let texts: [(locale: LanguageTag, text: Text)]
  private let defaultLocale: LanguageTag

  /// A text with `texts`, of which the default locale's is the last fallback.
  package init(_ texts: [(locale: LanguageTag, text: Text)], defaultLocale: LanguageTag) {
    self.texts = texts
    self.defaultLocale = defaultLocale
  }

  /// The text for `locale`: its own, else its parents' (`zh-Hant-TW`, `zh-Hant`, `zh`, by RFC 4647's lookup), else the default locale's.
  /// Nil if it has no text.
  public func served(for locale: LanguageTag) -> Served? {
    // Most texts have the locale itself, so its fallbacks need not be derived.
    if let own = texts.first(where: { $0.locale == locale }) { return Served(text: own.text, locale: locale) }
    return served(in: locale.fallbacks + [defaultLocale])
  }

  /// The text in the first of `locales` that it has, or in any locale if it has none of them. Nil if it has no text.
  package func served(in locales: [LanguageTag]) -> Served? {
    for locale in locales {
      for candidate in texts where candidate.locale == locale { return Served(text: candidate.text, locale: locale) }
    }
    return texts.first.map { Served(text: $0.text, locale: $0.locale) }
  }
}

extension LocalizedText {
  /// The text at `node`: a plain string belongs to the default locale, a map goes from locale to string. Tags among `known` are not parsed
  /// again.
  package static func read(
    _ node: Node, defaultLocale: LanguageTag, known: [LanguageTag] = [], into diagnostics: inout [Diagnostic]
  ) -> LocalizedText? {
    if let text = node.text { return LocalizedText([(defaultLocale, text)], defaultLocale: defaultLocale) }
    guard node.kind == .map else {
      diagnostics.append(.wrongKind(node, expected: .string, what: "a text"))
      return nil
    }
    var texts: [(locale: LanguageTag, text: Text)] = []
    for (key, value) in node.members {
      guard let name = key.text,
        let locale = known.first(where: { $0.text == name }) ?? (try? LanguageTag(parsing: name))
      else {
        diagnostics.append(.notALocale(at: key))
        continue
      }
      guard let text = value.text else {
        diagnostics.append(.wrongKind(value, expected: .string, what: "a text"))
        continue
      }
      texts.append((locale, text))
    }
    return LocalizedText(texts, defaultLocale: defaultLocale)
  }
}
