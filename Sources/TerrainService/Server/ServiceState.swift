import Synchronization
import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines

/// The state that all threads of a service share: the served version and the counts.
package final class ServiceState: Sendable {
  /// The result of the last attempt to load a new version.
  struct Reload: Sendable {
    enum Outcome: String, Sendable, CaseIterable {
      /// The new version is served.
      case swapped
      /// Nothing had changed.
      case unchanged
      /// The new version has errors, and the old version stays.
      case refused
      /// The attempt was cancelled, and the old version stays.
      case cancelled
    }
    let outcome: Outcome
    let diagnostics: [Diagnostic]
  }

  private struct State {
    var served: ServedSystem
    var last: Reload?
    /// The number of attempts by outcome.
    var reloads: [Reload.Outcome: Int] = [:]
  }

  private let state: Mutex<State>
  private let number = Atomic<Int>(0)
  /// Allows one attempt at a time: a later attempt sees the files as they are then.
  private let reloading = Mutex(())
  /// The clock that uptime and durations are read from.
  let clock: MonotonicClock
  private let started: Int
  let requests = RequestCounts()
  private let onStop = Mutex<(@Sendable () -> Void)?>(nil)
  /// The limits of requests.
  package let limits: RequestLimits
  /// The number of threads that answer.
  package let threads: Int
  let log: ServerLog
  /// The log of requests; nil if none is written.
  let decisions: DecisionLog?

  /// A service of `served`.
  ///
  /// - Parameters:
  ///   - clock: the clock that uptime and durations are read from.
  ///   - decisions: the log of requests.
  package init(
    _ served: ServedSystem, limits: RequestLimits = RequestLimits(), threads: Int = 1, log: ServerLog,
    clock: MonotonicClock = .system, decisions: DecisionLog? = nil
  ) {
    state = Mutex(State(served: served))
    self.decisions = decisions
    self.limits = limits
    self.threads = threads
    self.log = log
    self.clock = clock
    started = clock.now()
  }

  /// The version that is served now.
  package var served: ServedSystem { state.withLock { $0.served } }

  /// Increases by one with each version, so that threads notice a new version without waiting for each other.
  var version: Int { number.load(ordering: .acquiring) }

  // MARK: - New versions

  /// Loads the version on the disk, proves it, and serves it if it is valid and differs from the present version.
  ///
  /// - Parameter isCancelled: true if the attempt was cancelled; the version is then not replaced.
  func reload(isCancelled: @escaping @Sendable () -> Bool = { false }) -> Reload {
    let reload = reloading.withLock { _ in attempt(isCancelled) }
    if reload.outcome == .cancelled { return reload }
    state.withLock { state in
      state.last = reload
      state.reloads[reload.outcome, default: 0] += 1
    }
    tell(reload)
    return reload
  }

  private func attempt(_ isCancelled: @escaping @Sendable () -> Bool) -> Reload {
    let old = served
    do throws(DiagnosticError) {
      for _ in 0..<Self.attempts {
        if isCancelled() { return Reload(outcome: .cancelled, diagnostics: []) }
        let new = try ServedSystem(old.place)
        if isCancelled() { return Reload(outcome: .cancelled, diagnostics: []) }
        if new.pack == old.pack, new.rules == old.rules { return Reload(outcome: .unchanged, diagnostics: []) }
        let found = new.place.validate(rules: new.rulesFolder, isCancelled: isCancelled).diagnostics
        if isCancelled() { return Reload(outcome: .cancelled, diagnostics: []) }
        if found.hasErrors { return Reload(outcome: .refused, diagnostics: found) }
        // The files must not have changed since they were proved.
        guard new.isCurrent else { continue }
        state.withLock { $0.served = new }
        number.wrappingAdd(1, ordering: .releasing)
        return Reload(outcome: .swapped, diagnostics: found)
      }
      return Reload(outcome: .refused, diagnostics: [.systemChanging(old.place.pack)])
    } catch {
      if isCancelled() { return Reload(outcome: .cancelled, diagnostics: []) }
      return Reload(outcome: .refused, diagnostics: error.diagnostics)
    }
  }

  /// Files that change while they are proved are read again so often.
  private static let attempts = 3

  private func tell(_ reload: Reload) {
    let now = served
    let versions = now.logFields
    switch reload.outcome {
    case .swapped: log.write(.info, "version-swapped", versions)
    case .unchanged: log.write(.debug, "version-unchanged", versions)
    case .refused:
      let found = reload.diagnostics.filter { $0.severity == .error }.map(\.line)
      log.write(.warning, "version-refused", versions + [("diagnostics", .list(found))])
    case .cancelled: break
    }
  }

  // MARK: - Ending

  /// Ends the service after the lines that were read are answered.
  func stop() { onStop.withLock { $0 }?() }

  func whenStopped(_ body: @escaping @Sendable () -> Void) { onStop.withLock { $0 = body } }

  // MARK: - Health

  /// The state of the service.
  func health() -> Health {
    let state = state.withLock { $0 }
    return Health(
      versions: Versions(state.served), uptime: max(0, clock.now() - started) / 1_000_000, threads: threads,
      requests: requests.reading, lostRecords: decisions?.lostRecords, reloads: state.reloads[.swapped, default: 0],
      refusals: state.reloads[.refused, default: 0], last: state.last, limits: limits.byName)
  }
}

extension Diagnostic {
  /// The location, the message, and the code, in one line.
  fileprivate var line: String {
    let place = place.map { "\($0.fileAndLine): " } ?? ""
    return "\(place)\(message) [\(code)]"
  }
}
