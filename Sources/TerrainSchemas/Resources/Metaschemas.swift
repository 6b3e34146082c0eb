import TerrainDocuments

/// The schemas of schemas, built in.
enum Metaschemas {
  /// All of them, read once.
  static let documents: [Document] = allTexts.compactMap { text in
    let bytes = text.withUTF8Buffer { Array($0) }
    return JSONReader.read(SourceText(name: "<metaschema>", bytes: bytes)).document
  }

  private static let allTexts =
    Draft202012Text.texts + Draft201909Text.texts + Draft07Text.texts + Draft06Text.texts + Draft04Text.texts

  /// Whether a document is one of them: those are right.
  static func contains(_ document: Document) -> Bool { documents.contains { $0 === document } }
}
