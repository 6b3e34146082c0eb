import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines

/// The functions with which a thread answers lines. Answers are written after the thread has answered the lines that it took. A worker that
/// keeps its answers writes nothing, and is called at the beginning and the end of those lines.
struct LineWorker {
  /// Writes the answer to a line. `beforeSlow` must be called, at most once and before the first output, when a request begins that takes
  /// longer than other lines should wait. `spill` must be called, any number of times, when the output exceeds its limit.
  var answer:
    (
      _ line: UnsafeBufferPointer<UInt8>, _ origin: LineOrigin, _ writer: inout JSONWriter,
      _ beforeSlow: (inout JSONWriter) -> Void, _ spill: (inout JSONWriter) -> Bool
    ) -> Void
  /// Writes the answer to a line that exceeds the length limit, from its beginning.
  var refuseLongLine: (_ beginning: UnsafeBufferPointer<UInt8>, _ writer: inout JSONWriter) -> Void
  /// To be called before any of the answers leaves.
  var beforeWriting: () -> Void = {}
  /// Called before and after the lines that a thread takes at once.
  var begin: (LineServer.Lines) -> Void = { _ in }
  var end: () -> Void = {}
}

/// Answers lines on several threads, until its input ends or it is stopped.
///
/// All threads have the same role. One thread reads at a time. Lines that were read lie in a queue, from which each thread takes some at a
/// time. A single request is read, answered, and written by one thread, without waking another. No lines are read while lines wait, and
/// answers are written before more lines are taken. If a client does not read its answers, its lines are therefore not read.
/// `terrain serve` writes answers as they are made; `terrain batch` puts them into the order of the input (``BatchResults``).
final class LineServer: @unchecked Sendable {
  /// Lines that wait, or that a thread is working on.
  struct Lines {
    let buffer: LineBuffer
    var start: Int
    var end: Int
    /// The number of the first line.
    var number: Int
    /// The time of the read.
    let time: Int
    /// The position of their input, and the number of bytes of all inputs up to the end of their read.
    let input: Int
    let inputEnd: Int
    /// The number of times that threads took lines before these.
    var turn = 0
    /// True if it is the beginning of a line that is too long to be read.
    var isTooLong = false
    var count: Int { end - start }
  }

  /// The maximum number of bytes of lines that a thread takes, so that lines are left for other threads.
  private let bytesAtOnce: Int
  /// The number of bytes at which answers are written; they are also written when a thread has answered the lines that it took.
  private static let mostOutput = 64 << 10

  private let reader: LineReader
  /// The output for answers, including those of other threads.
  let output: LineOutput
  /// The requests that were read and are not answered.
  let requests = OpenRequests()
  private let looksForCancellations: Bool
  private let clock: MonotonicClock
  private let limits: RequestLimits
  private let threads: Int
  private let wake: WakePipe
  private let monitor = Monitor()
  // Guarded by `monitor`.
  private var waiting: [Lines] = []
  private var spare: [LineBuffer] = []
  private var hasReader = false
  private var isEnded = false
  private var idle = 0
  private var inFlight = 0
  /// The number of lines that were read.
  private var numbered = 0
  /// The number of times that threads took lines.
  private var turns = 0
  /// The monitor for the thread that reads ahead, and the flag, guarded by it, that starts a read.
  private let ahead = Monitor()
  private var looksAhead = false

  /// A server from `inputs` to `output`; nil if the system gives no pipe.
  ///
  /// - Parameters:
  ///   - bytesAtOnce: the most bytes of lines that a thread takes at once.
  ///   - looksForCancellations: whether lines may ask to cancel requests.
  init?(
    _ inputs: [LineInput], output: LineOutput, threads: Int, limits: RequestLimits, bytesAtOnce: Int = 32 << 10,
    looksForCancellations: Bool = true, clock: MonotonicClock = .system
  ) {
    guard let wake = WakePipe() else { return nil }
    self.wake = wake
    reader = LineReader(inputs: inputs, wake: wake, limit: limits.lineLength)
    self.output = output
    self.bytesAtOnce = bytesAtOnce
    self.looksForCancellations = looksForCancellations
    self.clock = clock
    self.threads = max(1, threads)
    self.limits = limits
  }

  /// Ends reading; lines that were read are answered. Any thread, any number of times.
  func stop() { wake.wake() }

  /// Serves until the end on its own threads, each of which makes a worker.
  ///
  /// - Returns: false if answers could not be written, or the system provides no thread.
  func run(_ makeWorker: @escaping @Sendable () -> LineWorker) -> Bool {
    var others: [WorkerThread] = []
    for _ in 1..<max(threads, 1) {
      if let thread = WorkerThread({ self.work(makeWorker()) }) { others.append(thread) }
    }
    let reading = WorkerThread { self.readAhead() }
    // This thread's stack may be small.
    let first = WorkerThread { self.work(makeWorker()) }
    first?.join()
    for thread in others { thread.join() }
    // Without any thread the end of the input would not be found.
    if first == nil, others.isEmpty { monitor.locked { isEnded = true } }
    lookAhead()
    reading?.join()
    return !output.hasFailed && (first != nil || !others.isEmpty)
  }

