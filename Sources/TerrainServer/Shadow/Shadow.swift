import Synchronization
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
    /// The position of its operation in ``Shadow/operations``.
    let operation: Int
    let parameters: Node
    /// The result; nil where the rules had none.
    let result: [UInt8]?
    let id: RequestID
    /// The members of a record that name the versions which answered.
    let versions: [UInt8]
  }

  /// Takes records of comparisons, each a line, and how many there are.
  typealias Recording = @Sendable (_ records: [UInt8], _ count: Int) -> Void

  /// When its thread begins with requests that have gathered. To wake it for each would take longer than most of them do.
  struct Gathering: Sendable {
    /// When there are so many.
    var count = 64
    /// So long after the first, otherwise.
    var milliseconds = 10
  }

  /// The most requests that wait, and the most bytes of them.
  private static let mostWaiting = 256
  private static let mostBytes = 16 << 20
  /// The most bytes of records that are kept.
  private static let mostRecords = 64 << 10

  private let served: ServedSystem
  private let share: Int
  private let limits: RequestLimits
  private let gathering: Gathering
  private let record: Recording?
  private let counts: Mutex<ShadowCounts>
  private let isDiscarding = Atomic<Bool>(false)
  private let monitor = Monitor()
  // Guarded by `monitor`.
  private var waiting: [Request] = []
  private var bytes = 0
  private var isEnding = false
  private var thread: WorkerThread?

  /// A shadow of the version `served`, for `share` percent of the requests.
  init(
    _ served: ServedSystem, share: Int, limits: RequestLimits, gathering: Gathering = Gathering(), record: Recording?
  ) {
    self.served = served
    self.share = share
    self.limits = limits
    self.gathering = gathering
    self.record = record
    counts = Mutex(ShadowCounts(methods: Self.operations.count))
  }

  /// The names of the operations that are compared: those that evaluate a request.
  static let operations = AnyOperation.evaluating.map(\.name)

  /// The position of the operation `name` in ``operations``; nil where it is not compared.
  static func position(of name: String) -> Int? { operations.firstIndex(of: name) }

  /// Whether the request with `parameters` is compared: the same one always is, or never.
  func chooses(_ parameters: Node) -> Bool {
    if share >= 100 { return true }
    let source = parameters.document.source
    var hash = StableHash.XXHash64()
    source.bytes.withUnsafeBytes { bytes in
      hash.update(UnsafeRawBufferPointer(rebasing: bytes[source.clamped(parameters.range)]))
    }
    return hash.value % 100 < UInt64(share)
  }

  /// Compares `requests` when there is time.
  func add(_ requests: [Request]) {
    monitor.locked {
      let (wasEmpty, wasGathered) = (waiting.isEmpty, isGathered)
      // The requests of a batch share their document.
      var last: Document?
      for request in requests {
        let document = request.parameters.document
        let size = (document === last ? 0 : document.size) + (request.result?.count ?? 0)
        guard !isEnding, waiting.count < Self.mostWaiting, bytes + size <= Self.mostBytes, begin() else {
          counts.withLock { $0.drop(request.operation) }
          continue
        }
        last = document
        waiting.append(request)
        bytes += size
      }
      if wasEmpty ? !waiting.isEmpty : !wasGathered && isGathered { monitor.signal() }
    }
  }

  /// Starts the thread where there is none; false where the system gives none. With the monitor held.
  private func begin() -> Bool {
    if thread == nil { thread = WorkerThread { [self] in work() } }
    return thread != nil
  }

  /// Whether so much waits that the thread begins with it. With the monitor held.
  private var isGathered: Bool { waiting.count >= gathering.count || bytes >= Self.mostBytes / 4 }

  /// What came of it so far.
  var reading: ShadowReport {
    counts.withLock { $0.report(Self.operations, versions: Versions(served), share: share) }
  }

  /// Takes nothing more, and ends when everything that waits is compared; at once, where that is not wanted any more.
  func finish(discarding: Bool) {
    if discarding { isDiscarding.store(true, ordering: .relaxed) }
    let thread = monitor.locked {
      isEnding = true
      monitor.broadcast()
      return self.thread
    }
    thread?.join()
  }

  // MARK: The thread

  private func work() {
    let evaluator = ShadowEvaluator(served, limits)
    var requests: [Request] = []
    monitor.lock()
    while true {
      if waiting.isEmpty {
        if isEnding { break }
        monitor.wait()
        continue
      }
      if !isEnding, !isGathered { monitor.wait(milliseconds: gathering.milliseconds) }
      swap(&requests, &waiting)
      bytes = 0
      monitor.unlock()
      compare(requests, evaluator)
      requests.removeAll(keepingCapacity: true)
      monitor.lock()
    }
    monitor.unlock()
  }

  private func compare(_ requests: [Request], _ evaluator: ShadowEvaluator) {
    var (records, count) = ([UInt8](), 0)
    func write() {
      if count > 0 { record?(records, count) }
      records.removeAll(keepingCapacity: true)
      count = 0
    }
    for request in requests {
      if isDiscarding.load(ordering: .relaxed) {
        counts.withLock { $0.drop(request.operation) }
        continue
      }
      let comparison = evaluator.compare(request)
      if record != nil {
        evaluator.addRecord(of: request, comparison, to: &records)
        count += 1
        if records.count >= Self.mostRecords { write() }
      }
      counts.withLock { $0.add(request.operation, comparison.fields) }
    }
    write()
  }
}
