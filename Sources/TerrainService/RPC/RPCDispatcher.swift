import TerrainBase
import TerrainDocuments
import TerrainEngines

/// The outcome of a request, for logs and counts.
struct RequestOutcome {
  /// The id.
  var id = RequestID.none
  /// The method; nil if the name is missing or unknown.
  var method: String?
  /// The parameters, if the method is known.
  var parameters: Node?
  /// nil if all is well.
  var error: RPCError.Code?
  /// The errors and warnings, in one line each.
  var remarks: [String] = []
  /// The duration in nanoseconds.
  var duration = 0
  /// The member `traceparent` of the request, if it is valid.
  var traceParent: String?
}

/// A method as the dispatcher of one thread calls it.
struct RPCMethod {
  /// The name of the method that cancels others.
  static let cancelRequestName = "$/cancelRequest"
  /// The member of a request that has the milliseconds within which it is to be answered.
  static let timeoutName = "timeout_ms"
  /// The maximum timeout in milliseconds: a day.
  static let longestTimeout = 86_400_000

  /// The method's name.
  let name: String
  /// True if it takes so little time that other requests may wait for it.
  let isQuick: Bool
  /// True if it is answered apart from the threads that answer requests.
  var runsApart = false
  /// Writes the result as one value. Parameters are a list, a map, or nil; the thrown error decides the error's code.
  ///
  /// - Returns: warnings about the parameters.
  let run: (_ parameters: Node?, _ writer: inout JSONWriter) throws(DiagnosticError) -> [Diagnostic]
}

/// Answers lines of JSON-RPC 2.0, one after another, on one thread.
final class RPCDispatcher {
  /// Writes the beginning of a line that has not ended; false if the output has failed.
  typealias Spill = (inout JSONWriter) -> Bool

  private let methods: [RPCMethod]
  private let positions: TextLookup
  private let names: [String]
  private let limits: RequestLimits
  private let clock: MonotonicClock
  /// The cancellation and the deadline of the current request.
  let watch: RequestWatch
  /// The beginning of the current request.
  private var start = 0
  /// The location of the line that is being answered.
  private(set) var origin = LineOrigin(number: 0, time: 0)
  private let requests: OpenRequests
  /// The cancellation for all requests of the current line; nil if each has its own.
  private var cancellation: Cancellation?
  /// The cancellation of the current request if it has its own.
  private let own = Cancellation()
  /// Called before a line is answered.
  var beforeLine: () -> Void = {}
  /// Called with the outcome of each request.
  var report: (RequestOutcome) -> Void = { _ in }
  /// Called with the bytes of each result, before its request is reported; nil if they are not needed.
  var noteResult: ((UnsafeRawBufferPointer) -> Void)?
  /// Takes a line whose requests are answered on another thread, with their ids as they are written; returns false if it does not take the
  /// line.
  var handOver: ((_ line: UnsafeBufferPointer<UInt8>, _ origin: LineOrigin, _ ids: [String]) -> Bool)?

  /// The places for batches that would delay single requests; nil if they are answered here.
  var batches: BatchPlaces?

  /// The number of bytes of a batch's responses that are kept in memory; beyond it they are written one by one.
  static let mostKept = 8 << 20

  /// A dispatcher to `methods`.
  ///
  /// - Parameter requests: the requests that can be cancelled.
  init(_ methods: [RPCMethod], _ requests: OpenRequests, limits: RequestLimits, clock: MonotonicClock = .system) {
    self.methods = methods
    positions = TextLookup(methods.map { Text($0.name) })
    names = methods.map(\.name).ordered()
    self.requests = requests
    self.limits = limits
    self.clock = clock
    watch = RequestWatch(clock)
  }

  /// Writes the answer to `line`, and a line end; nothing if no answer is due.
  ///
  /// - Parameters:
  ///   - origin: the source of the line.
  ///   - cancellation: the cancellation for all of its requests; nil if each has its own.
  ///   - beforeSlow: called once, before the first output, if the answer may take long.
  ///   - spill: called when the output exceeds its limit; the rest is written to an empty writer.
  func answer(
    _ line: UnsafeBufferPointer<UInt8>, from origin: LineOrigin, cancelledBy cancellation: Cancellation? = nil,
    to writer: inout JSONWriter, beforeSlow: (inout JSONWriter) -> Void, spill: Spill
  ) {
    self.origin = origin
    self.cancellation = cancellation
    if RequestText.isBlank(line) { return }
    beforeLine()
    start = clock.now()
    let text = RequestText(line, limits: limits)
    guard let root = text.document?.root, text.error == nil else { return refuse(text, to: &writer) }
    if let handOver, let ids = idsApart(root), handOver(line, origin, ids) { return }
    guard root.kind == .list else {
      if let position = position(ofMethod: root["method"]), !methods[position].isQuick { beforeSlow(&writer) }
      if answer(root, of: text, to: &writer) { writer.newline() }
      return
    }
    guard root.count > 0 else { return refuse(.invalidRequest, .emptyBatch(root), text, to: &writer) }
    guard root.count <= limits.batchSize else {
      return refuse(.limit, .batchTooLarge(root, limit: limits.batchSize), text, to: &writer)
    }
    if let batches, root.count > 1 {
      if batches.take(line, from: origin) { return }
      defer { batches.end() }
      beforeSlow(&writer)
      return answerBatch(root, of: text, to: &writer, spill)
    }
    beforeSlow(&writer)
    answerBatch(root, of: text, to: &writer, spill)
  }

