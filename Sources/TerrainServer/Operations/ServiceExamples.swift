import TerrainAuthoring
import TerrainDocuments
import TerrainOperations
import TerrainPlatform

extension AnyOperation {
  /// The result of an example of an operation without parameters, as JSON; nil for every other one, whose examples are in packs.
  ///
  /// Running them would end the service, load it anew, or give other bytes each time.
  func exampleResult(_ served: ServedSystem) throws(DiagnosticError) -> [UInt8]? {
    guard parameters.fields.isEmpty else { return nil }
    let versions = Versions(served)
    switch name {
    case Operations.health.name:
      let clock = MonotonicClock { 0 }
      let state = ServiceState(served, log: ServerLog(level: .error, format: .json) { _ in }, clock: clock)
      return try Operations.health.result.json(state.health())
    case Operations.metrics.name: return try Operations.metrics.result.json(.example(of: served))
    case Operations.discover.name:
      var writer = JSONWriter(.compact)
      writer.object { writer in
        writer.member("openrpc", OpenRPCDocument.specification)
        writer.object("info") { writer in
          writer.member("title", OpenRPCDocument.title)
          writer.member("version", ProgramVersion.text)
        }
        writer.array("methods") { _ in }
      }
      return writer.bytes
    case Operations.shutdown.name: return try Operations.shutdown.result.json(true)
    case Operations.packReload.name:
      let reload = ServiceState.Reload(outcome: .unchanged, diagnostics: [])
      return try Operations.packReload.result.json(PackReloadResult(versions: versions, reload: reload))
    case Operations.packValidate.name:
      return try Operations.packValidate.result.json(
        PackValidateResult(
          versions: versions, summary: "1 file: no problems found", files: ["\(served.pack.id)/pack.yaml"],
          diagnostics: []))
    default: return nil
    }
  }
}

extension MetricsReport {
  /// Metrics of a service that has answered one request, without those of other methods.
  fileprivate static func example(of served: ServedSystem) -> MetricsReport {
    let method = RequestMetrics.Method(name: Operations.metrics.name, codes: [])
    var outcome = RequestOutcome()
    (outcome.row, outcome.duration) = (0, 200_000)
    let requests = RequestMetrics([method])
    requests.count(outcome, in: requests.counters())
    return MetricsReport(
      versions: Versions(served), requests: requests.read().filter { $0.method.name == method.name },
      reloads: [(.swapped, 0)], isStale: false, threads: 1, clients: nil, shadow: nil, lostRecords: nil, started: 0,
      usage: ProcessUsage(residentBytes: 50 << 20, peakResidentBytes: 60 << 20, processorNanoseconds: 500_000_000),
      labels: [])
  }
}
