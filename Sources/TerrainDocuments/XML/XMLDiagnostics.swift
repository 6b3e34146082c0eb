extension Diagnostic {
  static func xmlDocumentType(_ place: Place) -> Diagnostic {
    Diagnostic(
      code: "xml/document-type", message: "a document type declaration is not read", place: place,
      fix: "save the file without `<!DOCTYPE …>`")
  }

  static func xmlTooDeep(_ place: Place, limit: Int) -> Diagnostic {
    Diagnostic(
      code: "xml/too-deep", message: "elements nest more than \(limit) deep (xmlDepth)", place: place)
  }

  static func xmlTooMany(_ place: Place, _ what: String, _ limit: String) -> Diagnostic {
    Diagnostic(code: "xml/too-many", message: "there are more than \(what) (\(limit))", place: place)
  }
}
