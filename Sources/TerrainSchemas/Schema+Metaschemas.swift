import TerrainDocuments
import TerrainBase

extension Schema {
  /// The built-in schema of schemas with this root, compiled when first needed; nil for another document.
  static func metaschema(at root: Node) -> Schema? {
    guard Metaschemas.contains(root.document), let id = root["$id"] ?? root["id"], let text = id.text,
      let draft = Dialect.Draft(uri: URIReference(text.string).document.text)
    else { return nil }
    return switch draft {
    case .draft04: draft04
    case .draft06: draft06
    case .draft07: draft07
    case .draft201909: draft201909
    case .draft202012: draft202012
    }
  }

  private static let draft04 = compiled(.draft04)
  private static let draft06 = compiled(.draft06)
  private static let draft07 = compiled(.draft07)
  private static let draft201909 = compiled(.draft201909)
  private static let draft202012 = compiled(.draft202012)

  private static func compiled(_ draft: Dialect.Draft) -> Schema? {
    let id = Dialect(draft).idKeyword
    let root = Metaschemas.documents.lazy.map(\.root).first { root in
      root[id]?.text.map { URIReference($0.string).document.text == draft.uri } ?? false
    }
    return root.flatMap { compileUnchecked($0, formats: .whereDeclared).schema }
  }
}
