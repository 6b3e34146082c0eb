#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits for many descriptors at once, on one thread; any other thread can end the waiting, again and again.
package final class DescriptorPoll: @unchecked Sendable {
  /// What is known of a descriptor after waiting.
  package struct Readiness: Sendable {
    /// There is something to read, or the other side sends nothing more.
    package let canRead: Bool
    /// There is room to write.
    package let canWrite: Bool
    /// The other side has gone.
    package let hasGone: Bool

    fileprivate init(_ events: Int16) {
      canRead = events & Int16(POLLIN) != 0
      canWrite = events & Int16(POLLOUT) != 0
      hasGone = events & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
    }
  }

  private let output: Descriptor
  private let input: Descriptor
  private var entries: [pollfd] = []

  /// A poll of no descriptors; nil where the system gives no pipe.
  package init?() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    output = Descriptor(number: ends[0])
    input = Descriptor(number: ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    output.close()
    input.close()
  }

  /// Ends the waiting that is under way, or the next one.
  package func ring() {
    let byte: UInt8 = 0
    // A full pipe rings already.
    withUnsafeBytes(of: byte) { _ = systemWrite(input.number, $0.baseAddress, 1) }
  }

  /// Begins a new list of descriptors to wait for.
  package func clear() { entries.removeAll(keepingCapacity: true) }

  /// Adds `descriptor` to the list; that its other side has gone is noticed in any case.
  package func add(_ descriptor: Descriptor, reads: Bool, writes: Bool) {
    let events = (reads ? Int16(POLLIN) : 0) | (writes ? Int16(POLLOUT) : 0)
    entries.append(pollfd(fd: descriptor.number, events: events, revents: 0))
  }

  /// Waits until one of the descriptors is ready, somebody rings, or `milliseconds` have passed (nil: no limit).
  ///
  /// - Returns: for each descriptor, in the order in which they were added, what is known of it.
  package func wait(milliseconds: Int32? = nil) -> [Readiness] {
    entries.append(pollfd(fd: output.number, events: Int16(POLLIN), revents: 0))
    defer { entries.removeLast() }
    while poll(&entries, nfds_t(entries.count), milliseconds ?? -1) < 0 {
      if errno != EINTR { return entries.dropLast().map { _ in Readiness(0) } }
    }
    if entries.last?.revents != 0 { drain() }
    return entries.dropLast().map { Readiness($0.revents) }
  }

  private func drain() {
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
      guard let start = buffer.baseAddress else { return }
      while systemRead(output.number, start, buffer.count) == buffer.count {}
    }
  }
}

private func systemWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(number, bytes, count)
}

private func systemRead(_ number: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(number, buffer, count)
}
