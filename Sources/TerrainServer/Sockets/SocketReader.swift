import TerrainDocuments
import TerrainPlatform

/// The thread of a server that accepts clients and reads from them.
final class SocketReader {
  /// Bytes that are read from a client at once, before it is another one's turn.
  private static let chunk = 64 << 10
  /// Milliseconds between two looks at what has no event: the end, and whether the system has room for clients again.
  private static let interval: Int32 = 20

  private let server: SocketServer
  private let socket: LocalSocket
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk, alignment: 16)
  private var isListening = true
  /// Whether the system had no room for a client.
  private var isFull = false
  private var isCancelled = false

  init(_ server: SocketServer, _ socket: LocalSocket) {
    self.server = server
    self.socket = socket
  }

  deinit { buffer.deallocate() }

  /// Serves until the server ends and its clients have what was read of them answered.
  func run() {
    while true {
      if server.ending.isBegun {
        stopListening()
        endOverdue()
      }
      guard let (connections, reads) = prepare() else { break }
      server.poll.clear()
      let accepts = isListening && !isFull
      if accepts { server.poll.add(socket.descriptor, reads: true, writes: false) }
      for (connection, reads) in zip(connections, reads) {
        server.poll.add(connection.descriptor, reads: reads, writes: connection.unsentBytes > 0)
      }
      var ready = server.poll.wait(milliseconds: isListening && !isFull ? nil : Self.interval)
      isFull = false
      if accepts, ready.removeFirst().canRead { accept() }
      for (connection, ready) in zip(connections, ready) { serve(connection, ready) }
    }
    stopListening()
  }

  /// The clients to wait for, and whether to read from each; those that have everything are closed. nil where there are none any more.
  private func prepare() -> (connections: [Connection], reads: [Bool])? {
    server.monitor.locked {
      let isEnding = server.ending.isBegun
      for connection in server.connections where (connection.lines.isAtEnd || isEnding) && connection.hasEverything {
        connection.close()
      }
      server.removeClosed()
      server.state.clients.set(server.connections.count)
      if !isListening, server.connections.isEmpty { return nil }
      let open = server.connections.filter { !$0.isClosed }
      return (
        open,
        open.map { connection in
          let reads = !isEnding && !connection.lines.isAtEnd && server.hasRoom(connection)
          connection.lines.isPaused = !reads
          return reads
        }
      )
    }
  }

  private func stopListening() {
    if isListening { socket.close() }
    isListening = false
  }

  /// Cancels what takes too long at the end, and gives up clients that do not read.
  private func endOverdue() {
    guard server.ending.shouldCancel else { return }
    let connections = server.monitor.locked { server.connections }
    if !isCancelled { for connection in connections { connection.requests.cancelAll() } }
    isCancelled = true
    guard server.ending.shouldDrop else { return }
    for connection in connections { server.drop(connection, because: "it does not read at the end") }
  }

  // MARK: Clients

  private func accept() {
    while true {
      switch socket.accept() {
      case .none: return
      case .noRoom:
        isFull = true
        return
      case .client(let descriptor):
        if server.add(descriptor) {
          server.state.clients.accept()
        } else {
          refuse(descriptor)
        }
      }
    }
  }

  /// Answers a client for which there is no room.
  private func refuse(_ descriptor: Descriptor) {
    var writer = JSONWriter(.compact)
    RPCError(.limit, [.tooManyClients(limit: server.state.limits.clients)]).writeLine(to: &writer)
    writer.withBytes { _ = try? descriptor.send($0) }
    descriptor.close()
    server.state.clients.refuse()
    server.state.log.write(.warning, "client-refused", [("clients", .number(server.state.limits.clients))])
  }

  private func serve(_ connection: Connection, _ ready: DescriptorPoll.Readiness) {
    if connection.isClosed { return }
    if ready.canWrite {
      connection.sendRest()
      server.monitor.locked { server.giveTurn(connection) }
    }
    if ready.hasGone {
      // Nobody reads its responses.
      connection.close()
      server.monitor.locked { connection.lines.removeAll() }
    } else if ready.canRead {
      read(connection)
    }
  }

  private func read(_ connection: Connection) {
    guard let base = buffer.baseAddress else { return }
    do throws(SystemError) {
      let count = try connection.descriptor.receive(into: base, buffer.count)
      if count == 0 { return end(connection) }
      switch connection.input.add(UnsafeRawBufferPointer(start: base, count: count)) {
      case nil: break
      case .lines(let lines): server.append(lines, connection)
      case .tooLong(let beginning): server.append(beginning, connection, isTooLong: true)
      }
    } catch {
      if !error.isTemporary { end(connection) }
    }
  }

  /// The client sends nothing more.
  private func end(_ connection: Connection) {
    if let line = connection.input.end() { server.append(line, connection) }
    server.monitor.locked { connection.lines.isAtEnd = true }
  }
}

extension Connection {
  /// Whether all that it sent is answered and the answers are sent. With the server's monitor held.
  fileprivate var hasEverything: Bool { lines.unanswered == 0 && unsentBytes == 0 && requests.areAnswered }
}
