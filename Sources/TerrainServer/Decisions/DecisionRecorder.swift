import TerrainDocuments
import TerrainOperations
import TerrainValues

/// One thread's records of the requests that it answers, until they are written.
struct DecisionRecorder {
  private let log: DecisionLog
  private let state: ServiceState
  private var records: [UInt8] = []
  private var count = 0
  // Of the version that is served, by now.
  private var versions: [UInt8] = []
  private var masked = MaskedParameters(secrets: [])

  /// A recorder for `log`.
  init(_ log: DecisionLog, _ state: ServiceState) {
    self.log = log
    self.state = state
  }

  /// Later requests are answered by `served`.
  mutating func follow(_ served: ServedSystem) {
    let identities = Versions(served)
    var writer = JSONWriter(.compact)
    writer.object { writer in
      writer.member("pack", identities.pack.hash)
      writer.member("rules", identities.rules.hash)
      if !identities.rules.overrides.isEmpty { writer.member("set", identities.rules.overrides) }
    }
    // The members without the braces.
    versions = Array(writer.bytes.dropFirst().dropLast())
    masked = MaskedParameters(secrets: served.secrets)
  }

  /// Adds the record of a request.
  mutating func add(_ outcome: RPCDispatcher.Outcome) {
    records.append(contentsOf: #"{"time":""#.utf8)
    records.append(contentsOf: Self.text(of: state.machine.time()).utf8)
    records.append(UInt8(ascii: "\""))
    if let id = outcome.id.logged { member("id", id) }
    if let trace = outcome.traceParent { member("traceparent", "\"\(trace)\"") }
    if let method = outcome.method { member("operation", "\"\(method)\"") }
    records.append(UInt8(ascii: ","))
    records.append(contentsOf: versions)
    if let parameters = outcome.parameters, outcome.hasKnownParameters {
      records.append(contentsOf: #","params":"#.utf8)
      masked.write(parameters, to: &records)
    }
    member("outcome", "\"\(outcome.error?.name ?? "ok")\"")
    if let error = outcome.error { member("code", "\(error.rawValue)") }
    member("duration_us", "\(outcome.duration / 1000)")
    records.append(contentsOf: "}\n".utf8)
    count += 1
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
    log.write(records, count: count, log: state.log)
    records.removeAll(keepingCapacity: true)
    count = 0
  }

  /// `time`, in nanoseconds since 1970-01-01T00:00:00Z, with milliseconds.
  private static func text(of time: Int) -> String {
    let (seconds, nanoseconds) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
    let stamp = try? Timestamp(seconds: Int64(seconds), nanoseconds: Int64(nanoseconds / 1_000_000 * 1_000_000))
    return stamp.map { "\($0)" } ?? ""
  }
}

extension RPCDispatcher.Outcome {
  /// Whether all parameters were understood. Of others nobody knows which are secret: a name may be misspelled.
  fileprivate var hasKnownParameters: Bool { error == nil || error == .rulesFailed }
}
