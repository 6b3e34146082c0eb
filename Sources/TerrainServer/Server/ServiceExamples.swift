import TerrainDocuments

extension Method {
  /// The result of an example of a method without parameters, as JSON; nil for every other method, whose examples are in packs.
  ///
  /// Running them would end the service, load it anew, or give other bytes each time.
  func exampleResult(_ session: OperationSession) -> [UInt8]? {
    guard parameters.fields.isEmpty else { return nil }
    var writer = JSONWriter(.compact)
    switch name {
    case Method.health.name:
      let clock = MonotonicClock { 0 }
      let state = ServiceState(session.served, log: ServerLog(level: .error, format: .json) { _ in }, clock: clock)
      state.writeHealth(to: &writer)
    case Method.discover.name:
      writer.object { writer in
        writer.member("openrpc", OpenRPCDocument.specification)
        writer.object("info") { writer in
          writer.member("title", OpenRPCDocument.title)
          writer.member("version", ProgramVersion.text)
        }
        writer.array("methods") { _ in }
      }
    case Method.shutdown.name: writer.object { $0.member("ending", true) }
    default: writer.object { writeAboutPack(session.served, to: &$0) }
    }
    return writer.bytes
  }

  /// The members of a result about the pack and its rules.
  private func writeAboutPack(_ served: ServedSystem, to writer: inout JSONWriter) {
    writer.identity(served)
    switch name {
    case Method.packReload.name:
      writer.member("outcome", "unchanged")
      writer.array("diagnostics") { _ in }
    case Method.packValidate.name:
      writer.member("valid", true)
      writer.member("summary", "1 file: no problems found")
      writer.member("files", ["\(served.pack.id)/pack.yaml"])
      writer.array("diagnostics") { _ in }
    default:
      writer.object("locales") { writer in
        writer.member("default", "en-US")
        writer.member("supported", ["en-US"])
      }
      for key in ["kinds", "vocabularies", "modules", "pages", "rankings"] { writer.array(key) { _ in } }
    }
  }
}
