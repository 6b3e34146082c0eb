import Foundation
import Synchronization
import TerrainBase
import TerrainService
import Testing

/// A service over pipes, and its client.
final class PipedService: @unchecked Sendable {
  let service: Service
  private let (input, output) = (Pipe(), Pipe())
  private let isTaken = Mutex<Bool?>(nil)
  private var thread: WorkerThread?

  init(_ state: ServiceState) throws {
    signal(SIGPIPE, SIG_IGN)
    let service = Service(
      state, input: Descriptor(number: input.fileHandleForReading.fileDescriptor),
      output: Descriptor(number: output.fileHandleForWriting.fileDescriptor))
    self.service = try #require(service)
    thread = WorkerThread { [self] in
      let taken = self.service.run()
      isTaken.withLock { $0 = taken }
    }
  }

  func send(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

  /// Some of what was written; waits for it.
  func read(_ most: Int = 1 << 16) throws -> Data { try output.fileHandleForReading.read(upToCount: most) ?? Data() }

  func closeReader() throws { try output.fileHandleForReading.close() }

  /// Waits for the end of the service; whether everything was taken, and what is left to read.
  func end() throws -> (isTaken: Bool, rest: String) {
    thread?.join()
    try output.fileHandleForWriting.close()
    let rest = try output.fileHandleForReading.readToEnd() ?? Data()
    return (isTaken.withLock { $0 } ?? false, String(decoding: rest, as: UTF8.self))
  }

  static func request(_ id: Int, _ method: String, _ parameters: String = "{}", _ more: String = "") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)\#(more)}"#
  }
}
