extension ServedSystem {
  /// Its versions as log lines have them, and the signature where one is required.
  var logFields: [(String, ServerLog.Field)] {
    [
      ("pack", .text("\(pack.id) \(pack.version) \(pack.hash)")),
      ("rules", .text("\(rules.id) \(rules.version) \(rules.hash)")),
    ] + (signature.map { [("signature", .text($0.report))] } ?? [])
  }
}
