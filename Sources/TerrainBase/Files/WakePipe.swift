#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pipe that ends the wait of a reading thread.
package final class WakePipe: Sendable {
  let output: Descriptor
  private let input: Descriptor

  /// A new pipe, or nil if the system cannot create it.
  package init?() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    output = Descriptor(number: ends[0])
    input = Descriptor(number: ends[1])
  }

  deinit {
    output.close()
    input.close()
  }

  /// Ends the current wait and all later ones.
  package func wake() {
    let byte: UInt8 = 0
    withUnsafeBytes(of: byte) { _ = try? input.writeSome($0) }
  }

  /// Waits until `source` has data or is at its end.
  ///
  /// - Parameter milliseconds: The maximum wait; nil for no limit.
  package func wait(for source: Descriptor? = nil, milliseconds: Int32? = nil) -> Outcome {
    var waiting = [output, source].compactMap { $0 }.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
    while true {
      let count = poll(&waiting, nfds_t(waiting.count), milliseconds ?? -1)
      if count < 0, errno == EINTR { continue }
      if count < 0 || waiting[0].revents != 0 { return .woken }
      return count == 0 ? .timeout : .readable
    }
  }

  /// The reason why a wait ended.
  package enum Outcome {
    /// The source has data.
    case readable
    /// The maximum wait has passed.
    case timeout
    /// A call of ``wake()``, or an error of the system.
    case woken
  }
}
