import TerrainAuthoring
import TerrainDocuments
import TerrainForms
import TerrainOperations
import TerrainValues

/// The requests of a log of decisions, by the operation, for comparing versions over what was asked.
package struct RecordedRequests: Sendable {
  /// The requests of `operation`, each on a line.
  package let lines: [(operation: String, requests: SourceText)]
  /// What a comparison lacks.
  package let report: ReplayReport

  /// Reads the log at `path` and its numbered files.
  package init(_ path: String) throws(DiagnosticError) {
    let operations = AnyOperation.evaluating.map(\.name)
    var bytes: [String: [UInt8]] = [:]
    var report = ReplayReport()
    for file in try RecordedDecisions.files(of: path) {
      try RecordedDecisions.each(in: file) { record, _ in
        if let forgotten = record["forgotten"]?.int {
          report.records += Int(clamping: forgotten)
          report.gaps[.forgotten, default: 0] += Int(clamping: forgotten)
          return
        }
        guard let name = record["operation"]?.text?.string, operations.contains(name), record["shadow"] == nil else {
          report.others += 1
          return
        }
        report.records += 1
        if record["masked"] != nil {
          report.gaps[.masked, default: 0] += 1
        } else if let parameters = record["params"] {
          let text = parameters.document.source
          bytes[name, default: []] += text.bytes[Int(parameters.range.start)..<Int(parameters.range.end)]
          bytes[name, default: []].append(UInt8(ascii: "\n"))
        } else {
          report.gaps[.refused, default: 0] += 1
        }
      }
    }
    self.report = report
    lines = operations.compactMap { name in
      bytes[name].map { (operation: name, requests: SourceText(name: path, bytes: $0)) }
    }
  }

  /// What is not among the requests, in a line for people; nil where everything is.
  package var gaps: String? {
    let gaps = ReplayReport.Gap.allCases.compactMap { gap in report.gaps[gap].map { "\(gap.rawValue): \($0)" } }
    return gaps.isEmpty ? nil : "not compared: \(gaps.joined(separator: ", "))\n"
  }
}
