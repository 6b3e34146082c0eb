import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules

/// The session of one thread that answers requests. It switches to a new version when one is served.
final class ServiceWorker {
  private let state: ServiceState
  private var session: OperationSession
  private var version: Int
  private var recorder: DecisionRecorder?
  private(set) var dispatcher: RPCDispatcher
  private static let nothing = JSONReader.read(SourceText(name: "parameters", text: "{}")).document

  /// - Parameter requests: the requests that can be cancelled.
  init(_ state: ServiceState, _ requests: OpenRequests) {
    self.state = state
    version = state.version
    let served = state.served
    session = OperationSession(served, service: state)
    recorder = state.decisions.map { DecisionRecorder($0, log: state.log) }
    recorder?.follow(served)
    dispatcher = RPCDispatcher([], requests, limits: state.limits, clock: state.clock)
    let operations = AnyOperation.all.map { operation in
      RPCMethod(
        name: operation.name, isQuick: operation.isQuick, runsApart: operation.runsApart
      ) { [unowned self] parameters, writer throws(DiagnosticError) in
        guard let nothing = Self.nothing?.root else { return [] }
        if let parameters, parameters.kind == .list, parameters.count > 0 {
          throw DiagnosticError(.byPosition(parameters))
        }
        let request = parameters.flatMap { $0.kind == .list ? nil : $0 } ?? nothing
        do throws(DiagnosticError) { return try operation.run(session, request, to: &writer).warnings } catch {
          throw operation.explaining(error, in: session, source: request.document.source)
        }
      }
    }
    let cancelRequest = RPCMethod.cancelRequest { [unowned self] id in
      requests.cancel(id, line: dispatcher.origin.number)
    }
    dispatcher = RPCDispatcher(operations + [cancelRequest], requests, limits: state.limits, clock: state.clock)
    watch()
    dispatcher.beforeLine = { [unowned self] in follow() }
    dispatcher.report = { [unowned self] in report($0) }
    if recorder != nil {
      keepExplanations()
      dispatcher.noteResult = { [unowned self] in recorder?.note($0, explanations: session.explanations) }
    }
  }

  /// A log names the rows that fired, which most results leave out.
  private func keepExplanations() {
    session.explanations = []
    session.scoreDetail = .reasons
  }

  /// Works with the version that is served now. The version is looked up once per line, so that all requests of a batch are answered by the
  /// same version.
  private func follow() {
    let current = state.version
    guard current != version else { return }
    version = current
    let served = state.served
    session = OperationSession(served, service: state)
    if recorder != nil { keepExplanations() }
    watch()
    recorder?.follow(served)
  }

  /// Lets operations end early if the request is cancelled or its deadline has passed.
  private func watch() { session.isCancelled = { [watch = dispatcher.watch] in watch.isOver } }

  /// Writes the records of the requests answered since the last call. To be called before responses leave.
  func writeRecords() { recorder?.write() }

  private func report(_ outcome: RequestOutcome) {
    state.requests.count(outcome)
    recorder?.add(outcome)
    let level = outcome.level
    guard level >= state.log.level else { return }
    state.log.write(level, outcome.error == nil ? "answered" : "refused", outcome.fields)
  }
}

extension RPCMethod {
  /// `$/cancelRequest`, as the Language Server Protocol has it: cancels the request whose `id` it names. It is about messages and not about
  /// a pack, and therefore not in the table of methods.
  ///
  /// - Parameter cancel: cancels the request with this id, as it is written; false if none has it.
  fileprivate static func cancelRequest(_ cancel: @escaping (_ id: String) -> Bool) -> RPCMethod {
    RPCMethod(name: cancelRequestName, isQuick: true) { parameters, writer throws(DiagnosticError) in
      guard let parameters else { throw DiagnosticError(.noIDToCancel) }
      var fields = FieldReader(parameters, what: "the request")
      let id = fields.required("id")
      let diagnostics = fields.finish()
      if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
      writer.object { writer in
        writer.member("cancelled", id.map { cancel($0.document.source.text(of: $0.range)) } ?? false)
      }
      return []
    }
  }
}

extension RequestOutcome {
  /// The severity for the log. Errors of clients are informational: the clients receive them, and operators of a service cannot change
  /// them.
  var level: ServerLog.Level {
    switch error {
    case nil: remarks.isEmpty ? .debug : .info
    case .parse, .invalidRequest, .methodNotFound, .invalidParameters, .limit, .deadline, .cancelled: .info
    case .rulesFailed, .system: .warning
    case .internal: .error
    }
  }

  /// The fields for a log line: of the request's values only its id and a valid `traceparent`.
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
