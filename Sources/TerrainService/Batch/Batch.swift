import Synchronization
import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines

/// Answers lines of JSON, in the order they come, on all processors, in bounded memory.
///
/// One thread reads, one writes, and between them workers take blocks of lines; a block goes round, so that there are never
/// more of them than at the beginning.
package struct Batch: Sendable {
  /// Where lines come from, one after another.
  package var inputs: [BatchInput]
  /// The file that answers are written to, going on with what an earlier run has written; nil for the output of `stop`.
  package var resumed: String?
  /// Whether the first wrong line ends the run.
  package var stopsAtWrong = false
  /// How many threads answer lines.
  package var threads: Int
  /// What answers depend on besides the lines, name by name; an output can only be gone on with by the same.
  package var origin: [(name: String, value: String)]
  /// What a line may cost.
  package var limits = RequestLimits()
  /// Ends the run from another thread.
  package var stop = BatchStop()
  /// How many bytes of input lie between two notes of progress in a resumed output's record.
  package var checkpointDistance = 16 << 20
  /// Makes what answers lines, on each thread its own.
  private let handler: @Sendable () throws(DiagnosticError) -> LineHandler

  /// A batch of `inputs`.
  package init(
    _ inputs: [BatchInput], origin: [(name: String, value: String)],
    handler: @escaping @Sendable () throws(DiagnosticError) -> LineHandler
  ) {
    self.inputs = inputs
    self.origin = origin
    self.handler = handler
    threads = WorkerThread.processors
  }

  /// How a run came to its end.
  package enum Ending: Sendable {
    /// Every line was answered.
    case complete
    /// A wrong line was to end it, and did.
    case wrongLine
    /// Nobody reads its output any more.
    case outputClosed
    /// Somebody ended it (``Batch/stop``).
    case stopped
  }

  /// What came of a run.
  package struct Summary: Sendable {
    /// How it came to its end.
    package internal(set) var ending = Ending.complete
    /// Lines that were answered, those of an earlier run that were not answered again left out.
    package internal(set) var answered = 0
    /// Lines that are wrong.
    package internal(set) var wrong = 0
    /// Warnings about lines.
    package internal(set) var warnings = 0
    /// The number of the first of them, and what is wrong with it.
    package internal(set) var firstWrong: (line: Int, remarks: [String])?
    /// Of several inputs the one that has it, and its number there; nil of one, and where an earlier run has done some of its lines.
    package internal(set) var firstWrongInput: (name: String, line: Int)?
    /// Lines of input that an earlier run had done, and that were skipped.
    package internal(set) var passedOver = 0
    /// Lines of output of that run that are errors.
    package internal(set) var wrongBefore = 0
    /// Whether some lines of the whole output are errors.
    package var hasWrong: Bool { wrong > 0 || wrongBefore > 0 }
    /// Bytes of input that were skipped.
    package internal(set) var startBytes = 0
    /// Lines of input so far, empty and skipped ones included.
    package internal(set) var lines = 0
    /// Bytes of input so far, skipped ones included.
    package internal(set) var inputBytes = 0
  }

  /// How many bytes there are to read, where that is known.
  package var inputBytes: Int? {
    var sum = 0
    for input in inputs {
      guard let size = input.size else { return nil }
      sum += size
    }
    return sum
  }

  /// What threads have in common.
  private final class Shared: Sendable {
    let queue: BlockQueue
    let failure = Mutex<DiagnosticError?>(nil)

    init(blocks: Int, _ stop: BatchStop) {
      queue = BlockQueue(blocks: blocks)
      stop.begin(queue)
    }

    /// Ends the run because of `error`.
    func fail(_ error: DiagnosticError) {
      failure.withLock { if $0 == nil { $0 = error } }
      queue.stop()
    }
  }

  /// Answers everything.
  ///
  /// - Parameter progress: is called after each block with how far it is.
  /// - Throws: what keeps the run from going on: input that cannot be read, output that cannot be written or is not this
  ///   run's. Lines that are wrong are answered, and counted.
  package func run(progress: (Summary) -> Void = { _ in }) throws(DiagnosticError) -> Summary {
    // A mistake in a name is reported before anything is done.
    for input in inputs where input.name != "-" { try input.open().close() }
    let output: ResumedOutput? =
      if let resumed { try ResumedOutput(resumed, origin: origin, checkpointDistance: checkpointDistance) } else { nil }
    let workers = max(1, threads)
    let shared = Shared(blocks: workers * 2 + 2, stop)
    let (start, inputs, handler, stopsAtWrong) = (output?.checkpoint, inputs, handler, stopsAtWrong)
    let (hashes, longestLine, stop) = (output != nil, limits.lineLength, stop)
    let reader = WorkerThread {
      do throws(DiagnosticError) {
        var reader = BlockReader(inputs, longestLine: longestLine, hashing: hashes)
        if let start, try !reader.skip(start.inputBytes, hash: start.inputHash) {
          throw DiagnosticError(.otherInput(resumed ?? "", lines: start.lines))
        }
        while let block = shared.queue.empty() {
          guard try reader.fill(block) else { break }
          stop.add(read: block.inputLines)
          shared.queue.add(block)
        }
        shared.queue.end()
      } catch {
        shared.fail(error)
      }
    }
    guard let reader else { throw DiagnosticError(.noThread()) }
    var answering: [WorkerThread] = []
    for _ in 0..<workers {
      let worker = WorkerThread {
        do throws(DiagnosticError) {
          let handler = try handler()
          while let block = shared.queue.next() {
            handler.answer(block, stopsAtWrong: stopsAtWrong) { shared.queue.written($0) }
            shared.queue.finished(block)
          }
        } catch {
          shared.fail(error)
        }
      }
      // With fewer threads it takes longer.
      guard let worker else { break }
      answering.append(worker)
    }
    if answering.isEmpty { shared.fail(DiagnosticError(.noThread())) }
    var summary = Summary()
    do throws(DiagnosticError) {
      summary = try write(shared.queue, to: output, progress)
    } catch {
      shared.fail(error)
    }
    stop.end()
    shared.queue.stop()
    for worker in answering { worker.join() }
    reader.join()
    if let failure = shared.failure.withLock({ $0 }) { throw failure }
    return summary
  }

  /// Writes blocks in their order.
  private func write(
    _ queue: BlockQueue, to output: ResumedOutput?, _ progress: (Summary) -> Void
  ) throws(DiagnosticError) -> Summary {
    var summary = Summary()
    summary.passedOver = output?.checkpoint.lines ?? 0
    summary.lines = summary.passedOver
    summary.startBytes = output?.checkpoint.inputBytes ?? 0
    summary.inputBytes = summary.startBytes
    summary.wrongBefore = output?.checkpoint.errorLines ?? 0
    var next = 0
    var isStopped = false
    var inputHash = output?.checkpoint.inputHash ?? 0
    // The input that is being read, and the lines before it, where that is known.
    var input: (number: Int, before: Int?) = (0, 0)
    while !isStopped, let (block, isFinished) = queue.result(next) {
      let lines = block.answered + block.wrong
      guard try write(block.output.bytes, lines: lines - block.written, to: output) else {
        summary.ending = .outputClosed
        return summary
      }
      guard isFinished else {
        block.written = lines
        block.output.clear(keeping: LineHandler.mostOutput)
        queue.continued(block)
        continue
      }
      stop.add(delivered: block.inputLines)
      isStopped = stopsAtWrong && block.wrong > 0
      if block.inputNumber != input.number {
        // A run that goes on may begin inside of this one.
        let isKnown = summary.lines > summary.passedOver || summary.passedOver == 0
        input = (block.inputNumber, isKnown ? summary.lines : nil)
      }
      if let wrong = block.firstWrong, summary.firstWrong == nil {
        let line = summary.lines + wrong.line + 1
        summary.firstWrong = (line, wrong.remarks)
        if inputs.count > 1, let before = input.before {
          summary.firstWrongInput = (inputs[input.number].name, line - before)
        }
      }
      summary.answered += block.answered
      summary.wrong += block.wrong
      summary.warnings += block.warnings
      summary.lines += block.lines
      summary.inputBytes = block.inputEnd
      inputHash = block.inputHash
      if !isStopped { try output?.note(summary, inputHash: inputHash, isEnd: false) }
      queue.recycle(block)
      progress(summary)
      next += 1
    }
    if isStopped {
      summary.ending = .wrongLine
    } else if queue.isAtEnd(next) {
      try output?.note(summary, inputHash: inputHash, isEnd: true)
      try output?.finish()
    } else {
      summary.ending = .stopped
    }
    return summary
  }

  /// Writes lines; false where nobody reads them any more, which is nobody's fault.
  private func write(
    _ bytes: UnsafeRawBufferPointer, lines: Int, to output: ResumedOutput?
  ) throws(DiagnosticError) -> Bool {
    if let output {
      try output.write(bytes, lines: lines)
      return true
    }
    stop.output.write(bytes)
    guard let failure = stop.output.failure else { return true }
    if failure.isBrokenPipe { return false }
    throw DiagnosticError(.outputUnwritable("standard output", because: failure.message))
  }
}

extension ResumedOutput {
  /// Notes how far `summary` is.
  fileprivate func note(_ summary: Batch.Summary, inputHash: UInt64, isEnd: Bool) throws(DiagnosticError) {
    try note(
      inputLines: summary.lines, inputBytes: summary.inputBytes, inputHash: inputHash,
      errorLines: summary.wrongBefore + summary.wrong, isEnd: isEnd)
  }
}
