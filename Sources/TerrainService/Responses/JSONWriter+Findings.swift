import TerrainDocuments

extension JSONWriter {
  /// Writes complaints about a request as the field `findings`: where and what, never what was told.
  mutating func findings(_ findings: [Diagnostic]) {
    key("findings")
    array { writer in
      for finding in findings {
        writer.object { writer in
          writer.key("code")
          writer.string(finding.code)
          writer.key("severity")
          writer.string(finding.severity.rawValue)
          writer.key("message")
          writer.string(finding.message)
          if let fix = finding.fix {
            writer.key("fix")
            writer.string(fix)
          }
          if let path = finding.path {
            writer.key("path")
            writer.string(path)
          }
        }
      }
    }
  }
}
