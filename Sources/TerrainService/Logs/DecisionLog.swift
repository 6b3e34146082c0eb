import Synchronization
import TerrainBase
import TerrainDocuments

/// The file that a service or a batch writes a record of each request to, before its response.
package final class DecisionLog: Sendable {
  private struct State {
    let file: RotatedFile
    /// The error of the last attempt to write; nil if it succeeded.
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
  ///   - keptDays: the age in whole days after which records are removed, with one file for each day; nil to keep all.
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

  /// The number of records that could not be written.
  package var lostRecords: Int { lost.load(ordering: .relaxed) }

  /// Writes `count` records, each a line. Records that cannot be written are counted. The reason is logged if it differs from the reason
  /// before.
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

/// Removes a person's records from a log of decisions.
package struct DecisionErasure {
  /// The number of records that were removed.
  package private(set) var records = 0
  /// The number of files with such records.
  package private(set) var files = 0

  /// Removes the records about the person `id` from the log at `path` and its numbered files. A line with the number of records replaces
  /// the removed records of a file.
  ///
  /// Each file is replaced as a whole. Interrupted between two files, it can be run again.
  ///
  /// - Throws: `decisions/in-use` if a process writes the log, `decisions/not-a-record` for an invalid line, `file/…`. Nothing is changed
  ///   then, unless a file cannot be written.
  package init(of id: String, in path: String) throws(DiagnosticError) {
    let paths = try RecordedDecisions.files(of: path)
    let held = try Self.held(path)
    defer { held?.closeHeld() }
    // Everything is read before anything is changed: a line that cannot be read may be about the person.
    var concerned: [String] = []
    for file in paths {
      if try Self.without(id, file) != nil { concerned.append(file) }
    }
    for file in concerned {
      guard let rest = try Self.without(id, file) else { continue }
      do throws(SystemError) { try AtomicFile.write(rest.bytes, to: file) } catch {
        throw DiagnosticError(.outputUnwritable(file, because: error.message))
      }
      records += rest.removed
      files += 1
    }
  }

  /// The lock of the current file, which prevents a service from continuing it meanwhile; nil if the file does not exist.
  private static func held(_ path: String) throws(DiagnosticError) -> Descriptor? {
    guard FileStatus(path) != nil else { return nil }
    let file: Descriptor
    do throws(SystemError) { file = try Descriptor.reading(path) } catch {
      throw DiagnosticError(.outputUnwritable(path, because: error.message))
    }
    guard file.hold() else {
      file.close()
      throw DiagnosticError(.logInUse(path))
    }
    return file
  }

  /// The lines of `file` that are not about `id`, and the number of removed records; nil if no record is about `id`.
  private static func without(_ id: String, _ file: String) throws(DiagnosticError) -> (bytes: [UInt8], removed: Int)? {
    var kept: [UInt8] = []
    var removed = 0
    try RecordedDecisions.each(in: file) { record, line in
      if let parameters = record["params"], isAbout(id, parameters) {
        removed += 1
      } else {
        kept += line.bytes
        kept.append(UInt8(ascii: "\n"))
      }
    }
    guard removed > 0 else { return nil }
    return (Array("{\"forgotten\":\(removed)}\n".utf8) + kept, removed)
  }

  /// Returns true if the request or account `node` is about `id`: an account may be in the response that it came in, and events name
  /// theirs.
  private static func isAbout(_ id: String, _ node: Node) -> Bool {
    guard node.kind == .map else { return false }
    for name in ["person_id", "account", "id"] {
      guard let value = node[Text(name)] else { continue }
      if value.text?.string == id || value.kind == .number && value.document.source.text(of: value.range) == id {
        return true
      }
    }
    let listed = node["events"].map { $0.kind == .list ? Array($0.elements) : [] } ?? []
    let events = listed + (node["event"].map { [$0] } ?? [])
    if events.contains(where: { $0.kind == .map && $0["account"]?.text?.string == id }) { return true }
    return ["account", "params"].contains { node[Text($0)].map { isAbout(id, $0) } ?? false }
  }
}

extension Diagnostic {
  fileprivate static func logInUse(_ path: String) -> Diagnostic {
    Diagnostic(
      code: "decisions/in-use", message: "`\(path)` is a log that another process writes, so that nothing was removed",
      place: nil, fix: "end that process first: it continues the log when it starts again")
  }
}
