import TerrainDocuments

extension Document {
  /// The document of an answer that this program gave.
  ///
  /// - Throws: where it is none.
  static func answered(_ json: [UInt8]) throws(DiagnosticError) -> Document {
    let (document, diagnostics) = JSONReader.read(SourceText(name: "answer", bytes: json))
    guard let document else { throw DiagnosticError(diagnostics) }
    return document
  }
}
