import Synchronization
import TerrainBase

/// Answers slow lines, one after another, on its own thread. Threads that answer requests continue meanwhile, even if there is only one of
/// them.
final class ApartThread: @unchecked Sendable {
  /// A line that is answered apart.
  struct Work {
    let line: [UInt8]
    let origin: LineOrigin
    /// The cancellation for all of its requests; nil if each has its own.
    let cancellation: Cancellation?
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
  ///   - limit: the number of lines that may wait.
  ///   - requests: the requests that can be cancelled.
  ///   - makeAnswer: makes, on that thread, the function that answers.
  init(limit: Int, requests: OpenRequests, _ makeAnswer: @escaping @Sendable () -> Answer) {
    self.limit = limit
    self.requests = requests
    self.makeAnswer = makeAnswer
  }

  /// Takes a line, which will be answered. Returns false if too many lines wait, the system provides no thread, or it is ending; then the
  /// caller answers the line.
  ///
  /// - Parameter ids: the ids of its requests, which are cancelled together; nil if each is cancelled separately.
  func take(_ line: UnsafeBufferPointer<UInt8>, from origin: LineOrigin, ids: [String]?) -> Bool {
    monitor.locked {
      guard !isEnding, waiting.count < limit else { return false }
      if threads.isEmpty, let thread = WorkerThread({ [self] in work() }) { threads.append(thread) }
      guard !threads.isEmpty else { return false }
      let cancellation = ids.map { _ in Cancellation() }
      if let ids, let cancellation {
        for id in ids { requests.begin(id, line: origin.number, cancellation) }
        if cancelsAll { cancellation.cancel() }
      }
      requests.take(line: origin.number)
      waiting.append(Work(line: Array(line), origin: origin, cancellation: cancellation))
      monitor.signal()
      return true
    }
  }

  /// Cancels all requests, including those that are taken later.
  func cancelAll() {
    monitor.locked {
      cancelsAll = true
      for work in current + waiting { work.cancellation?.cancel() }
      guard !waiting.isEmpty, !hasSecond else { return }
      // The line that is answered may take a while to notice; a second thread refuses those that wait.
      hasSecond = true
      if let second = WorkerThread({ [self] in work() }) { threads.append(second) }
    }
  }

  /// The number of lines that were taken and are not answered.
  var unanswered: Int { monitor.locked { waiting.count + current.count } }

  /// Takes no further lines, and waits until all lines that were taken are answered.
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
      if let cancellation = work.cancellation { requests.end(cancellation) }
      // The waiting lines are unknown here, and so no cancellation is discarded.
      requests.release(line: work.origin.number, waiting: 0)
      monitor.lock()
      current.removeAll { $0.origin.number == work.origin.number }
    }
    monitor.unlock()
  }
}

/// Keeps one thread of a service free of batches, so that single requests never wait for one: a batch that would take the last thread
/// is answered apart.
final class BatchPlaces: Sendable {
  private let most: Int
  private let apart: ApartThread
  /// The number of threads that answer a batch.
  private let busy = Atomic<Int>(0)

  /// Places on all of `threads` threads but one.
  init(threads: Int, apart: ApartThread) {
    most = threads - 1
    self.apart = apart
  }

  /// Takes a batch that has to be answered on another thread. Returns false if the calling thread should answer it, and then call
  /// ``end()``.
  func take(_ line: UnsafeBufferPointer<UInt8>, from origin: LineOrigin) -> Bool {
    let before = busy.add(1, ordering: .relaxed).oldValue
    guard before >= most, apart.take(line, from: origin, ids: nil) else { return false }
    end()
    return true
  }

  /// A thread has answered a batch.
  func end() { busy.subtract(1, ordering: .relaxed) }
}
