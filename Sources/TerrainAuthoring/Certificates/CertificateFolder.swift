import TerrainDocuments

/// The files of the certificates of a rule set: one for each decision, and a list of all verdicts.
package struct CertificateFolder {
  /// The names and texts of the files, in the order of the decisions; the list comes last.
  package let files: [(name: String, text: String)]
  /// How many verdicts there are.
  package let verdicts: Int
  /// What could not be decided, by decision.
  package let outside: [(decision: String, what: String)]

  /// The folder of `certificates`.
  package init(_ certificates: [RuleCertificate]) {
    var list = "decision\tclaim\trow\tanswer\tfile\n"
    var files: [(name: String, text: String)] = []
    for certificate in certificates {
      let name = "\(certificate.decision).smt2"
      if !certificate.verdicts.isEmpty { files.append((name, certificate.text)) }
      for verdict in certificate.verdicts {
        list += "\(certificate.decision)\t\(verdict.claim)\t\(verdict.row ?? "")\t\(verdict.answer)\t\(name)\n"
      }
      for what in certificate.outside { list += "\(certificate.decision)\toutside\t\t\(what)\t\n" }
    }
    self.files = files + [("verdicts.tsv", list)]
    verdicts = certificates.reduce(0) { $0 + $1.verdicts.count }
    outside = certificates.flatMap { certificate in certificate.outside.map { (certificate.decision, $0) } }
  }

  /// What was written, and what is outside, in lines.
  package func summary(_ folder: String) -> String {
    var text = "\(folder): \(verdicts.counted("verdict")) in \((files.count - 1).counted("file"))"
    if !outside.isEmpty {
      text += "; outside of what can be decided:\n"
      text += outside.map { "  \($0.decision): \($0.what)" }.joined(separator: "\n")
    }
    return text + "\n"
  }
}