  /// Waits, after ``stop()``, for `isEnded`, within the time limit for ending a process and as long as clients read; cancels requests that
  /// take too long. The reader of `log` counts, too.
  func waitForEnd(log: LineOutput?, until isEnded: () -> Bool) -> LineOutput.Ending {
    LineOutput.wait(
      for: [output] + (log.map { [$0] } ?? []), clock: clock, cancel: { requests.cancelAll() }, until: isEnded)
  }

  /// Responses that were not written to their end.
  var undelivered: Int { output.undelivered }

  /// The number of lines that were read.
  var linesRead: Int { monitor.locked { numbered } }

  /// The error of an input that could not be read; nil if none failed. Valid after ``run(_:)``.
  var failure: DiagnosticError? { reader.failure }

  /// The number of lines that were read and are not answered.
  var unanswered: Int { monitor.locked { waiting.reduce(inFlight) { $0 + Self.count($1) } } }

  // MARK: - A thread's work

  private func work(_ worker: LineWorker) {
    var writer = JSONWriter(.compact)
    monitor.lock()
    while true {
      if let lines = take() {
        monitor.unlock()
        answer(lines, worker, &writer, isReader: false)
        monitor.lock()
      } else if isEnded {
        break
      } else if !hasReader, waiting.isEmpty {
        read(worker, &writer)
      } else {
        idle += 1
        monitor.wait()
        idle -= 1
      }
    }
    monitor.broadcast()
    monitor.unlock()
  }

  /// Reads once, and answers the lines if they can be answered by this thread alone. With the monitor held, before and after.
  private func read(_ worker: LineWorker, _ writer: inout JSONWriter) {
    receive()
    let lines = take()
    // If one thread takes all lines, no other thread is woken: it goes on reading after it has answered them.
    let isAlone = lines != nil && waiting.isEmpty
    hasReader = isAlone
    if isEnded { monitor.broadcast() } else if !isAlone { for _ in 0..<min(idle, threads) { monitor.signal() } }
    guard let lines else { return }
    monitor.unlock()
    answer(lines, worker, &writer, isReader: isAlone)
    monitor.lock()
  }

  /// Reads once, and appends the lines to the queue. With the monitor held, before and after, but not while it reads.
  private func receive() {
    hasReader = true
    let buffer = spare.popLast() ?? LineBuffer(capacity: LineReader.chunk)
    monitor.unlock()
    let piece = reader.read(into: buffer)
    let time = clock.now()
    let failed = output.hasFailed
    monitor.lock()
    switch piece {
    case .lines(let count) where !failed: append(buffer, count, time)
    case .lines, .end:
      isEnded = true
      spare.append(buffer)
    case .tooLong(let count):
      var line = lines(buffer, count, time)
      line.isTooLong = true
      waiting.append(line)
      numbered += 1
    }
  }

  /// Adds the lines that are the first `count` bytes of `buffer`. With the monitor held.
  private func append(_ buffer: LineBuffer, _ count: Int, _ time: Int) {
    let lines = lines(buffer, count, time)
    numbered += Self.count(lines)
    waiting.append(lines)
    guard looksForCancellations else { return }
    requests.cancel(in: UnsafeBufferPointer(start: buffer.base, count: count), first: lines.number)
  }

  /// Lines that are the first `count` bytes of `buffer`, and were just read. With the monitor held.
  private func lines(_ buffer: LineBuffer, _ count: Int, _ time: Int) -> Lines {
    Lines(
      buffer: buffer, start: 0, end: count, number: numbered, time: time, input: reader.inputNumber,
      inputEnd: reader.position)
  }

  // MARK: - Reading while all threads are busy

  /// The number of bytes of lines that are read while all threads are busy.
  private static let mostAhead = 1 << 20

  /// Reads while all threads are busy with slow requests, so that a cancellation of such a request is noticed.
  private func readAhead() {
    repeat {
      ahead.lock()
      while !looksAhead { ahead.wait() }
      looksAhead = false
      ahead.unlock()
    } while readWhileBusy()
  }

  /// The thread that reads ahead is to look whether it should.
  private func lookAhead() {
    ahead.locked {
      looksAhead = true
      ahead.signal()
    }
  }

  /// Reads until a thread has nothing to do, or enough was read; false if nothing more comes.
  private func readWhileBusy() -> Bool {
    monitor.lock()
    defer { monitor.unlock() }
    while !isEnded, !hasReader, idle == 0, hasRoomAhead {
      receive()
      hasReader = false
      monitor.broadcast()
    }
    return !isEnded
  }

