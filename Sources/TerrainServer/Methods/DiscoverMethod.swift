import TerrainDocuments

extension Method {
  /// What can be asked.
  public static let discover = Method(
    name: "rpc.discover", summary: "Tell what can be asked, as an OpenRPC document",
    parameters: .object([]), result: .map(.anything)
  ) { _, session, writer throws(DiagnosticError) in
    let answer = try session.served.prepared("rpc.discover") { () throws(DiagnosticError) in
      var writer = JSONWriter(.compact)
      try OpenRPCDocument(session).write(to: &writer)
      return writer.bytes
    }
    writer.raw(answer)
    return []
  }
}
