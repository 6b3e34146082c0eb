#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension ChildProcess {
  /// How long another program may run, and how much it may write.
  package struct Bounds: Sendable {
    package let milliseconds: Int
    /// The bytes of standard output and standard error together.
    package let bytes: Int

    package init(milliseconds: Int, bytes: Int) {
      self.milliseconds = milliseconds
      self.bytes = bytes
    }
  }

  /// Why another program was not run to its end.
  package enum Failure: Error, Sendable {
    /// It could not be started.
    case notStarted(SystemError)
    /// It ran longer than it may, and was ended.
    case tookTooLong
    /// It wrote more than it may, and was ended.
    case wroteTooMuch
    /// Nobody wanted its result any more, and it was ended.
    case cancelled
  }

  /// Runs `program`, which is looked up in `PATH`, with `arguments`, within `bounds`. What it starts itself is ended with it.
  ///
  /// - Parameters:
  ///   - input: the bytes of its standard input, which is a file without a name.
  ///   - files: the bytes of further files without names, which it can open as `/dev/fd/3` and so on.
  ///   - isCancelled: whether nobody wants its result any more.
  package static func run(
    _ program: String, _ arguments: [String], input: [UInt8], files: [[UInt8]], within bounds: Bounds,
    isCancelled: () -> Bool = { false }
  ) throws(Failure) -> ChildProcess {
    var opened: [Descriptor] = []
    defer { for file in opened { file.close() } }
    let process: SpawnedProcess
    do throws(SystemError) {
      for bytes in files { opened.append(try .nameless(bytes)) }
      let standardInput = try Descriptor.nameless(input)
      defer { standardInput.close() }
      process = try SpawnedProcess(program, arguments, input: standardInput, files: opened, isGroup: true)
    } catch {
      throw .notStarted(error)
    }
    defer { process.close() }
    do throws(Failure) { return try process.result(within: bounds, isCancelled: isCancelled) } catch {
      process.end()
      throw error
    }
  }
}

extension SpawnedProcess {
  /// How often somebody is asked whether the result is still wanted, in milliseconds.
  private static let interval: Int32 = 20

  /// What it writes until it ends.
  fileprivate func result(
    within bounds: ChildProcess.Bounds, isCancelled: () -> Bool
  ) throws(ChildProcess.Failure) -> ChildProcess {
    let deadline = MonotonicClock.system.now() + bounds.milliseconds * 1_000_000
    var streams: [(descriptor: Descriptor, bytes: [UInt8], isOpen: Bool)] = [(output, [], true), (errors, [], true)]
    while true {
      if isCancelled() { throw .cancelled }
      if MonotonicClock.system.now() >= deadline { throw .tookTooLong }
      if !streams.contains(where: \.isOpen) {
        if let status = exitStatus() {
          return ChildProcess(
            status: status, output: streams[0].bytes, errors: String(decoding: streams[1].bytes, as: UTF8.self))
        }
        WorkerThread.sleep(milliseconds: 1)
        continue
      }
      var waiting = streams.map { pollfd(fd: $0.isOpen ? $0.descriptor.number : -1, events: Int16(POLLIN), revents: 0) }
      guard poll(&waiting, nfds_t(waiting.count), Self.interval) > 0 else { continue }
      for index in streams.indices where waiting[index].revents != 0 {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        let count = read(streams[index].descriptor.number, &buffer, buffer.count)
        if count > 0 {
          streams[index].bytes += buffer[..<count]
        } else if count == 0 || errno != EINTR {
          streams[index].isOpen = false
        }
      }
      if streams.reduce(0, { $0 + $1.bytes.count }) > bounds.bytes { throw .wroteTooMuch }
    }
  }
}