  private var hasRoomAhead: Bool {
    waiting.reduce(0) { $0 + $1.count } < Self.mostAhead
      && waiting.reduce(inFlight) { $0 + Self.count($1) } < limits.inFlight
  }

  // MARK: - Lines

  /// The next lines for a thread; nil if none wait, or if enough are in progress. With the monitor held.
  private func take() -> Lines? {
    guard let first = waiting.first, inFlight < limits.inFlight else { return nil }
    requests.take(line: first.number)
    first.buffer.users += 1
    var taken = first
    taken.turn = turns
    turns += 1
    if first.isTooLong {
      inFlight += 1
      waiting.removeFirst()
      return taken
    }
    let most = max(1, min(limits.inFlight - inFlight, limits.inFlight / threads))
    let share = max(1, min(bytesAtOnce, first.count / threads))
    var end = first.start
    var count = 0
    while end < first.end, count < most, end - first.start < share {
      end = offsetOfLineEnd(first.buffer.base + end, first.end - end).map { end + $0 + 1 } ?? first.end
      count += 1
    }
    taken.end = end
    inFlight += count
    if end == first.end {
      waiting.removeFirst()
    } else {
      waiting[0].start = end
      waiting[0].number += count
    }
    return taken
  }

  /// Answers lines. Before a slow request, the remaining lines are put back and another thread may read.
  private func answer(_ lines: Lines, _ worker: LineWorker, _ writer: inout JSONWriter, isReader: Bool) {
    var isReader = isReader
    var hold = LineHold()
    var at = lines.start
    var end = lines.end
    var answered = 0
    var number = lines.number
    worker.begin(lines)
    if lines.isTooLong {
      worker.refuseLongLine(UnsafeBufferPointer(start: lines.buffer.base, count: lines.end), &writer)
      (at, answered) = (end, 1)
    }
    while at < end {
      let line = lines.buffer.base + at
      let length = offsetOfLineEnd(line, end - at) ?? end - at
      at = min(end, at + length + 1)
      let (next, limit) = (at, end)
      let origin = LineOrigin(number: number, time: lines.time)
      number += 1
      worker.answer(UnsafeBufferPointer(start: line, count: length), origin, &writer) { writer in
        deliver(worker, &writer, &hold, &answered)
        giveBack(lines, from: next, to: limit, number: number, asReader: isReader)
        isReader = false
        end = next
      } _: { writer in
        worker.beforeWriting()
        return output.spill(&writer, &hold)
      }
      answered += 1
      if hold.isHeld || writer.count >= Self.mostOutput { deliver(worker, &writer, &hold, &answered) }
    }
    worker.end()
    deliver(worker, &writer, &hold, &answered)
    monitor.lock()
    release(lines.buffer)
    requests.release(line: lines.number, waiting: waiting.lazy.map(\.number).min())
    if isReader { hasReader = false }
    // Wakes a thread that had found too many requests in progress.
    if !waiting.isEmpty, idle > 0 { monitor.signal() }
    monitor.unlock()
  }

  /// Writes answers. From here on they count as responses that are on their way, and no longer as lines without one.
  private func deliver(
    _ worker: LineWorker, _ writer: inout JSONWriter, _ hold: inout LineHold, _ answered: inout Int
  ) {
    worker.beforeWriting()
    monitor.locked { inFlight -= answered }
    answered = 0
    output.flush(&writer, &hold)
  }

  private func giveBack(_ lines: Lines, from: Int, to end: Int, number: Int, asReader: Bool) {
    monitor.lock()
    if from < end {
      var left = lines
      (left.start, left.end, left.number) = (from, end, number)
      inFlight -= Self.count(left)
      waiting.insert(left, at: 0)
    }
    if asReader { hasReader = false }
    let isUnread = idle == 0 && !hasReader && !isEnded
    if idle > 0 { monitor.signal() }
    monitor.unlock()
    if isUnread { lookAhead() }
  }

  private static func count(_ lines: Lines) -> Int {
    if lines.isTooLong { return 1 }
    guard lines.start < lines.end else { return 0 }
    var count = 0
    var rest = lines.start
    while rest < lines.end, let end = memchr(lines.buffer.base + rest, 0x0A, lines.end - rest) {
      count += 1
      rest = UnsafeRawPointer(end) - UnsafeRawPointer(lines.buffer.base) + 1
    }
    return lines.buffer.base[lines.end - 1] == 0x0A ? count : count + 1
  }

  /// Reduces the number of users of `buffer` by one. With the monitor held.
  private func release(_ buffer: LineBuffer) {
    buffer.users -= 1
    if buffer.users == 0, !waiting.contains(where: { $0.buffer === buffer }), spare.count <= threads {
      spare.append(buffer)
    }
  }
}
