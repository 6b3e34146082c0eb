import TerrainAuthoring
import TerrainPlatform

/// Answers lines that take long, one after another, on a thread of its own: threads that answer requests go on meanwhile, also
/// where there is only one of them.
final class ApartThread: @unchecked Sendable {
  /// Answers a line, as long as it is wanted.
  typealias Answer = (_ line: [UInt8], _ cancellation: Cancellation) -> Void

  private struct Work {
    let line: [UInt8]
    /// The ids of its requests, as they are written.
    let ids: [String]
    let cancellation = Cancellation()
  }

  private let limit: Int
  private let makeAnswer: @Sendable () -> Answer
  private let monitor = Monitor()
  // Guarded by `monitor`.
  private var waiting: [Work] = []
  private var current: Work?
  private var isEnding = false
  private var cancelsAll = false
  private var thread: WorkerThread?

  /// A thread that starts with the first line.
  ///
  /// - Parameters:
  ///   - limit: so many lines may wait.
  ///   - makeAnswer: makes, on that thread, what answers.
  init(limit: Int, _ makeAnswer: @escaping @Sendable () -> Answer) {
    self.limit = limit
    self.makeAnswer = makeAnswer
  }

  /// Takes a line, which will be answered; false where too many wait, the system gives no thread, or it is ending: then whoever has
  /// the line answers it.
  func take(_ line: [UInt8], ids: [String]) -> Bool {
    monitor.locked {
      guard !isEnding, waiting.count < limit else { return false }
      if thread == nil { thread = WorkerThread { [self] in work() } }
      guard thread != nil else { return false }
      let taken = Work(line: line, ids: ids)
      if cancelsAll { taken.cancellation.cancel() }
      waiting.append(taken)
      monitor.signal()
      return true
    }
  }

  /// Cancels what a request called `id` began, or would begin; false where there is none.
  func cancel(_ id: String) -> Bool {
    monitor.locked {
      let matches = ((current.map { [$0] } ?? []) + waiting).filter { $0.ids.contains(id) }
      for work in matches { work.cancellation.cancel() }
      return !matches.isEmpty
    }
  }

  /// Cancels everything, also what is still taken.
  func cancelAll() {
    monitor.locked {
      cancelsAll = true
      current?.cancellation.cancel()
      for work in waiting { work.cancellation.cancel() }
    }
  }

  /// Takes nothing more, and waits until everything that was taken is answered.
  func finish() {
    let thread = monitor.locked {
      isEnding = true
      monitor.broadcast()
      return self.thread
    }
    thread?.join()
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
      current = work
      monitor.unlock()
      answer(work.line, work.cancellation)
      monitor.lock()
      current = nil
    }
    monitor.unlock()
  }
}
