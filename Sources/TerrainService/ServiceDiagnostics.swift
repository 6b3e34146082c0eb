import TerrainDocuments

// Everything the service complains of by itself, in one place.

extension Diagnostic {
  static func noJSON(because error: JSONWriterError) -> Diagnostic {
    Diagnostic(code: "response/no-json", message: "a value cannot be written as JSON: \(error)", place: nil)
  }
}
