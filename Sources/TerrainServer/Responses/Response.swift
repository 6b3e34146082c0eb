import TerrainDocuments

/// What a method answers, as a document for programs. The same answer gives the same bytes.
public protocol Response {
  /// Writes the document as one value.
  ///
  /// - Throws: where a value is one that JSON cannot hold: what callers hand in as YAML, and what rules come to, can be
  ///   infinite.
  func write(to writer: inout JSONWriter) throws(JSONWriterError)
}

extension Response {
  /// The document's bytes, ending in a line end.
  ///
  /// - Throws: where a value is one that JSON cannot hold.
  public func json(_ layout: JSONWriter.Layout) throws(DiagnosticError) -> [UInt8] {
    var writer = JSONWriter(layout)
    try writer.document(self)
    writer.newline()
    return writer.bytes
  }
}

extension JSONWriter {
  /// Writes the document of `response`.
  mutating func document(_ response: some Response) throws(DiagnosticError) {
    try document { writer throws(JSONWriterError) in try response.write(to: &writer) }
  }

  /// Writes a document with values in it that JSON may not have.
  mutating func document(
    _ write: (inout JSONWriter) throws(JSONWriterError) -> Void
  ) throws(DiagnosticError) {
    do throws(JSONWriterError) {
      try write(&self)
    } catch {
      throw DiagnosticError(.noJSON(because: error))
    }
  }
}
