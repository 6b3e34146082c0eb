import TerrainContent
import TerrainDocuments
import TerrainValues

/// Every text has the pack's default locale, and no locale that the pack does not support; the default locale is supported.
///
/// Texts are the values that a schema calls `x-localized`, and maps one of whose keys is a locale of the pack.
enum Locales {
  @Sendable static func findings(in pack: PackContents) -> [Diagnostic] {
    guard let locale = pack.defaultLocale else { return [] }
    var check = Check(defaultLocale: locale, supported: pack.supportedLocales)
    if !pack.supportedLocales.isEmpty, !pack.supportedLocales.contains(locale) {
      check.found.append(.defaultLocaleNotSupported(at: pack.manifest["default_locale"] ?? pack.manifest))
    }
    check.supported.append(locale)
    for text in LocalizedTexts(pack).all { check.look(at: text.node) }
    return check.found
  }

  private struct Check {
    let defaultLocale: LanguageTag
    var supported: [LanguageTag]
    var found: [Diagnostic] = []

    init(defaultLocale: LanguageTag, supported: [LanguageTag]) {
      self.defaultLocale = defaultLocale
      self.supported = supported
    }

    /// Whether `locale` is of the default one's language, or nearly spelt like it.
    private func isNear(_ locale: LanguageTag) -> Bool {
      func language(_ tag: LanguageTag) -> Substring { tag.text.string.prefix { $0 != "-" } }
      if language(locale) == language(defaultLocale) { return true }
      return Suggestion.nearest(to: locale.text.string, among: [defaultLocale.text.string]) != nil
    }

    mutating func look(at node: Node) {
      guard node.kind == .map else { return }
      var hasDefault = false
      var unsupported: [(locale: LanguageTag, key: Node)] = []
      for (key, _) in node.members {
        guard let name = key.text, let locale = try? LanguageTag(parsing: name) else {
          found.append(.notALocale(at: key))
          continue
        }
        if locale == defaultLocale { hasDefault = true }
        if !supported.contains(locale) { unsupported.append((locale, key)) }
      }
      // One mistake where the default locale was written as another of its language.
      let meant = hasDefault ? nil : unsupported.firstIndex { isNear($0.locale) }
      if let meant {
        let (locale, key) = unsupported.remove(at: meant)
        found.append(.localeForDefault(locale, at: key, default: defaultLocale))
      }
      for (locale, key) in unsupported { found.append(.unsupportedLocale(locale, at: key, among: supported)) }
      if !hasDefault, meant == nil { found.append(.missingDefaultText(defaultLocale, at: node)) }
    }
  }
}
