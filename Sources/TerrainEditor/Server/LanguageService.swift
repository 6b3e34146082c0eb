import TerrainBase
import TerrainDocuments

/// Runs a language server between two descriptors, until its client ends it or disconnects.
package final class LanguageService: @unchecked Sendable {
  private enum Event {
    case frame(MessageReader.Frame)
    case found(ValidationJob.Interim)
    case finished(ValidationJob, ValidationJob.Result?)
    case endOfInput
  }

  /// Milliseconds without a change after which the slow checks begin.
  private static let pause: Int32 = 200
  private static let chunk = 64 << 10
  /// Messages that wait; beyond them nothing is read (`waitingMessages`).
  private static let mostWaiting = 10_000

  private let setup: LanguageServer.Setup
  private let input: Descriptor
  private let output: Descriptor
  private let monitor = Monitor()
  // Guarded by `monitor`.
  private var events: [Event] = []

  /// A service from `input` to `output`.
  package init(_ setup: LanguageServer.Setup, input: Descriptor, output: Descriptor) {
    (self.setup, self.input, self.output) = (setup, input, output)
  }

  /// Serves until the end, on its own threads.
  ///
  /// - Returns: the exit status: 0 if the client ended it as the protocol requires, else 1.
  package func run() -> Int32 {
    let result = Status()
    _ = WorkerThread { self.read() }
    guard let thread = WorkerThread({ result.value = self.serve() }) else { return 1 }
    thread.join()
    return result.value
  }

  private final class Status: @unchecked Sendable { var value: Int32 = 1 }

  // MARK: Threads

  private func read() {
    var reader = MessageReader()
    var buffer = [UInt8](repeating: 0, count: Self.chunk)
    while true {
      let count = buffer.withUnsafeMutableBytes { bytes -> Int in
        guard let base = bytes.baseAddress else { return 0 }
        while true {
          do throws(SystemError) { return try input.read(into: base, bytes.count) } catch {
            if !error.isTemporary { return 0 }
          }
        }
      }
      if count <= 0 { return add(.endOfInput) }
      for frame in reader.read(Array(buffer[..<count])) { add(.frame(frame)) }
    }
  }

  private func add(_ event: Event) {
    monitor.locked {
      while events.count >= Self.mostWaiting, case .frame = event { monitor.wait() }
      events.append(event)
      monitor.broadcast()
    }
  }

  private func serve() -> Int32 {
    let server = LanguageServer(setup)
    while true {
      for event in take(waits: false) {
        switch event {
        case .frame(let frame): server.receive(frame)
        case .found(let interim): server.show(interim)
        case .finished(let job, let result): server.finish(job, result)
        case .endOfInput: return server.exitStatus ?? 1
        }
        guard write(server) else { return 1 }
        if let status = server.exitStatus { return status }
      }
      guard !hasEvents else { continue }
      server.settle()
      guard write(server) else { return 1 }
      guard !hasEvents else { continue }
      if let job = server.nextJob() {
        guard write(server) else { return 1 }
        start(job)
      }
      _ = take(waits: true)
    }
  }

  private var hasEvents: Bool { monitor.locked { !events.isEmpty } }

  /// The waiting events. With `waits`, takes none, but returns only when an event waits.
  private func take(waits: Bool) -> [Event] {
    monitor.locked {
      if waits {
        while events.isEmpty { monitor.wait() }
        return []
      }
      defer { events = [] }
      monitor.broadcast()
      return events
    }
  }

  private func start(_ job: ValidationJob) {
    let thread = WorkerThread {
      WorkerThread.sleep(milliseconds: Self.pause)
      self.add(.finished(job, job.isCancelled ? nil : job.run { self.add(.found($0)) }))
    }
    // Without a thread it is done here: the client waits.
    if thread == nil { add(.finished(job, job.run())) }
  }

  private func write(_ server: LanguageServer) -> Bool {
    for message in server.takeMessages() {
      do throws(SystemError) { try output.write(MessageWriter.frame(message)) } catch { return false }
    }
    return true
  }
}

/// Messages to the client, in the order in which they are to be sent.
struct Outbox {
  /// The errors of JSON-RPC and of the protocol that this server reports.
  enum ErrorCode: Int {
    case parse = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    case notInitialized = -32002
    /// The request is right, and cannot be done.
    case failed = -32803
  }

  private(set) var messages: [[UInt8]] = []
  private var requests = 0

  /// The collected messages, which are then removed.
  mutating func take() -> [[UInt8]] {
    defer { messages = [] }
    return messages
  }

  /// Answers the request `id` with the single value that `body` writes.
  mutating func respond(_ id: String, _ body: (inout JSONWriter) -> Void) {
    send { writer in
      writer.key("id")
      writer.raw(id)
      writer.key("result")
      body(&writer)
    }
  }

  /// Refuses the request `id`, which is nil if the message has no readable id.
  mutating func refuse(_ id: String?, _ code: ErrorCode, _ message: String) {
    send { writer in
      writer.key("id")
      writer.raw(id ?? "null")
      writer.object("error") { writer in
        writer.member("code", code.rawValue)
        writer.member("message", message)
      }
    }
  }

  /// Sends the notification `method`; `body` writes its parameters: one value.
  mutating func notify(_ method: String, _ body: (inout JSONWriter) -> Void) {
    send { writer in
      writer.member("method", method)
      writer.key("params")
      body(&writer)
    }
  }

  /// Sends the request `method`, whose response needs no reading; `body` writes its parameters.
  mutating func request(_ method: String, _ body: (inout JSONWriter) -> Void) {
    requests += 1
    let id = requests
    send { writer in
      writer.member("id", "terrain-\(id)")
      writer.member("method", method)
      writer.key("params")
      body(&writer)
    }
  }

  private mutating func send(_ body: (inout JSONWriter) -> Void) {
    var writer = JSONWriter(.compact)
    writer.object { writer in
      writer.member("jsonrpc", "2.0")
      body(&writer)
    }
    messages.append(writer.bytes)
  }
}
