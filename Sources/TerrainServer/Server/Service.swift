import Synchronization
import TerrainDocuments
import TerrainOperations
import TerrainPlatform
import TerrainValues

/// `terrain serve`: methods over lines of JSON-RPC 2.0.
package final class Service: Sendable {
  private let state: ServiceState
  private let server: LineServer
  private let isEnded = Atomic<Bool>(false)
  private let apart: ApartThread

  /// A service from the descriptor `input` to the descriptor `output`; nil where the system gives it no pipe.
  package init?(_ state: ServiceState, input: Descriptor, output: Descriptor) {
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
        var hold = LineOutput.Hold()
        line.withUnsafeBufferPointer { line in
          worker.answer(line, to: &writer, beforeSlow: { _ in }) { writer in
            worker.writeRecords()
            return output.spill(&writer, &hold)
          }
        }
        worker.writeRecords()
        output.flush(&writer, &hold)
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
  package func run() -> Bool {
    let served = state.served
    state.log.write(
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
        answer: { line, writer, beforeSlow, spill in
          worker.answer(line, to: &writer, beforeSlow: beforeSlow, spill: spill)
        },
        refuseLongLine: { worker.dispatcher.refuseLongLine($0, to: &$1) },
        beforeWriting: { worker.writeRecords() })
    }
    // What nobody takes any more need not be worked out; anything else that was read is answered.
    if !isTaken { apart.cancelAll() }
    apart.finish()
    isTaken = isTaken && !server.output.hasFailed
    state.log.write(.info, "ended")
    isEnded.store(true, ordering: .releasing)
    return isTaken
  }

  /// Ends it when what was read is answered; what runs apart is cancelled. Any thread.
  package func stop() {
    server.stop()
    apart.cancelAll()
  }

  /// What was read and did not reach the client.
  package struct Undelivered: Sendable {
    /// Responses that were not written, or not to their end.
    package let responses: Int
    /// Lines that were not answered.
    package let lines: Int
  }

  /// Ends it when what was read is answered, and waits for that as long as the client reads. Any thread but its own.
  ///
  /// - Returns: nil once it has ended; what was not delivered where nobody reads standard output or the log. It does not end
  ///   by itself then.
  package func stopOrGiveUp() -> Undelivered? {
    stop()
    let outputs = [server.output] + (state.log.output.map { [$0] } ?? [])
    let patience = Patience(clock: state.clock)
    if patience.wait(for: outputs, until: { isEnded.load(ordering: .acquiring) }) { return nil }
    return Undelivered(responses: server.output.undelivered, lines: server.unanswered)
  }

  /// Logs that it ends without having delivered what is `undelivered`.
  package func report(_ undelivered: Undelivered, signal: String) {
    state.log.write(
      .error, "ended",
      [
        ("signal", .text(signal)), ("undelivered", .number(undelivered.responses)),
        ("unanswered", .number(undelivered.lines)), ("reason", .text("the client does not read")),
      ])
  }
}

/// One thread's way to answer: a session over the version that is served, which follows when there is a new one.
private final class ServiceWorker {
  private let state: ServiceState
  private var session: OperationSession
  private var version: Int
  private let counters: RequestCounters
  private var recorder: DecisionRecorder?
  private(set) var dispatcher: RPCDispatcher
  /// Whether the line that is answered is still wanted; nil where that cannot be said.
  var cancellation: Cancellation?
  private static let nothing = JSONReader.read(SourceText(name: "parameters", text: "{}")).document

  init(_ state: ServiceState) {
    self.state = state
    version = state.version
    counters = state.requests.counters()
    let served = state.served
    session = OperationSession(served, service: state)
    recorder = state.decisions.map { DecisionRecorder($0, time: state.machine.time, log: state.log) }
    recorder?.follow(served)
    dispatcher = RPCDispatcher([], limits: state.limits, clock: state.clock)
    let operations = AnyOperation.all.map { operation in
      RPCMethod(
        name: operation.name, isQuick: operation.isQuick, runsApart: operation.runsApart,
        row: state.requests.row(of: operation.name)
      ) { [unowned self] parameters, writer throws(DiagnosticError) in
        try answer(operation, parameters, to: &writer)
      }
    }
    dispatcher = RPCDispatcher(operations + [.cancelRequest(state)], limits: state.limits, clock: state.clock)
    dispatcher.report = { [unowned self] in report($0) }
    if recorder != nil { dispatcher.noteResult = { [unowned self] in recorder?.note($0) } }
  }

  func answer(
    _ line: UnsafeBufferPointer<UInt8>, to writer: inout JSONWriter, beforeSlow: (inout JSONWriter) -> Void,
    spill: RPCDispatcher.Spill
  ) {
    // The version is looked up once a line: the requests of a batch are all answered by the same one.
    let current = state.version
    if current != version {
      version = current
      let served = state.served
      session = OperationSession(served, service: state)
      recorder?.follow(served)
    }
    dispatcher.answer(line, to: &writer, beforeSlow: beforeSlow, spill: spill)
  }

  private func answer(
    _ operation: AnyOperation, _ parameters: Node?, to writer: inout JSONWriter
  ) throws(DiagnosticError) -> [Diagnostic] {
    guard let parameters = parameters ?? Self.nothing?.root else { return [] }
    if parameters.kind == .list, parameters.count > 0 { throw DiagnosticError(.byPosition(parameters)) }
    let given = parameters.kind == .list ? Self.nothing?.root ?? parameters : parameters
    if operation.runsApart {
      let cancellation = cancellation
      session.isCancelled = { cancellation?.isCancelled ?? false }
    }
    return try operation.run(session, given, to: &writer).warnings
  }

  /// Writes the records of what was answered so far. To be called before responses leave.
  func writeRecords() { recorder?.write() }

  private func report(_ outcome: RequestOutcome) {
    state.requests.count(outcome, in: counters)
    recorder?.add(outcome)
    let level = outcome.level
    guard level >= state.log.level else { return }
    state.log.write(level, outcome.error == nil ? "answered" : "refused", outcome.fields)
  }
}

extension RequestOutcome {
  /// How much somebody should look at it. What clients do wrong they are told; those who run a service cannot change it.
  var level: ServerLog.Level {
    switch error {
    case nil: remarks.isEmpty ? .debug : .info
    case .parse, .invalidRequest, .methodNotFound, .invalidParameters, .limit, .cancelled: .info
    case .rulesFailed, .system: .warning
    case .internal: .error
    }
  }

  /// What a log line has of it: never a value of the request but its id and a `traceparent` of the right form.
  var fields: [(name: String, value: ServerLog.Field)] {
    var fields: [(name: String, value: ServerLog.Field)] = []
    if let id = id.logged { fields.append(("id", .json(id))) }
    if let method { fields.append(("method", .text(method))) }
    fields.append(("outcome", .text(error?.name ?? "ok")))
    if let error { fields.append(("code", .number(error.rawValue))) }
    fields.append(("duration_us", .number(duration / 1000)))
    if let traceParent { fields.append(("traceparent", .text(traceParent))) }
    if !remarks.isEmpty { fields.append(("diagnostics", .list(remarks))) }
    return fields
  }
}
