/// Another program that was run to its end.
package struct ChildProcess: Sendable {
  /// What it exited with; 128 and its number where a signal ended it.
  package let status: Int32
  /// What it wrote to standard output.
  package let output: [UInt8]
  /// What it wrote to standard error.
  package let errors: String

  /// Runs `program`, which is looked up in `PATH`, with `arguments` and an empty standard input.
  ///
  /// - Throws: why it could not be started: `ENOENT` where there is no such program.
  package static func run(_ program: String, _ arguments: [String]) throws(SystemError) -> ChildProcess {
    let process = try SpawnedProcess(program, arguments)
    defer { process.close() }
    // Each pipe is read by a thread of its own: a program that fills one waits.
    let errors = Received()
    let thread = WorkerThread { errors.bytes = process.errors.everything }
    let bytes = process.output.everything
    thread?.join()
    return ChildProcess(status: process.wait(), output: bytes, errors: String(decoding: errors.bytes, as: UTF8.self))
  }

  /// What the other thread reads; read here after it has ended.
  private final class Received: @unchecked Sendable {
    var bytes: [UInt8] = []
  }
}

extension Descriptor {
  /// What can be read until the end.
  fileprivate var everything: [UInt8] {
    var bytes: [UInt8] = []
    while let block = try? read(atMost: 1 << 16), !block.isEmpty { bytes += block }
    return bytes
  }
}
