import TerrainDocuments

/// An operation whose result is only written: for tables of operations.
package struct AnyOperation: Sendable {
  /// The name in requests.
  package let name: String
  /// What it is for, in one sentence without a full stop.
  package let summary: String
  /// The shape of the parameters.
  package let parameters: Shape
  /// The shape of the result.
  package let result: Shape
  /// Whether it takes so little time that other requests of the same thread may wait for it.
  package let isQuick: Bool
  /// Whether its work is about the files of a pack and not about the request.
  package let runsApart: Bool
  private let function:
    @Sendable (_ parameters: Node, _ session: OperationSession, _ writer: inout JSONWriter) throws(DiagnosticError) ->
      RequestNotes
  private let noting:
    @Sendable (_ parameters: Node, _ session: OperationSession, _ notes: inout RequestNotes) throws(DiagnosticError) ->
      Void

  /// `operation`, whose result is written.
  package init<Result>(_ operation: Operation<Result>) {
    name = operation.name
    summary = operation.summary
    parameters = operation.parameters
    result = operation.result.shape
    isQuick = operation.isQuick
    runsApart = operation.runsApart
    function = { parameters, session, writer throws(DiagnosticError) in
      let response = try operation.run(session, parameters)
      try response.write(to: &writer)
      return response.notes
    }
    noting = { parameters, session, notes throws(DiagnosticError) in
      _ = try operation.run(session, parameters, &notes)
    }
  }

  /// Runs the operation for the request `parameters`, and writes the result as one value.
  ///
  /// - Returns: what is noted about the request.
  /// - Throws: everything that is wrong with the parameters, or what the rules ran into; something may have been written then.
  @discardableResult
  package func run(
    _ session: OperationSession, _ parameters: Node, to writer: inout JSONWriter
  ) throws(DiagnosticError) -> RequestNotes { try function(parameters, session, &writer) }

  /// Runs the operation for what it notes about the request, also where it throws.
  func run(
    _ session: OperationSession, _ parameters: Node, _ notes: inout RequestNotes
  ) throws(DiagnosticError) { try noting(parameters, session, &notes) }
}
