import TerrainDocuments

/// Something that can be asked for: its name, what is handed in, what comes out, and how it is done.
///
/// Commands, `terrain serve`, `terrain batch`, `terrain schema` and the OpenRPC document are all read off these.
public struct Method: Sendable {
  /// Answers one request: writes the result as one value, and gives back what was odd about the parameters without being wrong.
  public typealias Run =
    @Sendable (_ parameters: Node, _ session: OperationSession, _ writer: inout JSONWriter) throws(DiagnosticError)
    -> [Diagnostic]

  /// What it is called.
  public let name: String
  /// What it is for, in one sentence without a full stop.
  public let summary: String
  /// What is handed in.
  public let parameters: Shape
  /// What comes out.
  public let result: Shape
  /// Whether it takes so little time that other requests of the same thread may wait for it.
  public let isQuick: Bool
  /// Whether its work is about the files of a pack and not about the request: a service answers it apart from other requests, and it
  /// can be cancelled.
  public let runsApart: Bool
  private let checksShape: Bool
  private let run: Run

  /// A method.
  ///
  /// - Parameters:
  ///   - checksShape: whether parameters are held against their shape before `run`. Not needed where an engine's reader
  ///   reads all of them: it says more. Tests hold such a reader and the shape against each other.
  ///   - isQuick: whether other requests of the same thread may wait for it.
  ///   - runsApart: whether a service answers it apart from other requests.
  public init(
    name: String, summary: String, parameters: Shape, result: Shape, checksShape: Bool = true, isQuick: Bool = false,
    runsApart: Bool = false,
    run: @escaping Run
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.result = result
    self.checksShape = checksShape
    self.isQuick = isQuick
    self.runsApart = runsApart
    self.run = run
  }

  /// Answers one request on `session`: writes the result as one value.
  ///
  /// - Returns: what was odd about the parameters without being wrong.
  /// - Throws: everything that is wrong with the parameters, or what the rules ran into; something may have been written then.
  public func answer(
    _ parameters: Node, _ session: OperationSession, to writer: inout JSONWriter
  ) throws(DiagnosticError) -> [Diagnostic] {
    if checksShape {
      let found = DiagnosticCollector(.request)
      self.parameters.check(parameters, what: "the parameters", into: found)
      if found.hasErrors { throw found.error }
    }
    return try run(parameters, session, &writer)
  }
}
