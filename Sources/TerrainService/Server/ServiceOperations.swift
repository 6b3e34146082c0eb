import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines

extension Operations {
  /// The handshake: the first request of a client.
  package static var version: Operation<Versions> {
    Operation(
      name: "version", summary: "Report the versions of the program, the protocol, the pack, and its rules",
      parameters: .object([]), result: .version, isQuick: true
    ) { _, session, _ throws(DiagnosticError) in Versions(try session.service().served) }
  }

  /// The state of a service.
  package static var health: Operation<Health> {
    Operation(
      name: "health", summary: "Report the state of the service: its version, its counts, its limits",
      parameters: .object([]), result: .health
    ) { _, session, _ throws(DiagnosticError) in try session.running().health() }
  }

  /// Loads a new version, and serves it if it is valid.
  package static var packReload: Operation<PackReloadResult> {
    Operation(
      name: "pack.reload",
      summary: "Load the pack and its rules again, and serve them where they are valid",
      parameters: .object([]), result: .reload, runsApart: true
    ) { _, session, _ throws(DiagnosticError) in
      let service = try session.running()
      let reload = service.reload(isCancelled: session.isCancelled)
      if reload.outcome == .cancelled { throw DiagnosticError(.cancelled) }
      if reload.outcome == .refused { throw DiagnosticError(reload.diagnostics) }
      return PackReloadResult(versions: Versions(service.served), reload: reload)
    }
  }

  /// Ends the service.
  package static var shutdown: Operation<Bool> {
    Operation(
      name: "shutdown", summary: "End the service once everything that was read is answered", parameters: .object([]),
      result: .object { requiredField("ending", .flag, "True.") { $0 } }
    ) { _, session, _ throws(DiagnosticError) in
      try session.running().stop()
      return true
    }
  }
}

extension OperationSession {
  /// The service that the session runs for.
  ///
  /// - Throws: `rpc/not-serving` outside of one.
  func running() throws(DiagnosticError) -> ServiceState {
    guard let state = try service().state else { throw DiagnosticError(.notServing) }
    return state
  }
}

// MARK: - Reloading

/// The outcome of loading a new version.
package struct PackReloadResult {
  let versions: Versions
  let reload: ServiceState.Reload
}

private var reloadFields: ResultFields<ServiceState.Reload> {
  group {
    requiredField("outcome", .words(["swapped", "unchanged", "refused"]), "What became of it.") { $0.outcome.rawValue }
    requiredField("diagnostics", .list(.diagnostic), "What was found in the new version.") { $0.diagnostics }
  }
}

extension ResultType where Content == PackReloadResult {
  static var reload: ResultType {
    object {
      fields(of: versionFields) { $0.versions }
      fields(of: reloadFields) { $0.reload }
    }
  }
}

// MARK: - Versions

extension ResultType where Content == Versions {
  fileprivate static var version: ResultType {
    object {
      requiredField("program", .text, "The program's version, by semantic versioning.") { _ in ProgramVersion.text }
      requiredField(
        "protocol", .count, "The version of the protocol. It grows when a client that works has to be changed."
      ) { _ in ProgramVersion.ofProtocol }
      fields(of: versionFields) { $0 }
    }
  }
}

// MARK: - Health

/// The state of a service.
package struct Health {
  let versions: Versions
  let uptime: Int
  let threads: Int
  let requests: RequestCounts.Reading
  /// The number of records of decisions that could not be written; nil without a log.
  let lostRecords: Int?
  let reloads: Int
  let refusals: Int
  let last: ServiceState.Reload?
  let limits: [(name: String, value: Int)]
}

extension ResultType where Content == Health {
  static var health: ResultType {
    object {
      // An old version that stays is served, too.
      requiredField(
        "status", .words(["ok", "stale"]), "`stale` where a newer version was refused and the old one stays."
      ) {
        $0.last?.outcome == .refused ? "stale" : "ok"
      }
      requiredField("version", .text, "The program's version, by semantic versioning.") { _ in ProgramVersion.text }
      fields(of: versionFields) { $0.versions }
      requiredField("uptime_ms", .count, "Milliseconds since it began.") { $0.uptime }
      requiredField("threads", .count, "How many threads answer.") { $0.threads }
      requiredField("requests", .count, "Requests answered, errors included.") {
        $0.requests.requests.values.reduce(0, +)
      }
      requiredField("errors", .count, "Requests answered with an error.") { $0.requests.errors.values.reduce(0, +) }
      requiredField(
        "requests_by_method", .map(.count, key: { Text($0.key) }, value: { $0.value }),
        "Requests answered, by method; `unknown` represents all without a known method."
      ) { $0.requests.requests.ordered { $0.key < $1.key } }
      requiredField(
        "errors_by_outcome", .map(.count, key: { Text($0.key) }, value: { $0.value }),
        "Requests answered with an error, by the outcome that the log has."
      ) { $0.requests.errors.ordered { $0.key < $1.key } }
      optionalField(
        "lost_records", .count, "Records of decisions that could not be written; left out without a log of them."
      ) { $0.lostRecords }
      requiredField("reloads", .count, "Versions swapped in.") { $0.reloads }
      requiredField("refusals", .count, "Versions that were not right.") { $0.refusals }
      optionalField("last_reload", .object(reloadFields), "What became of the last attempt.") { $0.last }
      requiredField(
        "limits", .map(.count, key: { Text($0.name) }, value: { $0.value }), "What requests may cost, by name."
      ) { $0.limits }
    }
  }
}

extension Operations {
  /// All errors in the pack and the rules.
  package static var packValidate: Operation<PackValidateResult> {
    Operation(
      name: "pack.validate",
      summary: "Check the pack and its rules as they are on the disk now",
      parameters: .object([]), result: .validation, runsApart: true
    ) { _, session, _ throws(DiagnosticError) in
      let served = try session.service().served
      let report = served.place.validate(
        rules: served.rulesFolder, examples: true, isCancelled: session.isCancelled)
      if session.isCancelled() { throw DiagnosticError(.cancelled) }
      return PackValidateResult(
        versions: Versions(served), summary: report.summary, files: report.files, diagnostics: report.diagnostics)
    }
  }
}

/// The result of validating a pack and its rules.
package struct PackValidateResult {
  let versions: Versions
  let summary: String
  let files: [String]
  let diagnostics: [Diagnostic]
}

extension ResultType where Content == PackValidateResult {
  package static var validation: ResultType {
    object {
      fields(of: versionFields) { $0.versions }
      requiredField("valid", .flag, "Whether there are no errors.") { !$0.diagnostics.hasErrors }
      requiredField("summary", .text, "How many files were looked at, and what came of them.") { $0.summary }
      requiredField("files", .list(.text), "The files that were looked at.") { $0.files }
      requiredField("diagnostics", .list(.diagnostic), "What was found, by place.") { $0.diagnostics }
    }
  }
}
