import TerrainBase
import TerrainDocuments
import TerrainRules

extension DiagnosticCollector {
  /// The locale of `pack` that serves the request's locale; nil if the request gives none, and, with a diagnostic, if it is not a language
  /// tag.
  func locale(_ given: (text: Text, node: Node)?, of pack: Pack) -> LanguageTag? {
    guard let given else { return nil }
    // Nearly every request gives a locale of the pack, whose tag need not be parsed again.
    if let tag = pack.supportedLocales.first(where: { $0.text == given.text }) { return tag }
    if let tag = try? LanguageTag(parsing: given.text) { return pack.locale(for: tag) }
    report(.requestLocaleNotATag(at: given.node))
    return nil
  }
}

extension Diagnostic {
  static func requestLocaleNotATag(at node: Node) -> Diagnostic {
    Diagnostic(code: "answers/not-a-locale", message: "a locale is a BCP 47 tag such as `en-US` or `zh-Hans`", at: node)
  }
}
