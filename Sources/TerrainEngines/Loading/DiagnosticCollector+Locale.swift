import TerrainBase
import TerrainDocuments

extension DiagnosticCollector {
  /// The locale that a request gives; nil, with a diagnostic, where it is not one.
  ///
  /// - Parameter known: tags that need not be read anew: nearly every request gives one of its pack's.
  func locale(_ given: (text: Text, node: Node)?, known: [LanguageTag] = []) -> LanguageTag? {
    guard let given else { return nil }
    if let tag = known.first(where: { $0.text == given.text }) { return tag }
    if let tag = try? LanguageTag(parsing: given.text) { return tag }
    report(.requestLocaleNotATag(at: given.node))
    return nil
  }
}

extension Diagnostic {
  static func requestLocaleNotATag(at node: Node) -> Diagnostic {
    Diagnostic(code: "answers/not-a-locale", message: "a locale is a BCP 47 tag such as `en-US` or `zh-Hans`", at: node)
  }
}