  private func answerBatch(_ batch: Node, of text: RequestText, to writer: inout JSONWriter, _ spill: Spill) {
    let begin = writer.checkpoint
    writer.beginArray()
    // For notifications alone nothing is written: this bracket is written only with the first answer.
    var isAnswered = false
    for request in batch.elements {
      if answer(request, of: text, to: &writer) { isAnswered = true }
      if isAnswered, writer.count >= Self.mostKept, !spill(&writer) { return }
      start = clock.now()
    }
    guard isAnswered else { return writer.rewind(to: begin) }
    writer.endArray()
    writer.newline()
  }

  /// The ids of all requests in `root` if one of them names a method that runs on another thread; a batch is answered as a whole.
  private func idsApart(_ root: Node) -> [String]? {
    let requests = root.kind == .list ? Array(root.elements) : [root]
    guard requests.count <= limits.batchSize, requests.contains(where: isApart) else { return nil }
    return requests.compactMap { request in
      request.kind == .map ? request["id"].map { $0.document.source.text(of: $0.range) } : nil
    }
  }

  private func isApart(_ request: Node) -> Bool {
    guard request.kind == .map, let position = position(ofMethod: request["method"]) else { return false }
    return methods[position].runsApart
  }

  /// The position of the method that `name` names; nil if it names none.
  private func position(ofMethod name: Node?) -> Int? { name?.withText { positions.position(of: $0) }.flatMap { $0 } }

  /// Writes the answer to a line that is longer than the limit, which begins with `beginning`.
  func refuseLongLine(_ beginning: UnsafeBufferPointer<UInt8>, to writer: inout JSONWriter) {
    start = clock.now()
    let beginning = UnsafeRawBufferPointer(beginning)
    refuse(RequestText(tooLong: beginning, isWhole: false, limits: limits), to: &writer)
  }

  /// Answers one request. Returns false if it is a notification.
  private func answer(_ request: Node, of text: RequestText, to writer: inout JSONWriter) -> Bool {
    let id = RequestID(of: request)
    var outcome = RequestOutcome()
    outcome.traceParent = request["traceparent"]?.text.flatMap(TraceParent.init)?.text
    let duplicates = text.duplicates(in: request)
    if let error = !duplicates.isEmpty ? RPCError(.invalidRequest, duplicates) : error(in: request) {
      refuse(error, text, id: id, outcome, to: &writer)
      return true
    }
    let isNotification = request["id"] == nil
    let begin = writer.checkpoint
    defer { if isNotification { writer.rewind(to: begin) } }
    guard let position = position(ofMethod: request["method"]) else {
      let diagnostic = Diagnostic.unknownMethod(request["method"] ?? request, among: names)
      refuse(RPCError(.methodNotFound, [diagnostic]), text, id: id, outcome, to: &writer)
      return !isNotification
    }
    let method = methods[position]
    outcome.method = method.name
    outcome.parameters = request["params"]
    do throws(RPCError) {
      defer { if cancellation == nil { requests.end(own) } }
      try admit(request)
      let warnings = try run(method, request, id: id, to: &writer)
      // Never a part of a result, and none that came too late.
      if let reason = watch.reason { throw RPCError(DiagnosticError(reason), source: text.source) }
      if !warnings.isEmpty { outcome.remarks = ErrorData(text.source, nil).summaries(warnings) }
      report(outcome, id)
    } catch {
      writer.rewind(to: begin)
      refuse(error, text, id: id, outcome, to: &writer)
    }
    return !isNotification
  }

  /// Watches over `request` from now on.
  ///
  /// - Throws: why it is not to be answered any more.
  private func admit(_ request: Node) throws(RPCError) {
    if cancellation == nil {
      own.renew()
      let id = request["id"].map { $0.document.source.text(of: $0.range) }
      requests.begin(id, line: origin.number, own)
      watch.begin(own, deadline: deadline(of: request))
    } else {
      watch.begin(cancellation, deadline: deadline(of: request))
    }
    if let reason = watch.reason { throw RPCError(DiagnosticError(reason), source: request.document.source) }
  }

