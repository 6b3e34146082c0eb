import TerrainDocuments
import TerrainOperations
import TerrainPlatform

/// A client of a service that listens on a socket: one request at a time.
package final class SocketClient {
  private let path: String
  private let descriptor: Descriptor
  private let poll: DescriptorPoll
  private let clock: MonotonicClock
  private let deadline: Int
  private let milliseconds: Int
  /// The most bytes of a response.
  private static let longestResponse = 1 << 30
  private static let chunk = 64 << 10

  /// Connects to the service at `path`, which has `milliseconds` to accept that and to answer.
  ///
  /// - Throws: `socket/unreachable` where nobody answers there, `socket/timeout`, `socket/name-too-long`.
  package init(_ path: String, milliseconds: Int, clock: MonotonicClock = .system) throws(DiagnosticError) {
    guard let poll = DescriptorPoll() else {
      throw DiagnosticError(.unreachable(path, because: SystemError.last.message))
    }
    self.path = path
    self.poll = poll
    self.clock = clock
    self.milliseconds = milliseconds
    deadline = clock.now() + milliseconds * 1_000_000
    descriptor = try Self.connect(path, clock, deadline, milliseconds)
  }

  deinit { descriptor.close() }

  private static func connect(
    _ path: String, _ clock: MonotonicClock, _ deadline: Int, _ milliseconds: Int
  ) throws(DiagnosticError) -> Descriptor {
    while true {
      do throws(LocalSocket.Failure) { return try LocalSocket.connect(to: path) } catch {
        switch error {
        case .system(let reason) where reason.isTemporary:
          if clock.now() >= deadline { throw DiagnosticError(.timeout(path, milliseconds)) }
          WorkerThread.sleep(milliseconds: 5)
        case .system(let reason): throw DiagnosticError(.unreachable(path, because: reason.message))
        case .nameTooLong(let limit): throw DiagnosticError(.socketNameTooLong(path, limit: limit))
        case .inUse, .notASocket: throw DiagnosticError(.unreachable(path, because: "it is not a socket"))
        }
      }
    }
  }

  /// Calls `method` with `parameters`, a value as JSON.
  ///
  /// - Returns: the response: an object with the member `result` or `error`.
  /// - Throws: `socket/closed` where the service ends before it has answered, `socket/timeout`.
  package func call(_ method: String, _ parameters: Node?) throws(DiagnosticError) -> Node {
    var writer = JSONWriter(.compact)
    writer.object { writer in
      writer.member("jsonrpc", "2.0")
      writer.member("id", 1)
      writer.member("method", method)
      // The service need not work for somebody who has gone.
      writer.member(RPCMethod.timeoutName, milliseconds)
      if let parameters {
        writer.key("params")
        // A line end is a blank outside of texts, and no character inside of them.
        writer.raw(parameters.document.source.text(of: parameters.range).replacing("\n", with: " "))
      }
    }
    writer.newline()
    let isSent = try send(writer.bytes)
    guard let line = try receive() else { throw DiagnosticError(.closed(path)) }
    guard let response = JSONReader.read(SourceText(name: "response", bytes: line)).document?.root,
      response.kind == .map, isSent || response["error"] != nil
    else { throw DiagnosticError(.closed(path)) }
    return response
  }

  /// Sends a line; false where the service reads no more: it may have sent why.
  private func send(_ bytes: [UInt8]) throws(DiagnosticError) -> Bool {
    var sent = 0
    while sent < bytes.count {
      do throws(SystemError) {
        sent += try bytes.withUnsafeBufferPointer { (bytes) throws(SystemError) in
          try descriptor.send(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[sent...])))
        }
      } catch {
        return false
      }
      if sent < bytes.count { try wait(reads: false) }
    }
    return true
  }

  /// The next line; nil where the service has ended.
  private func receive() throws(DiagnosticError) -> [UInt8]? {
    var line: [UInt8] = []
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.chunk)
    defer { buffer.deallocate() }
    while line.count < Self.longestResponse {
      try wait(reads: true)
      do throws(SystemError) {
        let count = try descriptor.receive(into: buffer, Self.chunk)
        if count == 0 { return nil }
        line += UnsafeBufferPointer(start: buffer, count: count)
      } catch {
        if error.isTemporary { continue }
        return nil
      }
      if line.last == 0x0A { return line }
    }
    return nil
  }

  private func wait(reads: Bool) throws(DiagnosticError) {
    let left = (deadline - clock.now() + 999_999) / 1_000_000
    guard left > 0 else { throw DiagnosticError(.timeout(path, milliseconds)) }
    poll.clear()
    poll.add(descriptor, reads: reads, writes: !reads)
    _ = poll.wait(milliseconds: Int32(clamping: left))
  }
}

extension Diagnostic {
  fileprivate static func unreachable(_ path: String, because reason: String) -> Diagnostic {
    Diagnostic(
      code: "socket/unreachable", message: "no service answers on the socket `\(path)`: \(reason)", place: nil,
      fix: "start one there: `terrain serve --listen unix:PATH`")
  }

  fileprivate static func timeout(_ path: String, _ milliseconds: Int) -> Diagnostic {
    Diagnostic(
      code: "socket/timeout", message: "the service on the socket `\(path)` did not answer within \(milliseconds) ms",
      place: nil, fix: "allow more time with `--timeout`")
  }

  fileprivate static func closed(_ path: String) -> Diagnostic {
    Diagnostic(
      code: "socket/closed", message: "the service on the socket `\(path)` ended the connection before it answered",
      place: nil, fix: "look at the last lines of its log")
  }
}
