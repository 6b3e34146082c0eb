import TerrainDocuments

extension Method {
  /// What can be asked.
  public static let discover = Method(
    name: "rpc.discover", summary: "Tell what can be asked, as an OpenRPC document",
    parameters: .object([]), result: .map(.anything)
  ) { _, session, writer throws(DiagnosticError) in
    try OpenRPCDocument(session).write(to: &writer)
    return []
  }
}
