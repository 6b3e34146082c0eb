import Foundation
import Synchronization
import TerrainOperations
import TerrainPlatform
import TerrainServer
import TestSupport
import Testing

/// A service on a socket in a folder of its own, and its clients.
final class SocketFixture: @unchecked Sendable {
  let state: ServiceState
  let path: String
  let log: LogCollector
  private let service: Service
  private var thread: WorkerThread?
  private let isTaken = Mutex<Bool?>(nil)

  private init(_ state: ServiceState, _ path: String, _ log: LogCollector, mode: Int) throws {
    self.state = state
    self.path = path
    self.log = log
    let socket = try ListeningSocket(path, mode: mode)
    service = try #require(Service(state, socket: socket))
    thread = WorkerThread { [self] in
      let taken = service.run()
      isTaken.withLock { $0 = taken }
    }
  }

  /// Calls `body` with a service that listens, and ends it.
  static func with<Result>(
    served: ServedSystem? = nil, threads: Int = 2, limits: RequestLimits = RequestLimits(), mode: Int = 0o600,
    clock: MonotonicClock = .system,
    _ body: (SocketFixture) throws -> Result
  ) throws -> Result {
    try withTemporaryDirectory { folder in
      let log = LogCollector()
      let state = ServiceState(
        try served ?? MethodFixture.served(), limits: limits, threads: threads, log: log.log(level: .info),
        clock: clock,
        hasClients: true)
      let fixture = try SocketFixture(state, folder.appending(path: "s").path, log, mode: mode)
      defer { _ = fixture.end() }
      return try body(fixture)
    }
  }

  /// Ends the service as a signal does.
  ///
  /// - Returns: whether everything was delivered.
  @discardableResult
  func end() -> Bool {
    service.stop()
    thread?.join()
    thread = nil
    return isTaken.withLock { $0 } ?? false
  }

  func connect() throws -> SocketPeer { try SocketPeer(path) }

  static func request(_ id: Int, _ method: String, _ parameters: String = "{}", _ more: String = "") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)\#(more)}"#
  }
}

/// A client as others write them: bytes out, lines in.
final class SocketPeer {
  let descriptor: Descriptor
  private let poll: DescriptorPoll
  private var rest: [UInt8] = []
  private var isOpen = true

  init(_ path: String) throws {
    descriptor = try LocalSocket.connect(to: path)
    poll = try #require(DescriptorPoll())
  }

  deinit { close() }

  func close() {
    if isOpen { descriptor.close() }
    isOpen = false
  }

  func send(_ lines: [String]) throws { try send(Array((lines.joined(separator: "\n") + "\n").utf8)) }

  func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = try bytes[sent...].withUnsafeBytes { try descriptor.send($0) }
      sent += count
      if count == 0 { wait(reads: false) }
    }
  }

  /// As many of `bytes` as the service takes.
  func sendSome(_ bytes: [UInt8]) throws -> Int { try bytes.withUnsafeBytes { try descriptor.send($0) } }

  /// The next line; nil at the end.
  func line() throws -> String? {
    while true {
      if let end = rest.firstIndex(of: 0x0A) {
        defer { rest.removeFirst(end + 1) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      wait(reads: true)
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = try buffer.withUnsafeMutableBytes {
        try descriptor.receive(into: try #require($0.baseAddress), $0.count)
      }
      if count == 0 { return nil }
      rest += buffer[..<count]
    }
  }

  func lines(_ count: Int) throws -> [String] { try (0..<count).compactMap { _ in try line() } }

  /// All lines until the end.
  func allLines() throws -> [String] {
    var lines: [String] = []
    while let line = try line() { lines.append(line) }
    return lines
  }

  private func wait(reads: Bool) {
    poll.clear()
    poll.add(descriptor, reads: reads, writes: !reads)
    _ = poll.wait()
  }
}
