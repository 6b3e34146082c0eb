import TerrainDocuments

extension Diagnostic {
  static func schema(
    _ code: String, _ node: Node, _ message: String, related: [Related] = [], fix: String? = nil,
    severity: Severity = .error
  ) -> Diagnostic {
    Diagnostic(code: "schema/" + code, severity: severity, message: message, at: node, related: related, fix: fix)
  }
}
