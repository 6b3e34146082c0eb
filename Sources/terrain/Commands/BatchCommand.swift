import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainService

extension Command {
  private static let failFast = Option(
    name: "fail-fast", kind: .flag, help: "Stop before the first line with an error, and report the error")
  private static let everything = Option(
    name: "explain", kind: .flag, help: "Write scores in full, and not only their outcomes")
  private static let threads = Option(
    name: "threads", kind: .number(1...1024), help: "The number of threads. Without it: one per processor")
  private static let limit = Option.limit(RequestLimits.namesForLines)

  /// `terrain batch`: a method for each line of its input.
  static let batch = Command(
    name: "batch", summary: "Run an operation for each line of JSON, in order, on all processors",
    discussion: """
      Reads one request per line from the FILEs, or from standard input, and writes one
      result per line in the same order. A line has the method's parameters, and may have
      an `id`, which the result repeats. The result of a line with errors is
      {"id": …, "error": …}; empty lines are skipped. Memory does not grow with the input.
      Standard error reports counts, and the pack and the rules that were used. SIGTERM and
      SIGINT end the run at once, with a count of the undelivered lines and with 143 or 130.
      """,
    operands: [
      Operand(name: "METHOD", help: "The method, for example `score`; `terrain schema` lists all of them"),
      Operand(name: "FILE", help: "Files of lines; none, or `-`, is standard input", arity: .repeating),
    ],
    options: [
      everything, failFast, threads, limit, .logDecisions, .logDecisionsSize, .keep, .pack, .set,
    ],
    examples: [
      .init(line: "terrain batch score people.ndjson > scores.ndjson", purpose: "Score each line of a file"),
      .init(
        line: "terrain batch score people.ndjson --log-decisions decisions.ndjson > scores.ndjson",
        purpose: "Keep a record of each line"),
    ],
    run: { arguments, console in
      let name = arguments.operand(0) ?? ""
      let methods = AnyOperation.ofLines
      guard let method = methods.first(where: { $0.name == name }) else {
        return console.report(
          DiagnosticError(
            .unknownMethod(
              name, exists: AnyOperation.named(name) != nil, among: methods.map(\.name))))
      }
      guard let limits = arguments.limits(RequestLimits.namesForLines, console) else { return .couldNotRun }
      let served = try Workspace(arguments).served()
      console.report(served.warnings)
      let decisions = try arguments.decisionLog()
      let batch = batch(of: method, served, arguments, limits, decisions)
      let watch = BatchWatch(batch, console)
      let stop = batch.stop
      Signals.handle { signal, name in
        let undelivered = stop.stop()
        Signals.limitLife()
        console.report(BatchReport.ended(by: name, undelivered))
        return Signals.status(of: signal)
      }
      let summary = try batch.run { watch.show($0) }
      switch summary.ending {
      // A reader that went away (`| head`) ends the program quietly.
      case .outputClosed: return .couldNotRun
      // The thread that stopped it reports, and ends the program.
      case .stopped: Signals.wait()
      case .complete, .wrongLine: break
      }
      watch.end(summary)
      if let lost = decisions?.lostRecords, lost > 0 {
        console.report("\(lost.counted("record")) of decisions \(lost == 1 ? "was" : "were") not written\n")
        return .couldNotRun
      }
      return summary.wrong > 0 ? .failure : .success
    })

  private static func batch(
    of method: AnyOperation, _ served: ServedSystem, _ arguments: Arguments, _ limits: RequestLimits,
    _ decisions: DecisionLog?
  ) -> Batch {
    let files = arguments.operands.dropFirst()
    let explains = arguments.has(everything)
    var origin = [(name: "method", value: method.name + (explains ? " --explain" : ""))]
    for (name, identity) in [("pack", served.pack), ("rules", served.rules)] {
      origin.append((name, "\(identity.id) \(identity.version) \(identity.hash)"))
    }
    let changes = arguments.values(of: .set)
    if !changes.isEmpty { origin.append(("set", changes.joined(separator: " "))) }
    let changedLimits = arguments.values(of: limit)
    if !changedLimits.isEmpty { origin.append(("limit", changedLimits.joined(separator: " "))) }
    var batch = Batch((files.isEmpty ? ["-"] : Array(files)).map { LineInput($0) }, origin: origin) {
      () throws(DiagnosticError) in
      try LineHandler.operation(method, over: served, explains: explains, limits: limits, decisions: decisions)
    }
    batch.limits = limits
    batch.stopsAtWrong = arguments.has(failFast)
    if let count = arguments.value(of: threads).flatMap({ Int($0) }) { batch.threads = count }
    return batch
  }
}

/// Reports the progress of a batch on a terminal, and its outcome everywhere.
private final class BatchWatch {
  private let batch: Batch
  private let console: Console
  private let total: Int?
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var shown: ContinuousClock.Instant

  init(_ batch: Batch, _ console: Console) {
    self.batch = batch
    self.console = console
    total = console.errorIsTerminal ? batch.inputBytes : nil
    start = clock.now
    shown = start
  }

  func show(_ summary: Batch.Summary) {
    guard console.errorIsTerminal else { return }
    let now = clock.now
    guard now - shown > .milliseconds(200) else { return }
    shown = now
    let line = BatchReport.progress(summary, total: total, seconds: seconds)
    console.report("\r\u{1B}[K\(line)")
  }

  func end(_ summary: Batch.Summary) {
    let text = BatchReport.summary(
      summary, origin: batch.origin, stopped: batch.stopsAtWrong, seconds: console.errorIsTerminal ? seconds : nil)
    console.report((console.errorIsTerminal && shown != start ? "\r\u{1B}[K" : "") + text)
  }

  private var seconds: Double { (clock.now - start) / .seconds(1) }
}

extension Diagnostic {
  /// - Parameter exists: true if the method exists but takes no parameters.
  fileprivate static func unknownMethod(_ name: String, exists: Bool, among names: [String]) -> Diagnostic {
    Diagnostic(
      code: "batch/unknown-method",
      message: exists
        ? "`\(name)` takes no parameters, so that lines have nothing to contain"
        : "`\(name)` is not a method",
      place: nil,
      fix: exists
        ? "send it to `terrain serve`"
        : Suggestion.fix(Text(name), among: names) ?? "the methods are \(names.allQuoted)")
  }
}
