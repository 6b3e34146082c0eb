import TerrainDocuments
import TerrainOperations
import TerrainValues

/// One thread's records of the requests that it answers, until they are written.
struct DecisionRecorder {
  private let log: DecisionLog
  private let time: @Sendable () -> Int
  private let errors: ServerLog
  private var records: [UInt8] = []
  private var count = 0
  // Of the version that is served, by now.
  private var versions: [UInt8] = []
  private var masked = MaskedParameters(secrets: [])
  // Of the result that was written last.
  private var result: String?
  private var rows: [String] = []

  /// A recorder for `log`.
  ///
  /// - Parameters:
  ///   - time: nanoseconds since 1970-01-01T00:00:00Z.
  ///   - errors: takes why records could not be written.
  init(_ log: DecisionLog, time: @escaping @Sendable () -> Int, log errors: ServerLog) {
    self.log = log
    self.time = time
    self.errors = errors
  }

  /// A recorder of what `served` answers outside of a service.
  init(_ log: DecisionLog, following served: ServedSystem) {
    self.init(log, time: MachineReadings.system.time, log: .standardError(level: .error, format: .text))
    follow(served)
  }

  /// Later requests are answered by `served`.
  mutating func follow(_ served: ServedSystem) {
    // The members without the braces.
    versions = Array(RecordedVersions(served).json.dropFirst().dropLast())
    masked = MaskedParameters(secrets: served.secrets)
  }

  /// The result of the request that is added next.
  mutating func note(_ bytes: UnsafeRawBufferPointer) {
    result = ResultHash.text(of: bytes)
    rows = FiredRows.names(in: bytes)
  }

  /// Adds the record of a request.
  ///
  /// - Parameter batch: the form of results of a batch; nil for a request of a service.
  mutating func add(_ outcome: RequestOutcome, batch: BatchForm? = nil) {
    records.append(contentsOf: #"{"time":""#.utf8)
    records.append(contentsOf: Self.text(of: time()).utf8)
    records.append(UInt8(ascii: "\""))
    if let id = outcome.id.logged { member("id", id) }
    if let trace = outcome.traceParent { member("traceparent", "\"\(trace)\"") }
    if let method = outcome.method { member("operation", "\"\(method)\"") }
    if let batch { member("batch", "\"\(batch.rawValue)\"") }
    records.append(UInt8(ascii: ","))
    records.append(contentsOf: versions)
    if let parameters = outcome.parameters, outcome.hasKnownParameters {
      records.append(contentsOf: #","params":"#.utf8)
      let count = masked.write(parameters, to: &records)
      if count > 0 { member("masked", "\(count)") }
    }
    member("outcome", "\"\(outcome.error?.name ?? "ok")\"")
    if let error = outcome.error {
      member("code", "\(error.rawValue)")
    } else if let result {
      if !rows.isEmpty { member("rows", "[\(rows.map { "\"\($0)\"" }.joined(separator: ","))]") }
      member("result", "\"\(result)\"")
    }
    member("duration_us", "\(outcome.duration / 1000)")
    records.append(contentsOf: "}\n".utf8)
    count += 1
    result = nil
    rows = []
  }

  private mutating func member(_ key: String, _ json: String) {
    records.append(contentsOf: ",\"".utf8)
    records.append(contentsOf: key.utf8)
    records.append(contentsOf: "\":".utf8)
    records.append(contentsOf: json.utf8)
  }

  /// Writes what was added. To be called before the responses leave.
  mutating func write() {
    guard count > 0 else { return }
    log.write(records, count: count, log: errors)
    records.removeAll(keepingCapacity: true)
    count = 0
  }

  /// `time`, in nanoseconds since 1970-01-01T00:00:00Z, with milliseconds.
  static func text(of time: Int) -> String {
    let (seconds, nanoseconds) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
    let stamp = try? Timestamp(seconds: Int64(seconds), nanoseconds: Int64(nanoseconds / 1_000_000 * 1_000_000))
    return stamp.map { "\($0)" } ?? ""
  }
}

extension RequestOutcome {
  /// Whether all parameters were understood. Of others nobody knows which are secret: a name may be misspelled.
  fileprivate var hasKnownParameters: Bool { error == nil || error == .rulesFailed }
}
