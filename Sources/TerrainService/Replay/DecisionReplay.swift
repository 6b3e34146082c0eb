import Synchronization
import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines

/// Evaluates a log of decisions again, on all processors, with the versions that answered.
package final class DecisionReplay: Sendable {
  private let served: ServedSystem
  private let tally = Mutex(ReplayReport())

  /// A replay with the versions of `served`.
  package init(_ served: ServedSystem) { self.served = served }

  /// Evaluates the log at `path` and its numbered files, and writes a line of JSON to standard output for each record that differs.
  ///
  /// - Throws: errors that prevent reading or evaluation, and `replay/nothing-compared` if no record could be compared.
  package func run(_ path: String) throws(DiagnosticError) -> ReplayReport {
    let files = try RecordedDecisions.files(of: path)
    var batch = Batch(files.map { LineInput($0) }, origin: []) {
      [self] () throws(DiagnosticError) in
      let evaluator = RecordEvaluator(served)
      return LineHandler { [self] line, output in
        let (outcome, count) = evaluator.evaluate(line, to: &output)
        tally.withLock { $0.add(outcome, count) }
        if case .notARecord = outcome { return .wrong([Self.notARecordCode]) }
        if case .different = outcome { return .answered(warnings: 0) }
        return .silent
      }
    }
    batch.stopsAtWrong = true
    let summary = try batch.run()
    if let wrong = summary.firstWrong, let diagnostic = try RecordedDecisions.notARecord(onLine: wrong.line, of: files)
    {
      throw DiagnosticError(diagnostic)
    }
    let report = tally.withLock { $0 }
    if report.records > 0, report.identical + report.different == 0 {
      throw DiagnosticError(.nothingCompared(path, report))
    }
    return report
  }

  private static let notARecordCode = "decisions/not-a-record"
}

/// The outcome of a record.
private enum Replayed {
  case identical
  case different
  case gap(ReplayReport.Gap)
  case otherOperation
  case notARecord
}

extension ReplayReport {
  /// Counts `count` records.
  fileprivate mutating func add(_ replayed: Replayed, _ count: Int) {
    switch replayed {
    case .identical: identical += count
    case .different: different += count
    case .gap(let gap): gaps[gap, default: 0] += count
    case .otherOperation:
      others += count
      return
    case .notARecord: return
    }
    records += count
  }
}

/// Evaluates records again on one thread.
private final class RecordEvaluator {
  private let served: ServedSystem
  private let versions: [UInt8]
  private let folders: ResultFolders
  private let session: OperationSession
  private let limits: RequestLimits
  private let operations: [Text: AnyOperation]
  private var lines: [String: OperationLines] = [:]
  private var writer = JSONWriter(.compact)
  private var bytes = OutputBytes()

  init(_ served: ServedSystem) {
    self.served = served
    versions = RecordedVersions(served).json
    folders = ResultFolders(served)
    let limits = RequestLimits()
    self.limits = limits
    session = OperationSession(served, limits: limits)
    let all = AnyOperation.evaluating
    let evaluating = Set(all.map(\.name) + [Operations.explain(all).name])
    operations = Dictionary(
      AnyOperation.all.filter { evaluating.contains($0.name) }.map { (Text($0.name), $0) },
      uniquingKeysWith: { a, _ in a })
  }

  /// Evaluates the record on `line`, and writes a difference to `output`.
  ///
  /// - Returns: the outcome, and the number of records that the line represents.
  func evaluate(_ line: UnsafeBufferPointer<UInt8>, to output: inout OutputBytes) -> (Replayed, Int) {
    let source = SourceText(name: "record", bytes: Array(line))
    guard let record = JSONReader.read(source).document?.root, record.kind == .map else { return (.notARecord, 1) }
    if let forgotten = record["forgotten"]?.int { return (.gap(.forgotten), Int(clamping: forgotten)) }
    guard let outcome = record["outcome"]?.text else { return (.notARecord, 1) }
    guard let name = record["operation"]?.text, let operation = operations[name] else { return (.otherOperation, 1) }
    if record["masked"] != nil { return (.gap(.masked), 1) }
    guard outcome == Self.ok || outcome == Self.rulesFailed, let parameters = record["params"] else {
      return (.gap(.refused), 1)
    }
    guard RecordedVersions(of: record).json == versions else { return (.gap(.otherVersion), 1) }
    let expected = record["result"]?.text
    if outcome == Self.ok, expected == nil { return (.gap(.withoutResult), 1) }
    let given =
      switch record["batch"]?.text.flatMap({ BatchForm(rawValue: $0.string) }) {
      case nil: result(of: operation, parameters)
      case let form?: batchLine(of: operation, parameters, form)
      }
    if given.outcome == outcome, given.hash == expected { return (.identical, 1) }
    write(record, given, to: &output)
    return (.different, 1)
  }

  private static let ok: Text = "ok"
  private static let rulesFailed = Text(RPCError.Code.rulesFailed.name)

  private typealias Given = (outcome: Text, hash: Text?)

