import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines

extension AnyOperation {
  /// The result of an example of an operation without parameters, as JSON; nil for all other operations, whose examples are in packs.
  ///
  /// Running them would end or reload the service, or give other bytes each time.
  func exampleResult(_ served: ServedSystem) throws(DiagnosticError) -> [UInt8]? {
    guard parameters.fields.isEmpty else { return nil }
    let versions = Versions(served)
    switch name {
    case Operations.version.name: return try Operations.version.result.json(versions)
    case Operations.health.name:
      let clock = MonotonicClock { 0 }
      let state = ServiceState(served, log: ServerLog(level: .error, format: .json) { _ in }, clock: clock)
      return try Operations.health.result.json(state.health())
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
