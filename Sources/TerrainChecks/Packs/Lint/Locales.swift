import TerrainBase
import TerrainDocuments
import TerrainRules

/// Every text has the pack's default locale, and no locale that the pack does not support; the default locale is supported.
///
/// Texts are the values that a schema calls `x-localized`, and maps one of whose keys is a locale of the pack.
enum Locales {
  @Sendable static func findings(_ texts: LocalizedTexts, in pack: PackContents) -> [Diagnostic] {
    guard let locale = pack.defaultLocale else { return [] }
    let list = pack.manifest["supported_locales"]
    // An entry that is not a locale is reported at its location, and may stand for any locale.
    let isWhole = list.map { $0.count == pack.supportedLocales.count } ?? true
    var check = Check(pack.locales, defaultLocale: locale, supported: pack.supportedLocales)
    let isDefaultSupported = !isWhole || pack.supportedLocales.isEmpty || pack.supportedLocales.contains(locale)
    check.supported.append(locale)
    for text in texts.all { check.look(at: text.node) }
    let findings = check.findings(in: pack, isWhole: isWhole, isDefaultSupported: isDefaultSupported)
    if isDefaultSupported { return findings }
    return findings + [
      check.misspelledEntry(for: locale, in: pack)
        ?? .defaultLocaleNotSupported(
          locale, at: pack.manifest["default_locale"] ?? pack.manifest, pack.supportedLocales)
    ]
  }

  private struct Check {
    private let locales: LocaleNames
    let defaultLocale: LanguageTag
    var supported: [LanguageTag]
    private var diagnostics: [Diagnostic] = []
    /// The number of texts in each locale.
    private var uses: [LanguageTag: Int] = [:]
    private var textCount = 0
    private var missingDefaults: [Node] = []
    private var forDefault: [(locale: LanguageTag, key: Node)] = []
    private var unsupported: [(locale: LanguageTag, key: Node)] = []

    init(_ locales: LocaleNames, defaultLocale: LanguageTag, supported: [LanguageTag]) {
      self.locales = locales
      self.defaultLocale = defaultLocale
      self.supported = supported
    }

    /// Returns true if `locale` is of the default one's language, or nearly spelt like it.
    private func isNear(_ locale: LanguageTag) -> Bool {
      func language(_ tag: LanguageTag) -> Substring { tag.text.string.prefix { $0 != "-" } }
      if language(locale) == language(defaultLocale) { return true }
      return Suggestion.nearest(to: locale.text.string, among: [defaultLocale.text.string]) != nil
    }

    mutating func look(at node: Node) {
      guard node.kind == .map else {
        // A bare string is in the default locale.
        if node.kind == .string { uses[defaultLocale, default: 0] += 1 }
        return
      }
      var hasDefault = false
      var unsupported: [(locale: LanguageTag, key: Node)] = []
      textCount += 1
      for (key, _) in node.members {
        guard let locale = locales.locale(of: key) else {
          diagnostics.append(.notALocale(at: key))
          continue
        }
        if locale == defaultLocale { hasDefault = true }
        uses[locale, default: 0] += 1
        if !supported.contains(locale) { unsupported.append((locale, key)) }
      }
      // If the default locale is misspelled as another locale of its language, that is reported once.
      let meant = hasDefault ? nil : unsupported.firstIndex { isNear($0.locale) }
      if let meant { forDefault.append(unsupported.remove(at: meant)) }
      self.unsupported += unsupported
      if !hasDefault, meant == nil { missingDefaults.append(node) }
    }

    /// The findings in all texts: if hardly any text agrees with a declaration, the declaration is wrong, not the texts.
    func findings(in pack: PackContents, isWhole: Bool, isDefaultSupported: Bool) -> [Diagnostic] {
      var diagnostics = diagnostics
      if textCount > 1, missingDefaults.count + forDefault.count == textCount {
        if isDefaultSupported, let node = pack.manifest["default_locale"] {
          diagnostics.append(.noTextInDefaultLocale(defaultLocale, at: node, among: supported))
        }
      } else {
        diagnostics += missingDefaults.map { .missingDefaultText(defaultLocale, at: $0) }
        diagnostics += forDefault.map { locale, key in
          .localeForDefault(locale, at: key, default: defaultLocale).caused(by: .init("locale \(locale)"))
        }
      }
      // If the list of locales is invalid, any locale is accepted.
      guard isWhole else { return diagnostics }
      var causes: [LanguageTag: Diagnostic.Cause] = [:]
      for (locale, key) in unsupported {
        let cause = causes[locale] ?? self.cause(of: locale, in: pack)
        causes[locale] = cause
        diagnostics.append(.unsupportedLocale(locale, at: key, among: supported).caused(by: cause))
      }
      return diagnostics
    }

