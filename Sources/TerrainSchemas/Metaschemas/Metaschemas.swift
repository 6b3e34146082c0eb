import TerrainDocuments

/// The schemas of schemas, built in.
enum Metaschemas {
  /// All of them, read once.
  static let documents: [Document] = (Draft202012Text.texts + Draft07Text.texts).compactMap { text in
    let bytes = text.withUTF8Buffer { Array($0) }
    return JSONReader.read(SourceText(name: "<metaschema>", bytes: bytes)).document
  }

  /// Whether a document is one of them: those are right.
  static func contains(_ document: Document) -> Bool { documents.contains { $0 === document } }

  /// The standard's two as schemas; `nil` for another document.
  static func schema(at root: Node) -> Schema? {
    if root.document === draft202012?.root.document { return draft202012?.schema }
    return root.document === draft07?.root.document ? draft07?.schema : nil
  }

  private static let draft202012 = compiled(Dialect.draft202012URI)
  private static let draft07 = compiled(Dialect.draft07URI + "#")

  private static func compiled(_ id: String) -> (root: Node, schema: Schema)? {
    guard let root = documents.first(where: { $0.root["$id"]?.text?.string == id })?.root,
      let schema = Schema.compileUnchecked(root, formats: .whereDeclared).schema
    else { return nil }
    return (root, schema)
  }
}
