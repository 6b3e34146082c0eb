import Synchronization
import TerrainDocuments
import TerrainOperations
import TerrainPlatform

/// Answers lines of many clients on several threads, until somebody stops it.
///
/// One thread accepts clients, reads from all of them and sends what could not be sent at once; it waits for none of them. The others
/// answer: clients that have lines take turns, a few lines each, so that nobody waits for another one's queue. What is kept of a client
/// is bounded: its lines by `in-flight` and ``mostAhead``, its responses by not answering it until it reads.
final class SocketServer: LineService, @unchecked Sendable {
  /// A client's turn is so many lines, or so many bytes of them; fewer where one takes long.
  private static let linesAtOnce = 16
  private static let bytesAtOnce = 32 << 10
  /// So many bytes of lines that wait are kept of a client, and one more read.
  private static let mostAhead = 256 << 10

  let state: ServiceState
  private let socket: LocalSocket
  let poll: DescriptorPoll
  let monitor = Monitor()
  let ending: ServiceEnding
  // Guarded by `monitor`.
  private(set) var connections: [Connection] = []
  private var turns: [Connection] = []
  private var idle = 0
  private var isEnded = false

  private let unsent = Atomic<Int>(0)
  /// Responses that were not delivered at the end.
  private let lost = Atomic<Int>(0)
  /// Lines that were read and not answered, of clients that were given up at the end.
  private let lostLines = Atomic<Int>(0)

  /// A server of the clients of `socket`; nil where the system gives no pipe.
  init?(_ socket: LocalSocket, _ state: ServiceState) {
    guard let poll = DescriptorPoll() else { return nil }
    self.poll = poll
    self.socket = socket
    self.state = state
    ending = ServiceEnding(state.clock)
  }

  func stop() {
    ending.begin()
    poll.ring()
  }

  func run(_ makeWorker: @escaping @Sendable () -> LineWorker) -> Bool {
    let workers = (0..<max(1, state.threads)).compactMap { _ in WorkerThread { self.work(makeWorker()) } }
    let reader = workers.isEmpty ? nil : WorkerThread { SocketReader(self, self.socket).run() }
    if reader == nil { socket.close() }
    reader?.join()
    monitor.locked {
      isEnded = true
      monitor.broadcast()
    }
    for worker in workers { worker.join() }
    return reader != nil && lost.load(ordering: .relaxed) == 0 && lostLines.load(ordering: .relaxed) == 0
  }

  func waitForEnd(log: LineOutput?, until isEnded: () -> Bool) -> Patience.Outcome {
    // The thread that reads cancels what takes too long, and gives up clients that do not read.
    Patience(clock: state.clock).wait(for: [], until: isEnded)
  }

  var undelivered: Int {
    monitor.locked {
      connections.reduce(lost.load(ordering: .relaxed)) { $0 + ($1.isClosed ? 0 : $1.unsentResponses) }
    }
  }

  var unanswered: Int {
    monitor.locked {
      connections.reduce(lostLines.load(ordering: .relaxed)) { $0 + ($1.isClosed ? 0 : $1.lines.unanswered) }
    }
  }

  // MARK: - For the thread that reads

  /// Adds a client; false where there are as many as there may be.
  func add(_ descriptor: Descriptor) -> Bool {
    monitor.locked {
      guard connections.count < state.limits.clients else { return false }
      let alarms = Connection.Alarms(
        hasUnsent: { [poll] in poll.ring() }, keeps: { [unowned self] in keep($0) })
      connections.append(Connection(descriptor, lineLength: state.limits.lineLength, alarms: alarms))
      return true
    }
  }

  /// Whether more may be read from `connection`. With the monitor held.
  func hasRoom(_ connection: Connection) -> Bool {
    connection.lines.unanswered < state.limits.inFlight && connection.lines.waitingBytes < Self.mostAhead
      && !connection.isBehind
  }

  /// Adds lines that were read from `connection`.
  func append(_ bytes: [UInt8], _ connection: Connection, isTooLong: Bool = false) {
    let time = state.clock.now()
    monitor.locked {
      let block = connection.lines.append(bytes, time: time, isTooLong: isTooLong)
      if !isTooLong {
        bytes.withUnsafeBufferPointer { CancellationScan.run($0, first: block.number, in: connection.requests) }
      }
      giveTurn(connection)
    }
  }

  /// Has the lines of `connection` answered that wait until it reads. With the monitor held.
  func giveTurn(_ connection: Connection) {
    guard !connection.lines.isInTurn, connection.lines.waitingCount > 0, !connection.isBehind else { return }
    connection.lines.isInTurn = true
    turns.append(connection)
    if idle > 0 { monitor.signal() }
  }