    /// The cause of texts in the unsupported `locale`: an entry without texts may be a misspelling of it, and if most texts have it, an
    /// entry is missing.
    private func cause(of locale: LanguageTag, in pack: PackContents) -> Diagnostic.Cause {
      let key = "locale \(locale)"
      if let entry = misspelledEntry(for: locale, in: pack) { return .init(key, mistake: entry) }
      let count = uses[locale] ?? 0
      guard count * 2 > textCount, let list = pack.manifest["supported_locales"] else { return .init(key) }
      return .init(key, mistake: .missingLocale(locale, count, at: list))
    }

    /// The diagnostic for an entry without texts that resembles `locale`, in which texts are written; nil if no entry does.
    func misspelledEntry(for locale: LanguageTag, in pack: PackContents) -> Diagnostic? {
      guard let count = uses[locale] else { return nil }
      let entries = pack.manifest["supported_locales"]?.elements.map { $0 } ?? []
      let unused = entries.filter { entry in
        guard let tag = locales.locale(of: entry) else { return false }
        return uses[tag] == nil
      }
      let names = unused.compactMap(\.text?.string)
      guard let meant = Suggestion.nearest(to: locale.text.string, among: names) else { return nil }
      return unused.first { $0.text?.string == meant }.map { .localeWithoutText(at: $0, meant: locale, count) }
    }
  }
}

extension Diagnostic {
  fileprivate static func missingDefaultText(_ locale: LanguageTag, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/missing-default-text", message: "this text is not there in `\(locale)`, the pack's default locale",
      at: node, fix: "add `\(locale): …`")
  }

  /// A text has a locale in place of the default locale: another locale of the same language.
  fileprivate static func localeForDefault(_ locale: LanguageTag, at node: Node, default wanted: LanguageTag)
    -> Diagnostic
  {
    Diagnostic(
      code: "pack/unsupported-locale",
      message: "`\(locale)` is not among the pack's supported locales, and its default one is missing here",
      place: node.place, fix: "did you mean `\(wanted)`?", path: node.path)
  }

  static func unsupportedLocale(_ locale: LanguageTag, at node: Node, among known: [LanguageTag])
    -> Diagnostic
  {
    Diagnostic(
      code: "pack/unsupported-locale", message: "`\(locale)` is not among the pack's supported locales", at: node,
      fix: Suggestion.fix(locale.text, among: known.map(\.text)) ?? "add it to `supported_locales` in pack.yaml")
  }

  fileprivate static func defaultLocaleNotSupported(
    _ locale: LanguageTag, at node: Node, _ known: [LanguageTag]
  ) -> Diagnostic {
    Diagnostic(
      code: "pack/unsupported-locale", message: "the default locale is not among the supported locales", at: node,
      fix: Suggestion.fix(locale.text, among: known.map(\.text)) ?? "add it to `supported_locales`")
  }

  /// No text of the pack is in the default locale.
  fileprivate static func noTextInDefaultLocale(
    _ locale: LanguageTag, at node: Node, among known: [LanguageTag]
  ) -> Diagnostic {
    Diagnostic(
      code: "pack/missing-default-text", message: "no text of the pack is in `\(locale)`, its default locale", at: node,
      fix: Suggestion.fix(locale.text, among: known.filter { $0 != locale }.map(\.text))
        ?? "name the locale that the texts are in")
  }

  /// No text is in an entry of the supported locales, while `count` texts are in a similar locale.
  fileprivate static func localeWithoutText(at node: Node, meant locale: LanguageTag, _ count: Int) -> Diagnostic {
    Diagnostic(
      code: "pack/unsupported-locale",
      message:
        "no text of the pack is in `\(node.text ?? "")`, and \(count) \(count == 1 ? "is" : "are") in `\(locale)`, which is not supported",
      at: node, fix: "did you mean `\(locale)`?")
  }

  /// A locale that is missing from the supported ones, while `count` texts are in it.
  fileprivate static func missingLocale(_ locale: LanguageTag, _ count: Int, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/unsupported-locale",
      message:
        "`\(locale)` is not among the pack's supported locales, and \(count.counted("text")) \(count == 1 ? "is" : "are") in it",
      at: node,
      fix: "add `\(locale)`")
  }
}
