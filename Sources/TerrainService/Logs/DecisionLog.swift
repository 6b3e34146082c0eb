import Synchronization
import TerrainDocuments
import TerrainBase

/// The file that a service or a batch writes a record of each request to, before its response.
package final class DecisionLog: Sendable {
  private struct State {
    let file: RotatedFile
    /// Why the last attempt to write failed; nil where it did not.
    var failure: SystemError?
    /// The day of the last record, in days since 1970-01-01 (UTC).
    var day: Int
  }

  private let state: Mutex<State>
  private let path: String
  private let keptDays: Int?
  /// Nanoseconds since 1970-01-01T00:00:00Z.
  let time: @Sendable () -> Int
  private let lost = Atomic<Int>(0)
  private static let secondsOfDay = 86_400

  /// Opens the file `path`, which gets a number before it has more than `limit` bytes.
  ///
  /// - Parameters:
  ///   - keptDays: records older than so many whole days are removed, one file for each day; nil where all are kept.
  ///   - time: nanoseconds since 1970-01-01T00:00:00Z.
  /// - Throws: `file/cannot-write`.
  package init(
    _ path: String, limit: Int, keptDays: Int? = nil, time: @escaping @Sendable () -> Int = DecisionLog.systemTime
  ) throws(DiagnosticError) {
    self.path = path
    self.keptDays = keptDays
    self.time = time
    let today = Self.day(time() / 1_000_000_000)
    do throws(SystemError) {
      let day = if let status = FileStatus(path) { Self.day(status.modified) } else { today }
      let file = try RotatedFile(path, limit: limit)
      if let keptDays { try file.remove(modifiedBefore: (today - keptDays) * Self.secondsOfDay) }
      state = Mutex(State(file: file, day: day))
    } catch {
      let reason = error.isTemporary ? "another process writes it" : error.message
      throw DiagnosticError(.outputUnwritable(path, because: reason))
    }
  }

  /// The time of day of this machine.
  @Sendable package static func systemTime() -> Int {
    let now = WallClock.now
    return now.seconds * 1_000_000_000 + now.nanoseconds
  }

  private static func day(_ seconds: Int) -> Int { seconds / secondsOfDay }

  /// How many records could not be written.
  package var lostRecords: Int { lost.load(ordering: .relaxed) }

  /// Writes `count` records, each a line. What cannot be written is counted, and logged where the reason is another one than before.
  func write(_ records: [UInt8], count: Int, log: ServerLog) {
    let today = keptDays == nil ? 0 : Self.day(time() / 1_000_000_000)
    state.withLock { state in
      do throws(SystemError) {
        if let keptDays, today > state.day {
          // A file holds the records of one day, so that it is as old as its last record.
          try state.file.beginNext()
          try state.file.remove(modifiedBefore: (today - keptDays) * Self.secondsOfDay)
          state.day = today
        }
        try records.withUnsafeBufferPointer { (bytes) throws(SystemError) in
          try state.file.append(UnsafeRawBufferPointer(bytes))
        }
        state.failure = nil
      } catch {
        lost.wrappingAdd(count, ordering: .relaxed)
        guard error != state.failure else { return }
        state.failure = error
        log.write(.error, "decisions-not-written", [("file", .text(path)), ("reason", .text(error.message))])
      }
    }
  }
}
