import Foundation
import Synchronization
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

@testable import TerrainService

/// A service or a batch that is asked to end in the middle of a line: it ends in time, whatever is left of the line.
@Suite struct EndingTests {
  /// Counts.
  private final class Count: Sendable {
    private let value = Mutex(0)
    /// How often it was called before.
    func next() -> Int {
      value.withLock { value in
        defer { value += 1 }
        return value
      }
    }
    func reset() { value.withLock { $0 = 0 } }
  }

  /// A batch of requests that are answered at once, and then of requests and notifications that take longer than anybody waits.
  private static func endlessBatch(_ first: String) -> String {
    let endless = (10..<70).map { PipedService.request($0, "decide", InterruptionTests.endless) }
    let notification = #"{"jsonrpc":"2.0","method":"decide","params":\#(InterruptionTests.endless)}"#
    return "[" + ([first] + endless + Array(repeating: notification, count: 30)).joined(separator: ",") + "]"
  }

  @Test func theRestOfABatchIsCancelled() throws {
    try ReloadTests.withCopy { copy in
      try InterruptionTests.endless(copy)
      var limits = RequestLimits()
      limits.steps = .max / 2
      // For this thread, which waits for the end, a second and a half go by at once; for others no time does.
      let waiting = pthread_self()
      let reads = Count()
      let clock = MonotonicClock {
        guard pthread_equal(pthread_self(), waiting) != 0 else { return 1 }
        return reads.next() == 0 ? 1 : 1_500_000_001
      }
      let hasBegun = DispatchSemaphore(value: 0)
      let log = LogCollector()
      let state = ServiceState(
        try copy.served(), limits: limits,
        log: log.log(level: .debug) { if $0.contains(#""id":1,"#) { hasBegun.signal() } }, clock: clock)
      reads.reset()
      let piped = try PipedService(state)
      try piped.send(Self.endlessBatch(PipedService.request(1, "decide", InterruptionTests.season)))
      hasBegun.wait()
      #expect(piped.service.stopOrGiveUp() == nil)
      let (isTaken, answer) = try piped.end()
      #expect(isTaken)
      let responses = try MethodFixture.document(answer).root.elements
      #expect(responses.map { $0["error"]?["code"]?.int ?? 0 } == [0] + Array(repeating: -32800, count: 60))
      #expect(log.text.split(separator: "\n").count { $0.contains(#""outcome":"cancelled""#) } == 90)
    }
  }

  /// A client that reads, but not as fast as it would have to.
  @Test func aSlowReaderIsNotWaitedFor() throws {
    let state = ServiceState(try MethodFixture.served(), log: LogCollector().log(level: .info))
    let piped = try PipedService(state)
    try piped.send(
      "[" + (0..<200).map { PipedService.request($0, "rpc.discover") }.joined(separator: ",") + "]")
    #expect(try !piped.read(100).isEmpty)
    let isRead = BatchFixture.Counter()
    let reader = WorkerThread {
      while isRead.value == 0 {
        _ = try? piped.read(4096)
        WorkerThread.sleep(milliseconds: 20)
      }
    }
    let undelivered = piped.service.stopOrGiveUp()
    #expect(undelivered?.lines == 1)
    isRead.add()
    reader?.join()
    try piped.closeReader()
  }

  /// Of lines that are answered apart, those that wait are refused when all are cancelled, and the one that does not end is counted.
  @Test func linesThatAreAnsweredApartAreAnsweredOrCounted() throws {
    let (hasBegun, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let answered = DispatchSemaphore(value: 0)
    let cancelled = BatchFixture.Counter()
    let apart = ApartThread(limit: 100, requests: OpenRequests()) {
      { work in
        if work.origin.number == 0 {
          hasBegun.signal()
          goesOn.wait()
        }
        if work.cancellation?.isCancelled == true { cancelled.add() }
        answered.signal()
      }
    }
    let line = Array("{}".utf8)
    for number in 0..<10 {
      let isTaken = line.withUnsafeBufferPointer { apart.take($0, from: LineOrigin(number: number, time: 0), ids: []) }
      #expect(isTaken)
    }
    hasBegun.wait()
    #expect(apart.unanswered == 10)
    apart.cancelAll()
    for _ in 0..<9 { answered.wait() }
    #expect((1...2).contains(apart.unanswered) && cancelled.value == 9)
    goesOn.signal()
    apart.finish()
    #expect(apart.unanswered == 0 && cancelled.value == 10)
  }

  // MARK: Batches

  /// A line that takes for ever does not keep the run's end waiting.
  @Test func aSlowLineOfABatchIsNotWaitedFor() throws {
    try withTemporaryDirectory { folder in
      let input = try folder.write("1\n2\n", to: "input")
      let (isBusy, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      var batch = Batch([LineInput(input)], origin: []) { () throws(DiagnosticError) in
        LineHandler { _, _ in
          isBusy.signal()
          goesOn.wait()
          return .silent
        }
      }
      batch.threads = 1
      batch.write(to: folder.appending(path: "output").path)
      let run = WorkerThread { [batch] in _ = try? batch.run() }
      isBusy.wait()
      let undelivered = batch.stop.stop()
      #expect(undelivered.delivered == 0 && undelivered.undelivered == 2)
      for _ in 0..<2 { goesOn.signal() }
      run?.join()
    }
  }

  /// A line with much output, for a reader that reads, but not as fast as it would have to.
  @Test func aSlowReaderOfABatchIsNotWaitedFor() throws {
    signal(SIGPIPE, SIG_IGN)
    try withTemporaryDirectory { folder in
      let input = try folder.write("1\n", to: "input")
      let output = Pipe()
      var batch = Batch([LineInput(input)], origin: []) { () throws(DiagnosticError) in
        LineHandler { _, output in
          output.append([UInt8](repeating: 0x78, count: 8 << 20))
          return .answered(warnings: 0)
        }
      }
      batch.threads = 1
      batch.stop = BatchStop(Descriptor(number: output.fileHandleForWriting.fileDescriptor))
      let run = WorkerThread { [batch] in _ = try? batch.run() }
      #expect(try output.fileHandleForReading.read(upToCount: 100)?.count == 100)
      let isRead = BatchFixture.Counter()
      let reader = WorkerThread {
        while isRead.value == 0 {
          _ = try? output.fileHandleForReading.read(upToCount: 4096)
          WorkerThread.sleep(milliseconds: 20)
        }
      }
      let undelivered = batch.stop.stop()
      #expect(undelivered.delivered == 0 && undelivered.undelivered == 1)
      isRead.add()
      reader?.join()
      try output.fileHandleForReading.close()
      run?.join()
    }
  }
}
