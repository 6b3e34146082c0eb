import TerrainDocuments

/// One thread's requests that a shadow is to evaluate, until their responses are written.
struct ShadowedRequests {
  private let shadow: Shadow
  private var versions: [UInt8] = []
  private var requests: [Shadow.Request] = []
  // Of the request that is being answered.
  private var parameters: [UInt8]?
  private var result: [UInt8]?

  init(_ shadow: Shadow) { self.shadow = shadow }

  /// Later requests are answered by `served`.
  mutating func follow(_ served: ServedSystem) { versions = RecordedVersions(served).json }

  /// A request of `operation` begins.
  mutating func begin(_ operation: String, _ given: Node) {
    (parameters, result) = (nil, nil)
    guard Shadow.operations.contains(operation) else { return }
    given.document.source.bytes.withUnsafeBytes { bytes in
      let text = UnsafeRawBufferPointer(rebasing: bytes[Int(given.range.start)..<Int(given.range.end)])
      if shadow.chooses(text) { parameters = Array(text) }
    }
  }

  /// The result of the request that began last.
  mutating func note(_ bytes: UnsafeRawBufferPointer) {
    if parameters != nil { result = Array(bytes) }
  }

  /// What became of that request. One that is wrong is not compared: its parameters are not understood.
  mutating func add(_ outcome: RequestOutcome) {
    defer { (parameters, result) = (nil, nil) }
    guard let parameters, let operation = outcome.method, outcome.error == nil || outcome.error == .rulesFailed else {
      return
    }
    requests.append(
      Shadow.Request(
        operation: operation, parameters: parameters, result: outcome.error == nil ? result : nil,
        id: outcome.id.logged,
        versions: versions))
  }

  /// Has the shadow evaluate what was added.
  mutating func pass() {
    guard !requests.isEmpty else { return }
    shadow.add(requests)
    requests.removeAll(keepingCapacity: true)
  }
}
