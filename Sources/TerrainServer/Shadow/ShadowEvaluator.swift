import TerrainAuthoring
import TerrainDocuments
import TerrainOperations
import TerrainPlatform

/// The way of a shadow's thread to evaluate requests.
final class ShadowEvaluator {
  /// What came of a request.
  struct Comparison {
    /// The fields that differ.
    let fields: [String]
    /// The outcome of the shadow.
    let outcome: String
    /// How long the shadow took, in nanoseconds.
    let duration: Int
  }

  private let session: OperationSession
  private let versions: [UInt8]
  private let operations = AnyOperation.evaluating
  private let limits: RequestLimits
  private var result = JSONWriter(.compact)
  private var record = JSONWriter(.compact)
  private let clock = MonotonicClock.system

  /// A way to evaluate requests by `served`.
  init(_ served: ServedSystem, _ limits: RequestLimits) {
    session = OperationSession(served, limits: limits)
    self.limits = limits
    versions = RecordedVersions(served).json
  }

  /// Compares the result of `request` with the shadow's.
  func compare(_ request: Shadow.Request) -> Comparison {
    let start = clock.now()
    let (fields, outcome) = evaluate(request)
    return Comparison(fields: fields, outcome: outcome, duration: max(0, clock.now() - start))
  }

  private func evaluate(_ request: Shadow.Request) -> (fields: [String], outcome: String) {
    result.clear()
    result.limit = limits.responseSize
    do throws(DiagnosticError) {
      try operations[request.operation].run(session, request.parameters, to: &result)
    } catch {
      let code = RPCError(error, source: request.parameters.document.source).code
      // Rules that fail for both are the same; so far as that is known.
      let isSame = request.result == nil && code == .rulesFailed
      return (isSame ? [] : ["outcome"], code.name)
    }
    if result.isOverLimit || result.count > result.limit { return (["outcome"], RPCError.Code.limit.name) }
    guard let given = request.result else { return (["outcome"], "ok") }
    let fields = given.withUnsafeBytes { given in
      result.withBytes { ShadowComparison.fields(given, $0) }
    }
    return (fields, "ok")
  }

  /// Adds the line of the log of decisions about a comparison to `records`.
  func addRecord(of request: Shadow.Request, _ comparison: Comparison, to records: inout [UInt8]) {
    record.clear()
    record.object { writer in
      writer.member("time", DecisionRecorder.text(of: MachineReadings.system.time()))
      if let id = request.id.logged {
        writer.key("id")
        writer.raw(id)
      }
      writer.member("operation", operations[request.operation].name)
      writer.key("served")
      writer.raw(request.versions)
      writer.key("shadow")
      writer.raw(versions)
      writer.member("outcome", comparison.outcome)
      writer.member("same", comparison.fields.isEmpty)
      if !comparison.fields.isEmpty { writer.member("differs", comparison.fields) }
      writer.member("duration_us", comparison.duration / 1000)
    }
    record.newline()
    record.withBytes { records.append(contentsOf: $0) }
  }
}
