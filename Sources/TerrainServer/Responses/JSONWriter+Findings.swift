import TerrainDocuments

extension JSONWriter {
  /// Writes complaints about a request as the field `findings`: where and what, never what was told.
  mutating func findings(_ findings: [Diagnostic]) {
    array("findings") { writer in
      for finding in findings {
        writer.object { writer in
          writer.member("code", finding.code)
          writer.member("severity", finding.severity.rawValue)
          writer.member("message", finding.message)
          writer.member("fix", ifAny: finding.fix)
          writer.member("path", ifAny: finding.path)
        }
      }
    }
  }
}
