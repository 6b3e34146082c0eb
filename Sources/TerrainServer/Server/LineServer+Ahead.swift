import TerrainPlatform

// Reading while all threads are busy.
extension LineServer {
  /// So many bytes of lines are read while all threads are busy.
  private static let mostAhead = 1 << 20

  /// Reads while all threads are busy with something slow: a request to cancel it may come, and nobody else would see that.
  func readAhead() {
    repeat {
      ahead.lock()
      while !looksAhead { ahead.wait() }
      looksAhead = false
      ahead.unlock()
    } while readWhileBusy()
  }

  /// The thread that reads ahead is to look whether it should.
  func lookAhead() {
    ahead.locked {
      looksAhead = true
      ahead.signal()
    }
  }

  /// Reads until a thread has nothing to do, or enough was read; false where nothing more comes.
  private func readWhileBusy() -> Bool {
    monitor.lock()
    defer { monitor.unlock() }
    while !isEnded, !hasReader, idle == 0, hasRoomAhead {
      hasReader = true
      let buffer = spare.popLast() ?? LineBuffer(capacity: LineReader.chunk)
      monitor.unlock()
      let piece = reader.read(into: buffer)
      let time = clock.now()
      let failed = output.hasFailed
      monitor.lock()
      switch piece {
      case .lines(let count) where !failed: append(buffer, count, time)
      case .lines, .end:
        isEnded = true
        spare.append(buffer)
      case .tooLong(let count):
        waiting.append(Lines(buffer: buffer, start: 0, end: count, number: numbered, time: time, isTooLong: true))
        numbered += 1
      }
      hasReader = false
      monitor.broadcast()
    }
    return !isEnded
  }

  private var hasRoomAhead: Bool {
    waiting.reduce(0) { $0 + $1.count } < Self.mostAhead
      && waiting.reduce(inFlight) { $0 + Self.count($1) } < limits.inFlight
  }
}
