import TerrainDocuments
import TerrainValues

extension Pack {
  /// What is at `node`, with each text in the language `locale`, as far as the pack has it.
  ///
  /// A text is a map from the pack's locales to strings. One that the pack does not have in the language is in the language that
  /// the pack falls back to, which is then beside it under the text's key with `_locale` at its end.
  package func localized(_ node: Node, for locale: LanguageTag) -> Value {
    // Readers refuse documents that nest deeper than their limit, so the recursion is bounded.
    switch node.kind {
    case .map:
      if let text = localizedText(node) { return text.served(for: locale).map { .string($0.text) } ?? .null }
      var map = ValueMap(capacity: node.count)
      for (key, value) in node.members {
        let name = key.text ?? ""
        guard let text = localizedText(value) else {
          map.insert(.string(name), localized(value, for: locale))
          continue
        }
        guard let served = text.served(for: locale) else { continue }
        map.insert(.string(name), .string(served.text))
        if served.locale != locale { map.insert(.string("\(name)_locale"), .string(served.locale.text)) }
      }
      return .map(map)
    case .list: return .list(node.elements.map { localized($0, for: locale) })
    default: return node.value(fractions: .double)
    }
  }

  /// The text at `node`; nil where it is anything else, a string without a language among it.
  private func localizedText(_ node: Node) -> LocalizedText? {
    guard node.kind == .map, node.count > 0 else { return nil }
    for (key, value) in node.members {
      guard value.kind == .string, let name = key.text, supportedLocales.contains(where: { $0.text == name }) else {
        return nil
      }
    }
    return text(node)
  }

  /// What the record `record` of `kind` shows wherever it is offered, in the language `locale`: the fields that the kind declares as
  /// its card, by the names that it gives them. What the record does not have is left out.
  package func card(of record: Record, kind: Text, for locale: LanguageTag) -> [(name: Text, value: Value)] {
    guard let card = self.kind(kind)?.card else { return [] }
    return card.compactMap { field in
      var node: Node? = record.node
      for key in field.path {
        if let list = node, list.kind == .list { node = list.elements.first { _ in true } }
        node = node.flatMap { $0.kind == .map ? $0[key] : nil }
      }
      return node.map { (field.name, localized($0, for: locale)) }
    }
  }
}