  /// The deadline of `request`; nil if it has none.
  private func deadline(of request: Node) -> Int? {
    (request[Self.timeout]?.milliseconds).map { origin.time + $0 * 1_000_000 }
  }

  /// Writes the response of `method`, limited to the permitted number of bytes.
  private func run(
    _ method: RPCMethod, _ request: Node, id: RequestID, to writer: inout JSONWriter
  ) throws(RPCError) -> [Diagnostic] {
    writer.limit(toFurther: limits.responseSize)
    defer { writer.limit = .max }
    begin(id: id, to: &writer)
    writer.key("result")
    let start = writer.count
    let warnings: [Diagnostic]
    do throws(DiagnosticError) {
      warnings = try method.run(request["params"], &writer)
    } catch {
      throw RPCError(watch.reason.map { DiagnosticError($0) } ?? error, source: request.document.source)
    }
    let end = writer.count
    writer.endObject()
    if writer.isOverLimit || writer.count > writer.limit {
      throw RPCError(.limit, [.responseTooLarge(limit: limits.responseSize)])
    }
    if let noteResult {
      writer.withBytes { noteResult(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
    }
    return warnings
  }

  /// The members of a request: those of the specification, and ours.
  private static let members = ["jsonrpc", "id", "method", "params", "traceparent", RPCMethod.timeoutName]
  private static let positionsOfMembers = TextLookup(members.map { Text($0) })
  private static let timeout = Text(RPCMethod.timeoutName)
  /// Members of a request that are compared with those.
  private static let mostMembers = 100

  /// The error for which `request` is not a valid request; nil if it is valid.
  private func error(in request: Node) -> RPCError? {
    diagnostic(about: request).map { RPCError(.invalidRequest, [$0]) }
  }

  private func diagnostic(about request: Node) -> Diagnostic? {
    guard request.kind == .map else { return .notARequest(request) }
    guard request["jsonrpc"]?.isText("2.0") ?? false else { return .otherVersion(request["jsonrpc"] ?? request) }
    guard request["method"]?.kind == .string else { return .noMethod(request["method"] ?? request) }
    if let parameters = request["params"], parameters.kind != .map, parameters.kind != .list {
      return .wrongParameters(parameters)
    }
    if let id = request["id"], !RequestID.kinds.contains(id.kind) { return .wrongID(id) }
    if let timeout = request[Self.timeout], timeout.kind != .null, timeout.milliseconds == nil {
      return .wrongTimeout(timeout)
    }
    // Members that the specification does not name are ignored, unless they are misspellings of members that it names.
    for (key, _) in request.members.prefix(Self.mostMembers) {
      let isKnown = key.withText { Self.positionsOfMembers.position(of: $0) != nil } ?? false
      guard !isKnown, let name = key.text else { continue }
      if let meant = Suggestion.nearest(to: name.string, among: Self.members) { return .misspelt(key, for: meant) }
    }
    return nil
  }

  private func begin(id: RequestID, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("jsonrpc")
    writer.raw("\"2.0\"")
    writer.key("id")
    id.write(to: &writer)
  }

  // MARK: Refusing

  /// Refuses the line that `text` is as a whole.
  private func refuse(_ text: RequestText, to writer: inout JSONWriter) {
    refuse(text.error ?? RPCError(.internal), text, id: text.id, RequestOutcome(), to: &writer)
    writer.newline()
  }

  private func refuse(
    _ code: RPCError.Code, _ diagnostic: Diagnostic, _ text: RequestText, to writer: inout JSONWriter
  ) {
    refuse(RPCError(code, [diagnostic]), text, id: .none, RequestOutcome(), to: &writer)
    writer.newline()
  }

  private func refuse(
    _ error: RPCError, _ text: RequestText, id: RequestID, _ outcome: RequestOutcome, to writer: inout JSONWriter
  ) {
    let data = ErrorData(text.source, text.document)
    begin(id: id, to: &writer)
    error.write(data, to: &writer)
    writer.endObject()
    var outcome = outcome
    outcome.error = error.code
    outcome.remarks = data.summaries(error.diagnostics)
    report(outcome, id)
  }

  private func report(_ outcome: RequestOutcome, _ id: RequestID) {
    var outcome = outcome
    outcome.id = id
    outcome.duration = max(0, clock.now() - start)
    report(outcome)
  }
}

extension Node {
  /// The number of milliseconds, if a request may have that number; nil for any other value.
  fileprivate var milliseconds: Int? {
    guard kind == .number, let number = int.flatMap({ Int(exactly: $0) }) else { return nil }
    return 1...RPCMethod.longestTimeout ~= number ? number : nil
  }
}
