import TerrainDocuments
import TerrainRules
import TerrainBase

/// The rules of a program, version after version, on one thread.
struct LoyaltyVersions {
  /// Oldest first; never empty.
  private let all: [LoyaltyRules]
  /// The last of them.
  let newest: LoyaltyRules

  /// The versions of `engine`.
  init(_ engine: LoyaltyEngine) {
    self.init(
      engine.earlier.map { LoyaltyRules($0, EngineSession($0.context)) },
      LoyaltyRules(engine, EngineSession(engine.context)))
  }

  private init(_ earlier: [LoyaltyRules], _ newest: LoyaltyRules) {
    all = earlier + [newest]
    self.newest = newest
  }

  /// The first version.
  var oldest: LoyaltyRules { all.first ?? newest }

  /// The version that is in force at `time`.
  func inForce(at time: Timestamp) -> LoyaltyRules {
    if all.count == 1 || time >= newest.engine.begins { return newest }
    return all.last { $0.engine.begins <= time } ?? oldest
  }

  /// The version with `fingerprint`, and those after it; else the newest.
  func from(_ fingerprint: UInt64?) -> (rules: LoyaltyRules, later: ArraySlice<LoyaltyRules>) {
    guard all.count > 1, let index = all.firstIndex(where: { $0.engine.fingerprint == fingerprint }) else {
      return (newest, [])
    }
    return (all[index], all[(index + 1)...])
  }

  /// Gives `account` the windows of the version of its time: what it has come to, or `instant` where that is earlier.
  func recall(_ account: inout Account, until instant: Timestamp) throws(DiagnosticError) {
    guard all.count > 1 else { return try newest.recall(&account) }
    var time = min(max(account.state.changed ?? .earliest, account.asOf ?? .earliest), instant)
    let next = account.firstUnfolded
    if next < account.events.count { time = min(time, account.events[next].time) }
    try inForce(at: time).recall(&account)
  }

  /// Calls `body` with versions that record; returns its result, and every decision that was evaluated, with its version
  /// where there are several.
  ///
  /// - Throws: what `body` throws, and why the rules cannot record.
  func recorded<R>(
    _ body: (LoyaltyVersions) throws(DiagnosticError) -> R
  ) throws(DiagnosticError) -> (result: R, traces: [DecisionTrace]) {
    var recording: [LoyaltyRules] = []
    for rules in all {
      recording.append(LoyaltyRules(rules.engine, try rules.session.recording(), isRecording: true))
    }
    let versions = LoyaltyVersions(recording.dropLast(), recording.last ?? newest)
    return try versions.collecting(recording[...]) { () throws(DiagnosticError) in try body(versions) }
  }

  /// Calls `body` while `some` record: the traces of one version after another.
  private func collecting<R>(
    _ some: ArraySlice<LoyaltyRules>, _ body: () throws(DiagnosticError) -> R
  ) throws(DiagnosticError) -> (result: R, traces: [DecisionTrace]) {
    guard let first = some.first else { return (try body(), []) }
    let (inner, traces) = try first.rules.collectingTraces { () throws(DiagnosticError) in
      try collecting(some.dropFirst(), body)
    }
    if all.count == 1 { return (inner.result, traces) }
    let named = traces.map { trace in
      var trace = trace
      trace.version = first.engine.rules.version
      return trace
    }
    return (inner.result, named + inner.traces)
  }
}
