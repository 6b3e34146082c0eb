import Foundation
import Synchronization
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainService
import TestSupport

/// A service over files: what it is sent, what it answers, what it logs.
struct ServiceFixture {
  var answers: [String]
  var log: String

  /// The answer to the request with this id.
  func answer(_ id: String) -> String? { answers.first { $0.hasPrefix("{\"jsonrpc\":\"2.0\",\"id\":\(id),") } }

  static func run(
    _ lines: [String], served: ServedSystem? = nil, threads: Int = 3, limits: RequestLimits = RequestLimits(),
    level: ServerLog.Level = .debug
  ) throws -> ServiceFixture {
    try run(
      Array((lines.joined(separator: "\n") + "\n").utf8), served: served, threads: threads, limits: limits, level: level
    )
  }

  static func run(
    _ input: [UInt8], served: ServedSystem? = nil, threads: Int = 3, limits: RequestLimits = RequestLimits(),
    level: ServerLog.Level = .debug
  ) throws -> ServiceFixture {
    let log = LogCollector()
    let state = ServiceState(
      try served ?? MethodFixture.served(), limits: limits, threads: threads, log: log.log(level: level))
    return ServiceFixture(answers: try answers(to: input, state), log: log.text)
  }

  /// The answers of the service `state` to `input`.
  static func answers(to input: [UInt8], _ state: ServiceState) throws -> [String] {
    try withTemporaryDirectory { folder in
      let read = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.write(input, to: "in")))
      let out = URL(fileURLWithPath: try folder.write([UInt8](), to: "out"))
      let write = try FileHandle(forWritingTo: out)
      let service = Service(
        state, input: Descriptor(number: read.fileDescriptor), output: Descriptor(number: write.fileDescriptor))
      guard let service, service.run() else { throw DiagnosticError([]) }
      return try String(contentsOf: out, encoding: .utf8).split(separator: "\n").map(String.init)
    }
  }
}

/// Keeps what is logged, and says when something certain was.
final class LogCollector: Sendable {
  private let lines = Mutex("")

  var text: String { lines.withLock { $0 } }

  func log(level: ServerLog.Level, _ seen: @escaping @Sendable (String) -> Void = { _ in }) -> ServerLog {
    ServerLog(level: level, format: .json) { [self] bytes in
      let line = String(decoding: bytes, as: UTF8.self)
      lines.withLock { $0 += line }
      seen(line)
    }
  }
}
