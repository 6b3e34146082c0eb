import TerrainDocuments
import TerrainValues

/// `terrain serve`: methods over lines of JSON-RPC 2.0.
public final class Service: Sendable {
  private let state: ServiceState
  private let server: LineServer
  private let apart: ApartThread

  /// A service from the descriptor `input` to the descriptor `output`; nil where the system gives it no pipe.
  public init?(_ state: ServiceState, input: Int32, output: Int32) {
    guard let server = LineServer(input: input, output: output, threads: state.threads, limits: state.limits) else {
      return nil
    }
    self.state = state
    self.server = server
    let apart = ApartThread(limit: state.limits.inFlight) { [state, output = server.output] in
      let worker = ServiceWorker(state)
      var writer = JSONWriter(.compact)
      return { line, cancellation in
        worker.cancellation = cancellation
        line.withUnsafeBufferPointer { worker.answer($0, to: &writer, beforeSlow: { _ in }) }
        output.flush(&writer)
      }
    }
    self.apart = apart
    state.whenStopped { [weak server, weak apart] in
      server?.stop()
      apart?.cancelAll()
    }
    state.whenCancelled { [weak apart] in apart?.cancel($0) ?? false }
  }

  /// Serves until the input ends or somebody stops it, and everything that was read is answered.
  ///
  /// - Returns: false where nobody took the answers.
  public func run() -> Bool {
    let served = state.served
    state.log.tell(
      .info, "started",
      [
        ("pack", .text("\(served.pack.id) \(served.pack.version) \(served.pack.hash)")),
        ("rules", .text("\(served.rules.id) \(served.rules.version) \(served.rules.hash)")),
        ("threads", .number(state.threads)),
      ])
    var isTaken = server.run { [state, apart] in
      let worker = ServiceWorker(state)
      worker.dispatcher.handOver = { line, ids in apart.take(Array(line), ids: ids) }
      return LineServer.Worker(
        answer: { line, writer, beforeSlow in worker.answer(line, to: &writer, beforeSlow: beforeSlow) },
        refuseLongLine: { worker.dispatcher.refuseLongLine(to: &$0) })
    }
    // What nobody takes any more need not be worked out; anything else that was read is answered.
    if !isTaken { apart.cancelAll() }
    apart.finish()
    isTaken = isTaken && !server.output.hasFailed
    state.log.tell(.info, "ended")
    return isTaken
  }

  /// Ends it when what was read is answered; what runs apart is cancelled. Any thread.
  public func stop() {
    server.stop()
    apart.cancelAll()
  }
}

/// One thread's way to answer: a session over the version that is served, which follows when there is a new one.
private final class ServiceWorker {
  private let state: ServiceState
  private var session: MethodSession
  private var version: Int
  private(set) var dispatcher: RPCDispatcher
  /// Whether the line that is answered is still wanted; nil where that cannot be said.
  var cancellation: Cancellation?
  private static let nothing = JSONReader.read(SourceText(name: "parameters", text: "{}")).document

  init(_ state: ServiceState) {
    self.state = state
    version = state.version
    session = MethodSession(state.served, service: state)
    dispatcher = RPCDispatcher([], limits: state.limits)
    let methods = Method.all.map { method in
      RPCMethod(name: method.name, isQuick: method.isQuick, runsApart: method.runsApart) {
        [unowned self] parameters, writer throws(DiagnosticError) in
        try answer(method, parameters, to: &writer)
      }
    }
    dispatcher = RPCDispatcher(methods + [.cancelRequest(state)], limits: state.limits)
    dispatcher.report = { [unowned self] in report($0) }
  }

  func answer(
    _ line: UnsafeBufferPointer<UInt8>, to writer: inout JSONWriter, beforeSlow: (inout JSONWriter) -> Void
  ) {
    // The version is looked up once a line: the requests of a batch are all answered by the same one.
    let current = state.version
    if current != version {
      version = current
      session = MethodSession(state.served, service: state)
    }
    dispatcher.answer(line, to: &writer, beforeSlow: beforeSlow)
  }

  private func answer(
    _ method: Method, _ parameters: Node?, to writer: inout JSONWriter
  ) throws(DiagnosticError) -> [Diagnostic] {
    guard let parameters = parameters ?? Self.nothing?.root else { return [] }
    if parameters.kind == .list, parameters.count > 0 { throw DiagnosticError(.byPosition(parameters)) }
    let given = parameters.kind == .list ? Self.nothing?.root ?? parameters : parameters
    if method.runsApart {
      let cancellation = cancellation
      session.isCancelled = { cancellation?.isCancelled ?? false }
    }
    return try method.answer(given, session, to: &writer)
  }

  private func report(_ outcome: RPCDispatcher.Outcome) {
    state.count(requests: 1, errors: outcome.error == nil ? 0 : 1)
    let level: ServerLog.Level = outcome.error == nil && outcome.remarks.isEmpty ? .debug : .warning
    guard level >= state.log.level else { return }
    var fields: [(name: String, value: ServerLog.Field)] = []
    if let method = outcome.method { fields.append(("method", .text(method))) }
    if let error = outcome.error { fields.append(("code", .number(error.rawValue))) }
    if !outcome.remarks.isEmpty { fields.append(("diagnostics", .list(outcome.remarks))) }
    state.log.tell(level, outcome.error == nil ? "answered" : "refused", fields)
  }
}
