import TerrainDocuments
import TerrainBase

/// The outcome of an operation for a request: the result, and what is noted about the request.
package struct Response<Result> {
  /// The result.
  package let result: Result
  /// What is noted about the request.
  package let notes: RequestNotes
  private let type: ResultType<Result>

  /// `result`, which is of `type`, with `notes` about the request.
  package init(_ result: Result, _ notes: RequestNotes, type: ResultType<Result>) {
    self.result = result
    self.notes = notes
    self.type = type
  }

  /// Writes the result as one value.
  ///
  /// - Throws: `response/no-json` where a value is one that JSON cannot hold.
  package func write(to writer: inout JSONWriter) throws(DiagnosticError) { try type.write(result, to: &writer) }

  /// The result's bytes, ending in a line end.
  package func json(_ layout: JSONWriter.Layout) throws(DiagnosticError) -> [UInt8] {
    var writer = JSONWriter(layout)
    try write(to: &writer)
    writer.newline()
    return writer.bytes
  }
}
