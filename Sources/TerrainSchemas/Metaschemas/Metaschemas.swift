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
}
