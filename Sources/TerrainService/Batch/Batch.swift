import Synchronization
import TerrainAuthoring
import TerrainDocuments

/// Answers lines of JSON, in the order they come, on all processors, in bounded memory.
///
/// One thread reads, one writes, and between them workers take blocks of lines; a block goes round, so that there are never
/// more of them than at the beginning.
public struct Batch: Sendable {
  /// Where lines come from, one after another.
  public var inputs: [BatchInput]
  /// The file that answers are written to, going on with what an earlier run has written; nil for standard output.
  public var resumed: String?
  /// Whether the first wrong line ends the run.
  public var stopsAtWrong = false
  /// How many threads answer lines.
  public var threads: Int
  /// What answers depend on besides the lines, name by name; an output can only be gone on with by the same.
  public var origin: [(name: String, value: String)]
  /// A resumed output's record says how far it is after each so many bytes of input.
  package var checkpointDistance = 16 << 20
  /// Makes what answers lines, on each thread its own.
  private let handler: @Sendable () throws(DiagnosticError) -> LineHandler

  /// A batch of `inputs`.
  public init(
    _ inputs: [BatchInput], origin: [(name: String, value: String)],
    handler: @escaping @Sendable () throws(DiagnosticError) -> LineHandler
  ) {
    self.inputs = inputs
    self.origin = origin
    self.handler = handler
    threads = WorkerThread.processors
  }

  /// What came of a run.
  public struct Summary: Sendable {
    /// Lines that were answered, those of an earlier run that were not answered again left out.
    public internal(set) var answered = 0
    /// Lines that are wrong.
    public internal(set) var wrong = 0
    /// Things that were odd about lines without being wrong.
    public internal(set) var warnings = 0
    /// The number of the first of them, and what is wrong with it.
    public internal(set) var firstWrong: (line: Int, remarks: [String])?
    /// Lines of input that an earlier run had done, and that were passed over.
    public internal(set) var passedOver = 0
    /// Bytes of input that were passed over.
    public internal(set) var startBytes = 0
    /// Lines of input so far, empty ones and passed over ones included.
    public internal(set) var lines = 0
    /// Bytes of input so far, passed over ones included.
    public internal(set) var inputBytes = 0
  }

  /// How many bytes there are to read, where that is known.
  public var inputBytes: Int? {
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

    init(blocks: Int) { queue = BlockQueue(blocks: blocks) }

    /// Ends the run because of `error`.
    func fail(_ error: DiagnosticError) {
      failure.withLock { if $0 == nil { $0 = error } }
      queue.stop()
    }
  }

  /// Answers everything.
  ///
  /// - Parameter progress: is told how far it is after each block.
  /// - Throws: what keeps the run from going on: input that cannot be read, output that cannot be written or is not this
  ///   run's. Lines that are wrong are answered, and counted.
  public func run(progress: (Summary) -> Void = { _ in }) throws(DiagnosticError) -> Summary {
    // A mistake in a name is told before anything is done.
    for input in inputs where input.name != "-" { try input.open().close() }
    let output: ResumedOutput? =
      if let resumed { try ResumedOutput(resumed, origin: origin, checkpointDistance: checkpointDistance) } else { nil }
    let workers = max(1, threads)
    let shared = Shared(blocks: workers * 2 + 2)
    let (start, inputs, handler, stopsAtWrong) = (output?.checkpoint, inputs, handler, stopsAtWrong)
    let hashes = output != nil
    let reader = WorkerThread {
      do throws(DiagnosticError) {
        var reader = BlockReader(inputs, hashing: hashes)
        if let start, try !reader.skip(start.inputBytes, hash: start.inputHash) {
          throw DiagnosticError(.otherInput(resumed ?? "", lines: start.lines))
        }
        while let block = shared.queue.empty() {
          guard try reader.fill(block) else { break }
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
            handler.answer(block, stopsAtWrong: stopsAtWrong)
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
    var next = 0
    var isStopped = false
    var inputHash = output?.checkpoint.inputHash ?? 0
    while !isStopped, let block = queue.result(next) {
      try write(block.output.bytes, lines: block.answered + block.wrong, to: output)
      isStopped = stopsAtWrong && block.wrong > 0
      if let wrong = block.firstWrong, summary.firstWrong == nil {
        summary.firstWrong = (summary.lines + wrong.line + 1, wrong.remarks)
      }
      summary.answered += block.answered
      summary.wrong += block.wrong
      summary.warnings += block.warnings
      summary.lines += block.lines
      summary.inputBytes = block.inputEnd
      inputHash = block.inputHash
      if !isStopped {
        try output?.note(
          inputLines: summary.lines, inputBytes: summary.inputBytes, inputHash: inputHash, isEnd: false)
      }
      queue.recycle(block)
      progress(summary)
      next += 1
    }
    if !isStopped, queue.isAtEnd(next) {
      try output?.note(inputLines: summary.lines, inputBytes: summary.inputBytes, inputHash: inputHash, isEnd: true)
      try output?.finish()
    }
    return summary
  }

  private func write(
    _ bytes: UnsafeRawBufferPointer, lines: Int, to output: ResumedOutput?
  ) throws(DiagnosticError) {
    if let output { return try output.write(bytes, lines: lines) }
    do throws(Descriptor.Failure) {
      try Descriptor.standardOutput.write(bytes)
    } catch {
      // Whoever reads may have enough, and nothing is wrong then.
      if error.isBrokenPipe { throw DiagnosticError([]) }
      throw DiagnosticError(.outputUnwritable("standard output", because: error.message))
    }
  }
}
