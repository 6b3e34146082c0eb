import TerrainBase

/// Answers lines that take long, one after another, on a thread of its own: threads that answer requests go on meanwhile, also
/// where there is only one of them.
final class ApartThread: @unchecked Sendable {
  /// A line that is answered apart.
  struct Work {
    let line: [UInt8]
    let origin: LineOrigin
    /// What cancels all of its requests.
    let cancellation: Cancellation
  }

  /// Answers a line, as long as it is wanted.
  typealias Answer = (Work) -> Void

  private let limit: Int
  private let requests: OpenRequests
  private let makeAnswer: @Sendable () -> Answer
  private let monitor = Monitor()
  // Guarded by `monitor`.
  private var waiting: [Work] = []
  private var current: [Work] = []
  private var isEnding = false
  private var cancelsAll = false
  private var threads: [WorkerThread] = []
  private var hasSecond = false

  /// A thread that starts with the first line.
  ///
  /// - Parameters:
  ///   - limit: so many lines may wait.
  ///   - requests: the requests that can be cancelled.
  ///   - makeAnswer: makes, on that thread, what answers.
  init(limit: Int, requests: OpenRequests, _ makeAnswer: @escaping @Sendable () -> Answer) {
    self.limit = limit
    self.requests = requests
    self.makeAnswer = makeAnswer
  }

  /// Takes a line, which will be answered; false where too many wait, the system gives no thread, or it is ending: then whoever has
  /// the line answers it.
  func take(_ line: UnsafeBufferPointer<UInt8>, from origin: LineOrigin, ids: [String]) -> Bool {
    monitor.locked {
      guard !isEnding, waiting.count < limit else { return false }
      if threads.isEmpty, let thread = WorkerThread({ [self] in work() }) { threads.append(thread) }
      guard !threads.isEmpty else { return false }
      let cancellation = Cancellation()
      for id in ids { requests.begin(id, line: origin.number, cancellation) }
      if cancelsAll { cancellation.cancel() }
      waiting.append(Work(line: Array(line), origin: origin, cancellation: cancellation))
      monitor.signal()
      return true
    }
  }

  /// Cancels everything, also what is still taken.
  func cancelAll() {
    monitor.locked {
      cancelsAll = true
      for work in current + waiting { work.cancellation.cancel() }
      guard !waiting.isEmpty, !hasSecond else { return }
      // The line that is answered may take a while to notice; a second thread refuses those that wait.
      hasSecond = true
      if let second = WorkerThread({ [self] in work() }) { threads.append(second) }
    }
  }

  /// How many lines were taken and are not answered.
  var unanswered: Int { monitor.locked { waiting.count + current.count } }

  /// Takes nothing more, and waits until everything that was taken is answered.
  func finish() {
    while let thread = monitor.locked({ nextToEnd() }) { thread.join() }
  }

  /// A thread that is to be waited for. With the monitor held.
  private func nextToEnd() -> WorkerThread? {
    isEnding = true
    monitor.broadcast()
    return threads.popLast()
  }

  private func work() {
    let answer = makeAnswer()
    monitor.lock()
    while true {
      if waiting.isEmpty {
        if isEnding { break }
        monitor.wait()
        continue
      }
      let work = waiting.removeFirst()
      current.append(work)
      monitor.unlock()
      answer(work)
      requests.end(work.cancellation)
      monitor.lock()
      current.removeAll { $0.cancellation === work.cancellation }
    }
    monitor.unlock()
  }
}
