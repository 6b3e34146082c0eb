import TerrainBase
import TerrainDocuments

/// `translated: { LOCALE: { KIND: [FIELD, …] } }`: these texts must exist in this locale, or in a locale to which it falls back.
enum Translations: LintRule {
  static let name: Text = "translated"

  static func findings(_ node: Node, in pack: PackContents) -> [Diagnostic] {
    guard node.kind == .map else { return [.wrongKind(node, expected: .map, what: "`\(name)`")] }
    var diagnostics: [Diagnostic] = []
    for (key, kinds) in node.members {
      guard let locale = pack.locales.locale(of: key) else {
        diagnostics.append(.notALocale(at: key))
        continue
      }
      guard isSupported(locale, by: pack) else {
        diagnostics.append(
          .unsupportedLocale(locale, at: key, among: pack.supportedLocales).caused(by: .init("locale \(locale)")))
        continue
      }
      guard kinds.kind == .map else {
        diagnostics.append(.wrongKind(kinds, expected: .map, what: "the fields translated into `\(locale)`"))
        continue
      }
      let fallbacks = Set(locale.fallbacks)
      for (name, fields) in kinds.members {
        guard let kind = LintDeclaration.kind(name, in: pack, into: &diagnostics) else { continue }
        for field in LintDeclaration.entries(fields, of: kind, into: &diagnostics) {
          guard let path = FieldPath.read(field, of: kind, in: pack, into: &diagnostics) else { continue }
          for record in pack.kind(kind)?.records ?? [] {
            for text in path.hits(in: record, of: pack)
            where !has(text.node, fallbacks, pack) && !isMisspelt(locale, in: text.node, pack) {
              diagnostics.append(.notTranslated(path, into: locale, record, at: text.node))
            }
          }
        }
      }
    }
    return diagnostics
  }

  /// Returns true if the pack supports `locale`, or if its list of locales is unreadable.
  private static func isSupported(_ locale: LanguageTag, by pack: PackContents) -> Bool {
    let supported = pack.supportedLocales
    return supported.contains(locale) || pack.defaultLocale == locale
      || pack.manifest["supported_locales"].map { $0.count != supported.count } ?? true
  }

  /// Returns true if the text has an unsupported locale that resembles this locale, which is reported at its own location.
  private static func isMisspelt(_ locale: LanguageTag, in node: Node, _ pack: PackContents) -> Bool {
    guard node.kind == .map else { return false }
    let supported = pack.supportedLocales.map(\.text.string)
    return node.members.contains { key, _ in
      guard let name = key.text, !supported.contains(name.string) else { return false }
      return Suggestion.nearest(to: name.string, among: supported) == locale.text.string
    }
  }

  /// Returns true if the text exists in one of `locales`.
  private static func has(_ node: Node, _ locales: Set<LanguageTag>, _ pack: PackContents) -> Bool {
    // A bare string is in the default locale.
    if node.kind == .string { return pack.defaultLocale.map(locales.contains) ?? true }
    return node.members.contains { key, _ in pack.locales.locale(of: key).map(locales.contains) ?? false }
  }
}

extension Diagnostic {
  fileprivate static func notTranslated(
    _ path: FieldPath, into locale: LanguageTag, _ record: PackContents.Record, at node: Node
  ) -> Diagnostic {
    Diagnostic(
      code: "pack/not-translated", message: "\(path.text) of `\(record.id)` is not there in `\(locale)`", at: node,
      fix: "add `\(locale): …`")
  }
}
