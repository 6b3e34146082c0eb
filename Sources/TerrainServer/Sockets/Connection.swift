import Synchronization
import TerrainDocuments
import TerrainPlatform

/// A client that is connected to a socket.
///
/// Its responses are sent without waiting. What it does not take is kept, and until it has taken that, none of its lines are
/// answered: a client that does not read has no thread that waits for it.
final class Connection: Client, @unchecked Sendable {
  /// What others are to know.
  struct Alarms: Sendable {
    /// It has to be waited for until it has room, or may have everything.
    let hasUnsent: @Sendable () -> Void
    /// It keeps so many more bytes than before.
    let keeps: @Sendable (_ bytes: Int) -> Void
  }

  /// A client that keeps so many bytes waits until it reads.
  private static let mostUnsent = 64 << 10

  let requests = ClientRequests()
  let descriptor: Descriptor
  private let alarms: Alarms
  private let output = Mutex(ConnectionOutput())
  private let unsent = Atomic<Int>(0)
  private let lost = Atomic<Int>(0)

  // Of the thread that reads.
  var input: ConnectionInput
  /// Lines that wait, and where it is in line; guarded by the server's monitor.
  var lines = ConnectionLines()

  init(_ descriptor: Descriptor, lineLength: Int, alarms: Alarms) {
    self.descriptor = descriptor
    self.alarms = alarms
    input = ConnectionInput(limit: lineLength)
  }

  /// Bytes of responses that it has not taken.
  var unsentBytes: Int { unsent.load(ordering: .relaxed) }

  /// Whether it has to read before more of its lines are answered.
  var isBehind: Bool { unsentBytes > Self.mostUnsent }

  /// Responses that were made and not sent to their end, also when it was closed.
  var unsentResponses: Int { output.withLock { $0.isClosed ? lost.load(ordering: .relaxed) : $0.lineEnds } }

  /// True once nothing is sent or received any more.
  var isClosed: Bool { output.withLock { $0.isClosed } }

  /// Ends the connection: nobody wants its requests any more, and what it has not taken is lost.
  func close() {
    requests.cancelAll()
    let rest = output.withLock { output -> Int in
      guard !output.isClosed else { return 0 }
      lost.store(output.lineEnds, ordering: .relaxed)
      // Its number is given back by ``release()``: another thread may be waiting for it.
      descriptor.endConnection()
      return output.close()
    }
    account(-rest)
  }

  /// Gives the system its descriptor back. Once, by the thread that reads, when it is closed and nobody works for it.
  func release() { descriptor.close() }

  // MARK: Responses

  func flush(_ writer: inout JSONWriter, _ hold: inout LineHold) {
    if writer.isEmpty, !hold.isHeld { return }
    write(writer.bytes, &hold, isEnd: true)
    writer.clear()
  }

  func spill(_ writer: inout JSONWriter, _ hold: inout LineHold) -> Bool {
    write(writer.bytes, &hold, isEnd: false)
    writer.forgetBytes()
    return !isClosed
  }

  private func write(_ bytes: [UInt8], _ hold: inout LineHold, isEnd: Bool) {
    account(output.withLock { $0.write(bytes, &hold, isEnd: isEnd, to: descriptor) })
    if unsentBytes > 0 { alarms.hasUnsent() }
  }

  /// Sends what it has not taken so far, as much as there is room for.
  func sendRest() { account(output.withLock { $0.sendRest(to: descriptor) }) }

  func wasAnswered() { alarms.hasUnsent() }

  private func account(_ change: Int) {
    guard change != 0 else { return }
    unsent.wrappingAdd(change, ordering: .relaxed)
    alarms.keeps(change)
  }
}
