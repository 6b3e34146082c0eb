import Synchronization
import TerrainAuthoring
import TerrainDocuments
import TerrainForms
import TerrainOperations
import TerrainPlatform
import TerrainValues

/// A version that is evaluated beside the one that is served, for a share of the requests and never for a response: after
/// responses are written, on a thread of its own. Where too many requests wait for that thread they are dropped, and counted.
final class Shadow: @unchecked Sendable {
  /// A request that was answered.
  struct Request: Sendable {
    let operation: String
    let parameters: [UInt8]
    /// The result; nil where the rules had none.
    let result: [UInt8]?
    /// The id as JSON; nil where there is none.
    let id: String?
    /// The members of a record that name the versions which answered.
    let versions: [UInt8]

    fileprivate var size: Int { parameters.count + (result?.count ?? 0) }
  }

  /// The most requests that wait, and the most bytes of them.
  private static let mostWaiting = 256
  private static let mostBytes = 16 << 20

  private let served: ServedSystem
  private let share: Int
  private let limits: RequestLimits
  private let record: (@Sendable ([UInt8]) -> Void)?
  private let monitor = Monitor()
  // Guarded by `monitor`.
  private var waiting: [Request] = []
  private var bytes = 0
  private var isEnding = false
  private var report: ShadowReport
  private var thread: WorkerThread?

  /// A shadow of the version `served`, for `share` percent of the requests.
  ///
  /// - Parameter record: takes the record of a comparison, a line.
  init(_ served: ServedSystem, share: Int, limits: RequestLimits, record: (@Sendable ([UInt8]) -> Void)?) {
    self.served = served
    self.share = share
    self.limits = limits
    self.record = record
    report = ShadowReport(versions: Versions(served), share: share)
  }

  /// The names of the operations that are compared: those that evaluate a request.
  static let operations = Set(AnyOperation.evaluating.map(\.name))

  /// Whether the request with `parameters` is compared: the same one always is, or never.
  func chooses(_ parameters: UnsafeRawBufferPointer) -> Bool {
    if share >= 100 { return true }
    var hash = StableHash.XXHash64()
    hash.update(parameters)
    return hash.value % 100 < UInt64(share)
  }

  /// Compares `requests` when there is time.
  func add(_ requests: [Request]) {
    monitor.locked {
      for request in requests {
        guard !isEnding, waiting.count < Self.mostWaiting, bytes + request.size <= Self.mostBytes else {
          report.methods[request.operation, default: ShadowReport.Counts()].dropped += 1
          continue
        }
        if thread == nil { thread = WorkerThread { [self] in work() } }
        waiting.append(request)
        bytes += request.size
      }
      monitor.broadcast()
    }
  }

  /// What came of it so far.
  var reading: ShadowReport { monitor.locked { report } }

  /// Takes nothing more, and ends when everything that waits is compared; at once, where that is not wanted any more.
  func finish(discarding: Bool) {
    let thread = monitor.locked {
      isEnding = true
      if discarding {
        for request in waiting { report.methods[request.operation, default: ShadowReport.Counts()].dropped += 1 }
        waiting = []
      }
      monitor.broadcast()
      return self.thread
    }
    thread?.join()
  }

  // MARK: The thread

  private func work() {
    let evaluator = ShadowEvaluator(served, limits)
    monitor.lock()
    while true {
      if waiting.isEmpty {
        if isEnding { break }
        monitor.wait()
        continue
      }
      let requests = waiting
      (waiting, bytes) = ([], 0)
      for request in requests {
        monitor.unlock()
        let (fields, outcome) = evaluator.compare(request)
        record?(evaluator.record(of: request, fields, outcome))
        monitor.lock()
        report.add(request.operation, fields)
      }
    }
    monitor.unlock()
  }
}

/// The way of a shadow's thread to evaluate requests.
private final class ShadowEvaluator {
  private let session: OperationSession
  private let versions: [UInt8]
  private let operations: [String: AnyOperation]
  private var writer = JSONWriter(.compact)
  private let clock = MonotonicClock.system
  private var duration = 0

  init(_ served: ServedSystem, _ limits: RequestLimits) {
    session = OperationSession(served, limits: limits)
    versions = RecordedVersions(served).json
    operations = Dictionary(AnyOperation.evaluating.map { ($0.name, $0) }, uniquingKeysWith: { a, _ in a })
  }

  /// The fields that differ, and the outcome.
  func compare(_ request: Shadow.Request) -> (fields: [String], outcome: String) {
    let start = clock.now()
    defer { duration = clock.now() - start }
    writer.clear()
    let source = SourceText(name: "request", bytes: request.parameters)
    guard let operation = operations[request.operation], let root = JSONReader.read(source).document?.root else {
      return (["outcome"], RPCError.Code.internal.name)
    }
    do throws(DiagnosticError) {
      try operation.run(session, root, to: &writer)
      guard let result = request.result else { return (["outcome"], "ok") }
      return (ShadowComparison.fields(result, writer.bytes), "ok")
    } catch {
      let code = RPCError(error, source: root.document.source).code
      // Rules that fail for both are the same; so far as that is known.
      let isSame = request.result == nil && code == .rulesFailed
      return (isSame ? [] : ["outcome"], code.name)
    }
  }

  /// The line of the log of decisions about a comparison.
  func record(of request: Shadow.Request, _ fields: [String], _ outcome: String) -> [UInt8] {
    writer.clear()
    writer.object { writer in
      writer.member("time", DecisionRecorder.text(of: MachineReadings.system.time()))
      if let id = request.id {
        writer.key("id")
        writer.raw(id)
      }
      writer.member("operation", request.operation)
      writer.key("served")
      writer.raw(request.versions)
      writer.key("shadow")
      writer.raw(versions)
      writer.member("outcome", outcome)
      writer.member("same", fields.isEmpty)
      if !fields.isEmpty { writer.member("differs", fields) }
      writer.member("duration_us", duration / 1000)
    }
    writer.newline()
    return writer.bytes
  }
}
