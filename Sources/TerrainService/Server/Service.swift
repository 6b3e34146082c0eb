import Synchronization
import TerrainBase
import TerrainDocuments
import TerrainEngines

/// `terrain serve`: methods over lines of JSON-RPC 2.0.
package final class Service: Sendable {
  private let state: ServiceState
  private let server: LineServer
  private let isEnded = Atomic<Bool>(false)
  private let apart: ApartThread
  private let batches: ApartThread

  /// A service from the descriptor `input` to the descriptor `output`; nil if the system gives it no pipe.
  package init?(_ state: ServiceState, input: Descriptor, output: Descriptor) {
    let server = LineServer(
      [LineInput(input)], output: LineOutput(output), threads: state.threads, limits: state.limits, clock: state.clock)
    guard let server else { return nil }
    self.state = state
    self.server = server
    let makeAnswer: @Sendable () -> ApartThread.Answer = {
      let worker = ServiceWorker(state, server.requests)
      let output = server.output
      var writer = JSONWriter(.compact)
      return { work in
        var hold = LineHold()
        work.line.withUnsafeBufferPointer { line in
          worker.dispatcher.answer(line, from: work.origin, cancelledBy: work.cancellation, to: &writer) { _ in
          } spill: { writer in
            worker.writeRecords()
            return output.spill(&writer, &hold)
          }
        }
        worker.writeRecords()
        output.flush(&writer, &hold)
      }
    }
    apart = ApartThread(limit: state.limits.inFlight, requests: server.requests, makeAnswer)
    batches = ApartThread(limit: state.limits.inFlight, requests: server.requests, makeAnswer)
    state.whenStopped { [weak self] in self?.stop() }
  }

  /// Serves until the input ends or the service is stopped, and all lines that were read are answered.
  ///
  /// - Returns: false if the answers could not be written.
  package func run() -> Bool {
    state.log.write(.info, "started", state.served.logFields + [("threads", .number(state.threads))])
    let places = BatchPlaces(threads: state.threads, apart: batches)
    var isTaken = server.run { [state, server, apart] in
      let worker = ServiceWorker(state, server.requests)
      worker.dispatcher.handOver = { line, origin, ids in apart.take(line, from: origin, ids: ids) }
      worker.dispatcher.batches = places
      return LineWorker(
        answer: { line, origin, writer, beforeSlow, spill in
          worker.dispatcher.answer(line, from: origin, to: &writer, beforeSlow: beforeSlow, spill: spill)
        },
        refuseLongLine: { worker.dispatcher.refuseLongLine($0, to: &$1) },
        beforeWriting: { worker.writeRecords() })
    }
    // After a failed write the remaining requests are cancelled; otherwise all lines that were read are answered.
    if !isTaken {
      apart.cancelAll()
      server.requests.cancelAll()
    }
    apart.finish()
    batches.finish()
    isTaken = isTaken && server.undelivered == 0
    state.log.write(.info, "ended")
    isEnded.store(true, ordering: .releasing)
    return isTaken
  }

  /// Ends the service after the lines that were read are answered; lines on the other threads are cancelled. Any thread.
  package func stop() {
    server.stop()
    apart.cancelAll()
  }

  /// The responses that did not reach the client.
  package struct Undelivered: Sendable {
    /// Responses that were not written, or not to their end.
    package let responses: Int
    /// Lines that were not answered.
    package let lines: Int
    /// The reason.
    package let reason: String
  }

  /// Ends the service after the lines that were read are answered, and waits for that as long as the client reads, at most two seconds.
  /// After one second, unanswered requests are cancelled. Must not be called on the service's own threads.
  ///
  /// - Returns: nil after the end; the undelivered responses if standard output or the log is not read, or is read too slowly. In the
  ///   latter case it does not end by itself.
  package func stopOrGiveUp() -> Undelivered? {
    stop()
    let reason: String
    switch server.waitForEnd(log: state.log.output, until: { isEnded.load(ordering: .acquiring) }) {
    case .done: return nil
    case .unread: reason = "the client does not read"
    case .overdue: reason = "what was read was not answered and read in time"
    }
    return Undelivered(
      responses: server.undelivered, lines: server.unanswered + apart.unanswered + batches.unanswered, reason: reason)
  }

  /// Logs the end of the service with `undelivered` responses.
  package func report(_ undelivered: Undelivered, signal: String) {
    state.log.write(
      .error, "ended",
      [
        ("signal", .text(signal)), ("undelivered", .number(undelivered.responses)),
        ("unanswered", .number(undelivered.lines)), ("reason", .text(undelivered.reason)),
      ])
  }
}
