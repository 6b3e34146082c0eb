import TerrainDocuments
import TerrainBase

extension Pack {
  /// What is at `node`, with each text in the language `locale`, as far as the pack has it.
  ///
  /// A text is a map from the pack's locales to strings. One that the pack does not have in the language is in the language that
  /// the pack falls back to, which is then beside it under the text's key with `_locale` at its end.
  package func localized(_ node: Node, for locale: LanguageTag) -> Value {
    // Readers refuse documents that nest deeper than their limit, so the recursion is bounded.
    switch node.kind {
    case .map:
      if isLocalizedText(node) { return served(node, for: locale).map { .string($0.text) } ?? .null }
      var map = ValueMap(capacity: node.count)
      for (key, value) in node.members {
        let name = key.text ?? ""
        guard isLocalizedText(value) else {
          map.insert(.string(name), localized(value, for: locale))
          continue
        }
        guard let served = served(value, for: locale) else { continue }
        map.insert(.string(name), .string(served.text))
        if served.locale != locale { map.insert(.string("\(name)_locale"), .string(served.locale.text)) }
      }
      return .map(map)
    case .list: return .list(node.elements.map { localized($0, for: locale) })
    default: return node.value(fractions: .double)
    }
  }

  /// Whether a text is at `node`, and nothing else, a string without a language among it.
  private func isLocalizedText(_ node: Node) -> Bool {
    guard node.kind == .map, node.count > 0 else { return false }
    for (key, value) in node.members {
      guard value.kind == .string, let name = key.text, supportedLocales.contains(where: { $0.text == name }) else {
        return false
      }
    }
    return true
  }

  /// The text at `node` for `locale`, as ``LocalizedText/served(for:)`` chooses it; nil where there is none.
  package func served(_ node: Node?, for locale: LanguageTag) -> LocalizedText.Served? {
    // Most texts have the locale itself, and the others need not be read.
    if let node, node.kind == .map, let own = node[locale.text]?.text {
      return LocalizedText.Served(text: own, locale: locale)
    }
    return text(node)?.served(for: locale)
  }

  /// What the record `record` of `kind` shows wherever it is offered, in the language `locale`: the fields that the kind declares as
  /// its card, by the names that it gives them. What the record does not have is left out.
  package func card(of record: Record, kind: Text, for locale: LanguageTag) -> [(name: Text, value: Value)] {
    guard let card = self.kind(kind)?.card else { return [] }
    return card.compactMap { field in
      record.node.field(at: field.path).map { (field.name, localized($0, for: locale)) }
    }
  }
}
