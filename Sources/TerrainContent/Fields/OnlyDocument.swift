import TerrainDocuments

extension [Document] {
  /// The one document that `source` should hold; nil, with a complaint, where it holds none. What stands in a second one
  /// would never be looked at, so that is complained of too.
  func only(of source: SourceText, into diagnostics: inout [Diagnostic]) -> Document? {
    if count > 1 { diagnostics.append(.severalDocuments(self[1].root)) }
    if isEmpty, !diagnostics.hasErrors { diagnostics.append(.noDocument(source)) }
    return first
  }
}
