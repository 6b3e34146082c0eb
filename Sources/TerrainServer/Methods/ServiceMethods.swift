import TerrainAuthoring
import TerrainDocuments

extension Method {
  /// How a service stands.
  public static let health = Method(
    name: "health", summary: "Tell how the service stands: its version, its counts, its limits",
    parameters: .object([]),
    result: .object(
      [
        .required(
          "status", .words(["ok", "stale"]), "`stale` where a newer version was refused and the old one stays."),
        .required("version", .text, "The program's version, by semantic versioning."),
      ]
        + Shape.Field.identities + [
          .required("uptime_ms", .count, "Milliseconds since it began."),
          .required("threads", .count, "How many threads answer."),
          .required("requests", .count, "Requests answered, errors included."),
          .required("errors", .count, "Requests answered with an error."),
          .required("reloads", .count, "Versions swapped in."),
          .required("refusals", .count, "Versions that were not right."),
          .optional("last_reload", reload, "What became of the last attempt."),
          .required("limits", .map(.count), "What requests may cost, by name."),
        ])
  ) { _, session, writer throws(DiagnosticError) in
    try session.inService().writeHealth(to: &writer)
    return []
  }

  /// A new version, if it is right.
  public static let packReload = Method(
    name: "pack.reload",
    summary: "Load the pack and its rules anew, prove them, and serve them where they are right",
    parameters: .object([]),
    result: .object(Shape.Field.identities + reload.fields), runsApart: true
  ) { _, session, writer throws(DiagnosticError) in
    let service = try session.inService()
    let reload = service.reload(isCancelled: session.isCancelled)
    if reload.outcome == .cancelled { throw DiagnosticError(.cancelled) }
    if reload.outcome == .refused { throw DiagnosticError(reload.diagnostics) }
    writer.object { writer in
      writer.identity(service.served)
      writer.member("outcome", reload.outcome.rawValue)
      writer.array("diagnostics") { writer in
        for diagnostic in reload.diagnostics { DiagnosticRenderer.write(diagnostic, to: &writer) }
      }
    }
    return []
  }

  /// The end.
  public static let shutdown = Method(
    name: "shutdown", summary: "End the service when what was read is answered", parameters: .object([]),
    result: .object([.required("ending", .flag, "True.")])
  ) { _, session, writer throws(DiagnosticError) in
    try session.inService().stop()
    writer.object { writer in
      writer.member("ending", true)
    }
    return []
  }

  private static let reload: Shape = .object([
    .required("outcome", .words(["swapped", "unchanged", "refused"]), "What became of it."),
    .required("diagnostics", .list(.diagnostic), "What was found in the new version."),
  ])
}

extension OperationSession {
  /// The service it answers for.
  ///
  /// - Throws: `rpc/not-serving` outside of one.
  fileprivate func inService() throws(DiagnosticError) -> ServiceState {
    guard let service else { throw DiagnosticError(.notServing) }
    return service
  }
}
