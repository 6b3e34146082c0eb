import TerrainDocuments

/// One thread's requests that a shadow is to evaluate, until their responses are written.
struct ShadowedRequests {
  private let shadow: Shadow
  private var versions: [UInt8] = []
  private var requests: [Shadow.Request] = []
  // Of the request that is being answered.
  private var current: (operation: Int, parameters: Node)?
  private var result: [UInt8]?

  init(_ shadow: Shadow) { self.shadow = shadow }

  /// Later requests are answered by `served`.
  mutating func follow(_ served: ServedSystem) { versions = RecordedVersions(served).json }

  /// A request begins of the operation at `position` in ``Shadow/operations``.
  mutating func begin(_ position: Int, _ parameters: Node) {
    result = nil
    current = shadow.chooses(parameters) ? (position, parameters) : nil
  }

  /// The result of the request that began last.
  mutating func note(_ bytes: UnsafeRawBufferPointer) {
    if current != nil { result = Array(bytes) }
  }

  /// What became of that request. One that is wrong is not compared: its parameters are not understood.
  mutating func add(_ outcome: RequestOutcome) {
    guard let current else { return }
    if outcome.error == nil || outcome.error == .rulesFailed {
      requests.append(
        Shadow.Request(
          operation: current.operation, parameters: current.parameters, result: outcome.error == nil ? result : nil,
          id: outcome.id, versions: versions))
    }
    self.current = nil
    result = nil
  }

  /// Has the shadow evaluate what was added.
  mutating func pass() {
    guard !requests.isEmpty else { return }
    shadow.add(requests)
    requests.removeAll(keepingCapacity: true)
  }
}