  /// Forgets clients that are closed and that no thread works for. With the monitor held.
  func removeClosed() {
    connections.removeAll { connection in
      guard connection.isClosed, connection.lines.inHand == 0 else { return false }
      connection.release()
      return true
    }
  }

  /// Counts bytes that are kept for clients. Where that is too much, the one that keeps most is no longer served.
  private func keep(_ bytes: Int) {
    let all = unsent.wrappingAdd(bytes, ordering: .relaxed).newValue
    guard bytes > 0, all > state.limits.unread else { return }
    let greediest = monitor.locked { connections.max { $0.unsentBytes < $1.unsentBytes } }
    guard let greediest, greediest.unsentBytes > 0 else { return }
    drop(greediest, because: "the responses that it has not read exceed the limit `unread`")
    poll.ring()
  }

  /// Ends a client that is at fault, or that does not read at the end.
  func drop(_ connection: Connection, because reason: String) {
    if connection.isClosed { return }
    // Afterwards its lines are discarded.
    let lines = monitor.locked { connection.lines.unanswered }
    connection.close()
    let responses = connection.unsentResponses
    if ending.isBegun {
      lost.wrappingAdd(responses, ordering: .relaxed)
      lostLines.wrappingAdd(lines, ordering: .relaxed)
    }
    state.clients.drop()
    state.log.write(
      .warning, "client-dropped",
      [("undelivered", .number(responses)), ("unanswered", .number(lines)), ("reason", .text(reason))])
  }

  // MARK: - A thread's work

  private func work(_ worker: LineWorker) {
    var writer = JSONWriter(.compact)
    monitor.lock()
    while true {
      if let (connection, block) = take() {
        monitor.unlock()
        answer(block, of: connection, worker, &writer)
        monitor.lock()
      } else if isEnded {
        break
      } else {
        idle += 1
        monitor.wait()
        idle -= 1
      }
    }
    monitor.unlock()
  }

  /// The lines of the next client. With the monitor held.
  private func take() -> (Connection, ClientLines)? {
    while let connection = turns.first {
      turns.removeFirst()
      connection.lines.isInTurn = false
      if connection.isClosed { connection.lines.removeAll() }
      guard !connection.isBehind, let block = connection.lines.take(Self.linesAtOnce, bytes: Self.bytesAtOnce) else {
        continue
      }
      connection.requests.take(line: block.number)
      giveTurn(connection)
      return (connection, block)
    }
    return nil
  }

  private func answer(
    _ block: ClientLines, of connection: Connection, _ worker: LineWorker, _ writer: inout JSONWriter
  ) {
    var hold = LineHold()
    var rest = block
    var answered = 0
    block.bytes.withUnsafeBufferPointer { bytes in
      if block.isTooLong {
        worker.refuseLongLine(bytes, &writer)
        (rest.count, answered) = (0, 1)
      }
      while rest.count > 0 {
        let line = rest.takeFirst(1, bytes: 0)
        let end = bytes[line.end - 1] == 0x0A ? line.end - 1 : line.end
        let origin = LineOrigin(client: connection, number: line.number, time: line.time)
        worker.answer(UnsafeBufferPointer(rebasing: bytes[line.start..<end]), origin, &writer) { writer in
          deliver(connection, worker, &writer, &hold, &answered)
          giveBack(&rest, connection)
        } _: { writer in
          worker.beforeWriting()
          defer { worker.afterWriting() }
          return connection.spill(&writer, &hold)
        }
        answered += 1
        if hold.isHeld || writer.count >= Self.bytesAtOnce {
          deliver(connection, worker, &writer, &hold, &answered)
        }
        if connection.isBehind { giveBack(&rest, connection) }
      }
    }
    deliver(connection, worker, &writer, &hold, &answered)
    let isAwaited = monitor.locked {
      connection.requests.release(line: block.number, waiting: connection.lines.firstWaiting)
      giveTurn(connection)
      return connection.lines.isPaused || connection.lines.isAtEnd || ending.isBegun || connection.isClosed
    }
    if isAwaited { poll.ring() }
  }

  private func deliver(
    _ connection: Connection, _ worker: LineWorker, _ writer: inout JSONWriter, _ hold: inout LineHold,
    _ answered: inout Int
  ) {
    worker.beforeWriting()
    // The response is the client's before the line counts as answered: at the end no response is lost.
    connection.flush(&writer, &hold)
    worker.afterWriting()
    monitor.locked { connection.lines.inHand -= answered }
    answered = 0
  }

  /// Others may go on with what is left of a turn.
  private func giveBack(_ rest: inout ClientLines, _ connection: Connection) {
    guard rest.count > 0 else { return }
    monitor.locked {
      connection.lines.giveBack(rest)
      giveTurn(connection)
    }
    rest.count = 0
  }
}
