import TerrainDocuments
import TerrainOperations

/// A client of a service: where its responses go, and which of its requests can be cancelled.
protocol Client: AnyObject, Sendable {
  /// Its requests that are not answered.
  var requests: ClientRequests { get }

  /// Writes what is in `writer`, which ends with a line end, and empties it.
  func flush(_ writer: inout JSONWriter, _ hold: inout LineHold)

  /// Writes what is in `writer`, which ends within a line, and forgets it; the next writes of `hold` continue the line.
  ///
  /// - Returns: false where nobody takes it.
  func spill(_ writer: inout JSONWriter, _ hold: inout LineHold) -> Bool

  /// Something that was answered apart from its other lines is.
  func wasAnswered()
}

/// Where a line comes from.
struct LineOrigin {
  /// Who wrote it.
  let client: any Client
  /// Which of its client's lines it is.
  let number: Int
  /// When it was read, in nanoseconds of a clock that never goes back.
  let time: Int
}

/// A client that reads a pipe, a file or a terminal.
final class StreamClient: Client {
  let requests = ClientRequests()
  /// Where its responses go.
  let output: LineOutput

  init(_ output: LineOutput) { self.output = output }

  func flush(_ writer: inout JSONWriter, _ hold: inout LineHold) { output.flush(&writer, &hold) }

  func spill(_ writer: inout JSONWriter, _ hold: inout LineHold) -> Bool { output.spill(&writer, &hold) }

  func wasAnswered() {}
}

/// What a thread answers lines with.
struct LineWorker {
  /// Writes the answer to a line. `beforeSlow` is to be called, at most once and before anything is written, when something
  /// begins that takes longer than other lines should wait; `spill`, any number of times, when more of the answer was
  /// written than should be kept.
  var answer:
    (
      _ line: UnsafeBufferPointer<UInt8>, _ origin: LineOrigin, _ writer: inout JSONWriter,
      _ beforeSlow: (inout JSONWriter) -> Void, _ spill: (inout JSONWriter) -> Bool
    ) -> Void
  /// Writes the answer to a line that is too long to be read, of which this is the beginning.
  var refuseLongLine: (_ beginning: UnsafeBufferPointer<UInt8>, _ writer: inout JSONWriter) -> Void
  /// To be called before any of the answers leaves.
  var beforeWriting: () -> Void = {}
  /// To be called when answers have left.
  var afterWriting: () -> Void = {}
}

/// Reads lines of clients and has them answered by threads.
protocol LineService: AnyObject, Sendable {
  /// Serves until the end, on threads of its own; each answers with a worker that it makes.
  ///
  /// - Returns: false where answers could not be written.
  func run(_ makeWorker: @escaping @Sendable () -> LineWorker) -> Bool

  /// Reads nothing more; what was read is answered. Any thread, any number of times.
  func stop()

  /// Waits, after ``stop()``, for `isEnded`, as long as clients read and a process has that is asked to end; cancels what takes
  /// too long. `log` is read by somebody too.
  func waitForEnd(log: LineOutput?, until isEnded: () -> Bool) -> Patience.Outcome

  /// Responses that were made and not written to their end.
  var undelivered: Int { get }

  /// Lines that were read and are not answered.
  var unanswered: Int { get }
}