  /// The result in a service.
  private func result(of operation: AnyOperation, _ parameters: Node) -> Given {
    writer.clear()
    do throws(DiagnosticError) {
      try operation.run(session, parameters, to: &writer)
      return (Self.ok, writer.withBytes { ResultHash.text(folders.hash(of: $0)) })
    } catch {
      return (Text(RPCError(error, source: parameters.document.source).code.name), nil)
    }
  }

  /// The result in a batch.
  private func batchLine(of operation: AnyOperation, _ parameters: Node, _ form: BatchForm) -> Given {
    let key = "\(operation.name) \(form.rawValue)"
    let known = lines[key]
    guard let lines = known ?? (try? OperationLines(operation, served, explains: form == .full, limits: limits)) else {
      return (Text(RPCError.Code.system.name), nil)
    }
    self.lines[key] = lines
    bytes.cut(to: 0)
    let range = parameters.range
    parameters.document.source.bytes.withUnsafeBufferPointer { source in
      _ = lines.answer(UnsafeBufferPointer(rebasing: source[Int(range.start)..<Int(range.end)]), to: &bytes)
    }
    if let error = lines.error { return (Text(error.name), nil) }
    return (Self.ok, ResultHash.text(folders.hash(of: bytes.bytes)))
  }

  private func write(_ record: Node, _ given: Given, to output: inout OutputBytes) {
    writer.clear()
    writer.object { writer in
      for name in ["time", "id", "operation", "outcome", "result"] {
        guard let value = record[Text(name)] else { continue }
        writer.key(name)
        writer.raw(value.document.source.text(of: value.range))
      }
      writer.object("replayed") { writer in
        writer.member("outcome", given.outcome)
        if let hash = given.hash { writer.member("result", hash) }
      }
    }
    writer.withBytes { output.append($0) }
  }
}

extension Diagnostic {
  fileprivate static func nothingCompared(_ path: String, _ report: ReplayReport) -> Diagnostic {
    let gaps = ReplayReport.Gap.allCases.compactMap { gap in
      report.gaps[gap].map { "\(gap.rawValue.split(separator: "_").joined(separator: " ")): \($0)" }
    }
    return Diagnostic(
      code: "replay/nothing-compared",
      message: "no record of `\(path)` could be evaluated again (\(gaps.joined(separator: ", ")))", place: nil,
      fix: "name the pack and the parameters that answered with `--pack` and `--set`")
  }
}

/// The requests of a log of decisions, by operation, for comparing versions on recorded requests.
package struct RecordedRequests: Sendable {
  /// The requests of `operation`, each with its location in the log.
  package let lines: [(operation: String, requests: SourceLines)]
  /// The counts of records, including those that are missing from the comparison.
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

  /// Requests of one operation, each at the position that its record has, so that locations in them are locations in the log.
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

  /// The numbers of records that are missing from the requests, in a line for people; nil if none are.
  package var gaps: String? {
    let gaps = ReplayReport.Gap.allCases.compactMap { gap in report.gaps[gap].map { "\(gap.rawValue): \($0)" } }
    return gaps.isEmpty ? nil : "not compared: \(gaps.joined(separator: ", "))\n"
  }
}

/// The report on evaluating a log of decisions again.
package struct ReplayReport: Sendable {
  /// The reason why a record cannot be evaluated again.
  package enum Gap: String, Sendable, CaseIterable {
    /// The record was removed (`terrain log forget`).
    case forgotten
    /// Values of secret facts are masked in it.
    case masked
    /// The request was refused, and its parameters are not recorded.
    case refused
    /// Another version of the pack, its rules or their parameters answered.
    case otherVersion = "other_version"
    /// The record has no hash of its result, because an earlier version of the program wrote it.
    case withoutResult = "without_result"
  }

  /// Records of operations that evaluate something, those that were removed included.
  package internal(set) var records = 0
  /// Records of other operations: of the service, and of the pack as a whole.
  package internal(set) var others = 0
  /// The number of records with the same outcome and the same bytes.
  package internal(set) var identical = 0
  /// Records with another outcome or other bytes.
  package internal(set) var different = 0
  /// Records that cannot be evaluated again.
  package internal(set) var gaps: [Gap: Int] = [:]

  /// Creates an empty report.
  package init() {}

  /// For people.
  package var text: String {
    var text = "\(records.counted("record")): \(identical) identical, \(different) different"
    for gap in Gap.allCases {
      guard let count = gaps[gap], count > 0 else { continue }
      text += "\n  not evaluated, \(gap.rawValue.split(separator: "_").joined(separator: " ")): \(count)"
    }
    if others > 0 { text += "\n  records of other operations: \(others)" }
    return text + "\n"
  }

  /// For programs.
  package var json: String {
    var writer = JSONWriter(.compact)
    writer.object { writer in
      writer.member("records", records)
      writer.member("identical", identical)
      writer.member("different", different)
      writer.object("gaps") { writer in
        for gap in Gap.allCases { writer.member(gap.rawValue, gaps[gap] ?? 0) }
      }
      writer.member("other_operations", others)
    }
    writer.newline()
    return writer.string
  }
}
