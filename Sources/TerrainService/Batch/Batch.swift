import Synchronization
import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines

/// Answers lines of JSON, in the order they come, on all processors, in bounded memory.
///
/// The threads of a ``LineServer`` read and answer lines, and the calling thread writes the answers in the order of the input.
package struct Batch: Sendable {
  /// The inputs, which are read one after another.
  package var inputs: [LineInput]
  /// True if the first wrong line ends the run.
  package var stopsAtWrong = false
  /// The number of threads that answer lines.
  package var threads: Int
  /// The names and values on which answers depend in addition to the lines, for the report.
  package var origin: [(name: String, value: String)]
  /// The limits of a line.
  package var limits = RequestLimits()
  /// Ends the run from another thread.
  package var stop = BatchStop()
  /// Makes the handler of lines for each thread.
  private let handler: @Sendable () throws(DiagnosticError) -> LineHandler

  /// A batch of `inputs`.
  package init(
    _ inputs: [LineInput], origin: [(name: String, value: String)],
    handler: @escaping @Sendable () throws(DiagnosticError) -> LineHandler
  ) {
    self.inputs = inputs
    self.origin = origin
    self.handler = handler
    threads = WorkerThread.processors
  }

  /// The reason for the end of a run.
  package enum Ending: Sendable {
    /// Every line was answered.
    case complete
    /// A wrong line was to end it, and did.
    case wrongLine
    /// The reader of the output has closed it.
    case outputClosed
    /// The run was stopped (``Batch/stop``).
    case stopped
  }

  /// The summary of a run.
  package struct Summary: Sendable {
    /// The reason for the end.
    package internal(set) var ending = Ending.complete
    /// Lines that were answered.
    package internal(set) var answered = 0
    /// Lines that are wrong.
    package internal(set) var wrong = 0
    /// Warnings about lines.
    package internal(set) var warnings = 0
    /// The number of the first invalid line, and its errors.
    package internal(set) var firstWrong: (line: Int, remarks: [String])?
    /// The input with that line, and the line's number there; nil for a single input.
    package internal(set) var firstWrongInput: (name: String, line: Int)?
    /// The number of lines that were read, including empty lines.
    package internal(set) var lines = 0
    /// The number of bytes that were read.
    package internal(set) var inputBytes = 0
  }

  /// The number of bytes of all inputs, if it is known.
  package var inputBytes: Int? {
    var sum = 0
    for input in inputs {
      guard let size = input.size else { return nil }
      sum += size
    }
    return sum
  }

  /// Answers all lines.
  ///
  /// - Parameter progress: called after each part with the progress.
  /// - Throws: an error that ends the run: unreadable input, or unwritable output. Invalid lines are answered and counted.
  package func run(progress: (Summary) -> Void = { _ in }) throws(DiagnosticError) -> Summary {
    // A mistake in a name is reported before anything is done.
    for input in inputs { input.close(try input.open()) }
    let threads = max(1, threads)
    var limits = limits
    // The parts that wait to be written limit the number of lines in progress.
    limits.inFlight = .max
    // No client waits for a single answer: large parts have less overhead.
    let server = LineServer(
      inputs, output: stop.output, threads: threads, limits: limits, bytesAtOnce: LineReader.chunk,
      looksForCancellations: false)
    guard let server else { throw DiagnosticError(.noThread()) }
    let results = BatchResults(most: threads * 2 + 2)
    let failure = Failure()
    stop.begin(server, results)
    let work = WorkerThread { [handler, stopsAtWrong, output = stop.output] in
      let isDone = server.run {
        do throws(DiagnosticError) {
          return BatchWorker(try handler(), results, stopsAtWrong: stopsAtWrong).lineWorker
        } catch {
          failure.note(error)
          results.stop()
          server.stop()
          return LineWorker(answer: { _, _, _, _, _ in }, refuseLongLine: { _, _ in })
        }
      }
      if let unread = server.failure { failure.note(unread) }
      if !isDone, !output.hasFailed { failure.note(DiagnosticError(.noThread())) }
      results.end()
    }
    guard let work else { throw DiagnosticError(.noThread()) }
    var summary = Summary()
    do throws(DiagnosticError) { summary = try write(results, progress) } catch { failure.note(error) }
    stop.end()
    results.stop()
    server.stop()
    work.join()
    if let error = failure.error { throw error }
    return summary
  }

  /// The first error that ends a run, from any thread.
  private final class Failure: Sendable {
    private let first = Mutex<DiagnosticError?>(nil)
    var error: DiagnosticError? { first.withLock { $0 } }
    func note(_ error: DiagnosticError) { first.withLock { if $0 == nil { $0 = error } } }
  }

  /// Writes parts in their order.
  private func write(_ results: BatchResults, _ progress: (Summary) -> Void) throws(DiagnosticError) -> Summary {
    var summary = Summary()
    // The input that is being read, and the lines before it.
    var input = (number: 0, before: 0)
    while let (part, isFinished) = results.next() {
      guard try write(part.output.bytes) else {
        summary.ending = .outputClosed
        return summary
      }
      guard isFinished else {
        part.output.clear(keeping: BatchWorker.mostOutput)
        results.continue()
        continue
      }
      stop.add(delivered: part.lines)
      if part.inputNumber != input.number { input = (part.inputNumber, summary.lines) }
      if let wrong = part.firstWrong, summary.firstWrong == nil {
        let line = summary.lines + wrong.line + 1
        summary.firstWrong = (line, wrong.remarks)
        if inputs.count > 1 { summary.firstWrongInput = (inputs[input.number].name, line - input.before) }
      }
      summary.answered += part.answered
      summary.wrong += part.wrong
      summary.warnings += part.warnings
      summary.lines += part.lines
      summary.inputBytes = part.inputEnd
      results.recycle(part)
      progress(summary)
      if stopsAtWrong, summary.wrong > 0 {
        summary.ending = .wrongLine
        return summary
      }
    }
    if results.isStopped { summary.ending = .stopped }
    return summary
  }

  /// Writes lines. Returns false if the reader of the output has closed it, which is not an error.
  private func write(_ bytes: UnsafeRawBufferPointer) throws(DiagnosticError) -> Bool {
    stop.output.write(bytes)
    guard let failure = stop.output.failure else { return true }
    if failure.isBrokenPipe { return false }
    throw DiagnosticError(.outputUnwritable("standard output", because: failure.message))
  }
}
