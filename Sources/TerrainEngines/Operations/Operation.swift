import TerrainDocuments

/// An operation: its name, its parameters, its result, and the function from a session and parameters to the result.
///
/// The command line, `terrain serve`, `terrain batch`, `explain`, `terrain schema`, the OpenRPC document and `TerrainKit` use operations
/// and nothing behind them. ``AnyOperation`` is one whose type of result does not matter.
package struct Operation<Result>: Sendable {
  /// The result for `parameters`; the last parameter takes notes about the request.
  package typealias Function =
    @Sendable (_ parameters: Node, _ session: OperationSession, _ notes: inout RequestNotes) throws(DiagnosticError) ->
    Result

  /// The name in requests.
  package let name: String
  /// What it is for, in one sentence without a full stop.
  package let summary: String
  /// The shape of the parameters.
  package let parameters: Shape
  /// The description of the result.
  package let result: ResultType<Result>
  /// Whether it takes so little time that other requests of the same thread may wait for it.
  package let isQuick: Bool
  /// Whether its work is about the files of a pack and not about the request: a service runs it apart from other requests, and it
  /// can be cancelled.
  package let runsApart: Bool
  private let checksParameters: Bool
  private let function: Function

  /// An operation.
  ///
  /// - Parameters:
  ///   - checksParameters: whether parameters are compared with their shape before `function`. Not needed where an engine's reader
  ///   reads all of them: its diagnostics are better. Tests compare such a reader with the shape.
  ///   - isQuick: whether other requests of the same thread may wait for it.
  ///   - runsApart: whether a service runs it apart from other requests.
  package init(
    name: String, summary: String, parameters: Shape, result: ResultType<Result>, checksParameters: Bool = true,
    isQuick: Bool = false, runsApart: Bool = false, function: @escaping Function
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.result = result
    self.checksParameters = checksParameters
    self.isQuick = isQuick
    self.runsApart = runsApart
    self.function = function
  }

  /// Runs the operation for the request `parameters`.
  ///
  /// - Throws: everything that is wrong with the parameters, or what the rules ran into.
  package func run(_ session: OperationSession, _ parameters: Node) throws(DiagnosticError) -> Response<Result> {
    var notes = RequestNotes()
    let result = try run(session, parameters, &notes)
    return Response(result, notes, type: self.result)
  }

  /// Runs the operation for the request `parameters`; `notes` are complete also where it throws.
  package func run(
    _ session: OperationSession, _ parameters: Node, _ notes: inout RequestNotes
  ) throws(DiagnosticError) -> Result {
    if checksParameters {
      let diagnostics = DiagnosticCollector(.request)
      self.parameters.check(parameters, .named("the request"), into: diagnostics)
      if diagnostics.hasErrors { throw diagnostics.error }
    }
    return try function(parameters, session, &notes)
  }
}

/// What an operation notes about a request beside its result.
package struct RequestNotes {
  /// Warnings about the parameters.
  package var warnings: [Diagnostic] = []
  /// What is wrong with single records of the request, which the result lists and the operation does not fail for.
  package var findings: [Diagnostic] = []
  /// How the result comes about, in a session that records.
  package var explanation: Explanation?

  /// No notes.
  package init() {}
}

/// The operations there are, by name; each module adds its own.
package enum Operations {}
