#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Descriptor {
  /// Reads from a socket what is there; 0 at the end.
  ///
  /// - Throws: a temporary error where nothing is there yet.
  package func receive(into buffer: UnsafeMutableRawPointer, _ count: Int) throws(SystemError) -> Int {
    while true {
      let got = recv(number, buffer, count, Int32(MSG_DONTWAIT))
      if got >= 0 { return got }
      guard errno == EINTR else { throw .last }
    }
  }

  /// Writes to a socket as much of `bytes` as there is room for; the number of bytes written, 0 where there is no room.
  package func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    while true {
      let count = systemSend(number, bytes.baseAddress, bytes.count)
      if count >= 0 { return count }
      if errno == EAGAIN || errno == EWOULDBLOCK { return 0 }
      guard errno == EINTR else { throw .last }
    }
  }

  /// Ends a socket for both sides: a thread that waits for it is woken.
  package func endConnection() { shutdown(number, Int32(SHUT_RDWR)) }

  /// Tells the other side of a socket that nothing more is sent.
  package func endSending() { shutdown(number, Int32(SHUT_WR)) }
}

private func systemSend(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Darwin)
    send(number, bytes, count, MSG_DONTWAIT)
  #else
    send(number, bytes, count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
  #endif
}
