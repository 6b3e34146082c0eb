import TerrainBase
import TerrainDocuments
import TerrainEngines

/// The records of the requests that one thread answers, until they are written.
struct DecisionRecorder {
  private let log: DecisionLog
  private let errors: ServerLog
  private var records: [UInt8] = []
  private var count = 0
  // The data of the version that is served now.
  private var versions: [UInt8] = []
  private var masked = MaskedParameters(secrets: [])
  private var folders: ResultFolders?
  // The hash of the last result.
  private var result: UInt64?
  private var rows: [UInt8] = []
  /// The second of the last record and its text without a fraction: most records have the same second as the record before.
  private var second = (number: Int.min, text: [UInt8]())

  /// A recorder for `log`.
  ///
  /// - Parameter errors: takes why records could not be written.
  init(_ log: DecisionLog, log errors: ServerLog) {
    self.log = log
    self.errors = errors
  }

  /// A recorder for answers of `served` outside of a service.
  init(_ log: DecisionLog, following served: ServedSystem) {
    self.init(log, log: .standardError(level: .error, format: .text))
    follow(served)
  }

  /// Later requests are answered by `served`.
  mutating func follow(_ served: ServedSystem) {
    // The members without the braces.
    versions = Array(RecordedVersions(served).json.dropFirst().dropLast())
    masked = MaskedParameters(secrets: served.secrets)
    folders = ResultFolders(served)
  }

  /// Notes the result of the request that is added next; `explanations` are the parts that the result leaves out.
  mutating func note(_ bytes: UnsafeRawBufferPointer, explanations: [UInt8]?) {
    result = folders?.hash(of: bytes)
    rows.removeAll(keepingCapacity: true)
    if let explanations, !explanations.isEmpty {
      explanations.withUnsafeBytes { FiredRows.write(of: $0, to: &rows) }
    } else {
      FiredRows.write(of: bytes, to: &rows)
    }
  }

  /// Adds the record of a request.
  ///
  /// - Parameter batch: the form of results of a batch; nil for a request of a service.
  mutating func add(_ outcome: RequestOutcome, batch: BatchForm? = nil) {
    append(#"{"time":""#)
    appendTime(log.time())
    append("\"")
    if let id = outcome.id.logged { append(#","id":"#, id) }
    if let trace = outcome.traceParent { append(#","traceparent":""#, trace, "\"") }
    if let method = outcome.method { append(#","operation":""#, method, "\"") }
    if let batch { append(#","batch":""#, batch.rawValue, "\"") }
    append(",")
    records.append(contentsOf: versions)
    if let parameters = outcome.parameters, outcome.hasKnownParameters {
      append(#","params":"#)
      let count = masked.write(parameters, to: &records)
      if count > 0 { append(#","masked":"#, String(count)) }
    }
    append(#","outcome":""#, outcome.error?.name ?? "ok", "\"")
    if let error = outcome.error {
      append(#","code":"#, String(error.rawValue))
    } else if let result {
      if !rows.isEmpty {
        append(#","rows":["#)
        records.append(contentsOf: rows)
        append("]")
      }
      append(#","result":""#)
      ResultHash.write(result, to: &records)
      append("\"")
    }
    append(#","duration_us":"#, String(outcome.duration / 1000), "}\n")
    count += 1
    result = nil
    rows.removeAll(keepingCapacity: true)
  }

  private mutating func append(_ text: StaticString) {
    records.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func append(_ before: StaticString, _ text: String, _ after: StaticString = "") {
    append(before)
    var text = text
    text.withUTF8 { records.append(contentsOf: $0) }
    append(after)
  }

  /// Adds `time`, in nanoseconds since 1970-01-01T00:00:00Z, with milliseconds.
  private mutating func appendTime(_ time: Int) {
    let (seconds, nanoseconds) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
    if seconds != second.number {
      second = (seconds, Array(Self.text(of: seconds * 1_000_000_000).utf8.dropLast()))
    }
    records.append(contentsOf: second.text)
    append(".")
    let milliseconds = nanoseconds / 1_000_000
    for digit in [milliseconds / 100, milliseconds / 10 % 10, milliseconds % 10] {
      records.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
    }
    append("Z")
  }

  /// Writes the added records. To be called before the responses leave.
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
  /// True if all parameters were understood. After other errors secret parameters cannot be recognized: a name may be misspelled.
  fileprivate var hasKnownParameters: Bool { error == nil || error == .rulesFailed }
}

/// The parameters of a request as they were sent, without the values of secret facts.
struct MaskedParameters {
  /// The replacement for a secret value.
  static let mask = Array(#""***""#.utf8)

  /// The names of secret facts.
  let secrets: Set<Text>

  /// Adds the JSON of `parameters` to `bytes`. The value of each member with the name of a secret fact is masked at any depth, because any
  /// map with facts has them by name.
  ///
  /// - Returns: the number of masked values.
  func write(_ parameters: Node, to bytes: inout [UInt8]) -> Int {
    let source = parameters.document.source.bytes
    var at = Int(parameters.range.start)
    var count = 0
    if !secrets.isEmpty {
      mask(parameters) { value in
        bytes.append(contentsOf: source[at..<Int(value.range.start)])
        bytes.append(contentsOf: Self.mask)
        at = Int(value.range.end)
        count += 1
      }
    }
    bytes.append(contentsOf: source[at..<Int(parameters.range.end)])
    return count
  }

  /// Calls `found` for each secret value in `node`, in order. Readers have bounded the depth.
  private func mask(_ node: Node, _ found: (Node) -> Void) {
    switch node.kind {
    case .map:
      for (key, value) in node.members {
        if let name = key.text, secrets.contains(name) { found(value) } else { mask(value, found) }
      }
    case .list: for element in node.elements { mask(element, found) }
    case .null, .bool, .number, .string: break
    }
  }
}
