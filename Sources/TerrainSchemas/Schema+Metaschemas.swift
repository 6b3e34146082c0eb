import TerrainDocuments

extension Schema {
  /// The built-in schema of schemas with this root, compiled; nil for another document.
  static func metaschema(at root: Node) -> Schema? {
    if root.document === draft202012?.root.document { return draft202012?.schema }
    return root.document === draft07?.root.document ? draft07?.schema : nil
  }

  private static let draft202012 = compiled(Dialect.draft202012URI)
  private static let draft07 = compiled(Dialect.draft07URI + "#")

  private static func compiled(_ id: String) -> (root: Node, schema: Schema)? {
    guard let root = Metaschemas.documents.first(where: { $0.root["$id"]?.text?.string == id })?.root,
      let schema = compileUnchecked(root, formats: .whereDeclared).schema
    else { return nil }
    return (root, schema)
  }
}
