import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainBase

/// The requests of a log of decisions, by the operation, for comparing versions over what was asked.
package struct RecordedRequests: Sendable {
  /// The requests of `operation`, each where it is in the log.
  package let lines: [(operation: String, requests: SourceLines)]
  /// What a comparison lacks.
  package let report: ReplayReport

  /// Reads the log at `path` and its numbered files.
  package init(_ path: String) throws(DiagnosticError) {
    let operations = AnyOperation.evaluating.map(\.name)
    var texts: [String: RequestLines] = [:]
    var report = ReplayReport()
    var files: [SourceLines.File] = []
    var before = 0
    for file in try RecordedDecisions.files(of: path) {
      files.append(SourceLines.File(name: file, first: before + 1))
      let count = try RecordedDecisions.each(in: file) { record, line in
        if let forgotten = record["forgotten"]?.int {
          report.records += Int(clamping: forgotten)
          report.gaps[.forgotten, default: 0] += Int(clamping: forgotten)
          return
        }
        guard let name = record["operation"]?.text?.string, operations.contains(name) else {
          report.others += 1
          return
        }
        report.records += 1
        if record["masked"] != nil {
          report.gaps[.masked, default: 0] += 1
        } else if let parameters = record["params"] {
          texts[name, default: RequestLines()].add(parameters, onLine: before + line.number)
        } else {
          report.gaps[.refused, default: 0] += 1
        }
      }
      before += count
    }
    self.report = report
    lines = operations.compactMap { name in
      texts[name].map { (operation: name, requests: SourceLines(SourceText(name: path, bytes: $0.bytes), of: files)) }
    }
  }

  /// Requests of one operation, each as far down and to the right as its record has it, so that places in them are places in the log.
  private struct RequestLines {
    private(set) var bytes: [UInt8] = []
    private var line = 1

    mutating func add(_ parameters: Node, onLine number: Int) {
      let source = parameters.document.source
      bytes += repeatElement(UInt8(ascii: "\n"), count: max(0, number - line))
      bytes += repeatElement(UInt8(ascii: " "), count: source.position(at: Int(parameters.range.start)).column - 1)
      bytes += source.bytes[source.clamped(parameters.range)]
      line = max(line, number)
    }
  }

  /// What is not among the requests, in a line for people; nil where everything is.
  package var gaps: String? {
    let gaps = ReplayReport.Gap.allCases.compactMap { gap in report.gaps[gap].map { "\(gap.rawValue): \($0)" } }
    return gaps.isEmpty ? nil : "not compared: \(gaps.joined(separator: ", "))\n"
  }
}
