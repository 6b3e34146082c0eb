import TerrainDocuments

extension [Document] {
  /// The one document that `source` should hold; nil, with a diagnostic, where it holds none. What is in a second one
  /// would be ignored, so that is diagnosed too.
  func only(of source: SourceText, into diagnostics: inout [Diagnostic]) -> Document? {
    if count > 1 { diagnostics.append(.severalDocuments(self[1].root)) }
    if isEmpty, !diagnostics.hasErrors { diagnostics.append(.noDocument(source)) }
    return first
  }
}

extension Diagnostic {
  package static func noDocument(_ source: SourceText) -> Diagnostic {
    Diagnostic(
      code: "file/no-document", message: "`\(source.name)` holds nothing but comments",
      place: Place(source: source, range: SourceRange(start: 0, end: 0)))
  }

  package static func severalDocuments(_ second: Node) -> Diagnostic {
    Diagnostic(
      code: "file/several-documents", message: "one document was expected, and a second one begins here",
      place: second.place)
  }
}
