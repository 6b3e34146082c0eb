import Synchronization
import TerrainBase
import TerrainDocuments

/// The location of a line in the input.
struct LineOrigin {
  /// The number of the line.
  let number: Int
  /// The time of the read, in nanoseconds of a monotonic clock.
  let time: Int
}

/// The unanswered requests that can be cancelled: requests that threads work on, and cancellations of waiting requests.
///
/// Lines have numbers, in the order in which they were read. A cancellation is about requests on earlier lines: a later
/// request may have the id again.
final class OpenRequests: Sendable {
  private struct Running {
    /// The id of the request, as it is written; nil for a notification.
    let id: String?
    let cancellation: Cancellation
  }

  private struct Cancelled {
    let id: String
    let line: Int
    var wasFound: Bool
  }

  private struct State {
    var running: [Running] = []
    var cancelled: [Cancelled] = []
    /// The first line of each group that threads have taken.
    var taken: [Int] = []
    var isOver = false
  }

  /// The most cancellations that are kept for requests that wait; the oldest is discarded.
  private static let mostCancelled = 1024

  private let state = Mutex(State())

  /// The request `id` on line `line` begins; a notification has none. It is cancelled by `cancellation`, at once if it was cancelled while
  /// it waited.
  func begin(_ id: String?, line: Int, _ cancellation: Cancellation) {
    state.withLock { state in
      if state.isOver { cancellation.cancel() }
      if !state.cancelled.isEmpty {
        for index in state.cancelled.indices where line < state.cancelled[index].line && state.cancelled[index].id == id
        {
          state.cancelled[index].wasFound = true
          cancellation.cancel()
        }
      }
      state.running.append(Running(id: id, cancellation: cancellation))
    }
  }

  /// Removes the request that began with `cancellation`.
  func end(_ cancellation: Cancellation) {
    state.withLock { $0.running.removeAll { $0.cancellation === cancellation } }
  }

  /// Cancels the request `id` on behalf of line `line`. Called when that line is read, and again when it has its turn.
  ///
  /// - Returns: true if such a request was found until now.
  func cancel(_ id: String, line: Int) -> Bool {
    state.withLock { state in
      let matches = state.running.filter { $0.id == id }
      for match in matches { match.cancellation.cancel() }
      if let index = state.cancelled.firstIndex(where: { $0.line == line && $0.id == id }) {
        if !matches.isEmpty { state.cancelled[index].wasFound = true }
        return state.cancelled[index].wasFound
      }
      if state.cancelled.count >= Self.mostCancelled { state.cancelled.removeFirst() }
      state.cancelled.append(Cancelled(id: id, line: line, wasFound: !matches.isEmpty))
      return !matches.isEmpty
    }
  }

  /// Cancels every request, including later requests.
  func cancelAll() {
    state.withLock { state in
      state.isOver = true
      for running in state.running { running.cancellation.cancel() }
    }
  }

  /// Performs the cancellations in the lines `bytes`, which were just read; the first of them has the number `first`.
  func cancel(in bytes: UnsafeBufferPointer<UInt8>, first: Int) { CancellationScan.run(bytes, first: first, in: self) }

  /// A thread takes lines, the first of which is `line`.
  func take(line: Int) { state.withLock { $0.taken.append(line) } }

  /// Notes that the lines taken from `line` on are answered, or wait again; `waiting` is the first waiting line.
  func release(line: Int, waiting: Int?) {
    state.withLock { state in
      if let index = state.taken.firstIndex(of: line) { state.taken.remove(at: index) }
      guard !state.cancelled.isEmpty, !state.isOver else { return }
      // Cancellations that no earlier line can be about any more are discarded.
      let first = min(state.taken.min() ?? .max, waiting ?? .max)
      state.cancelled.removeAll { $0.line < first }
    }
  }
}

/// Finds cancellations among lines that were just read, so that they are known before earlier lines are answered.
private struct CancellationScan {
  private static let name = Array("cancelRequest".utf8)
  /// The position in the name of its rarest letter in other requests.
  private static let rare = 6
  /// The maximum length of lines that are scanned. Longer lines are handled when they have their turn; a cancellation needs no more.
  private static let longestLine = 1024

  /// Performs the cancellations in the lines `bytes` on `requests`; the first of the lines has the number `first`.
  static func run(_ bytes: UnsafeBufferPointer<UInt8>, first: Int, in requests: OpenRequests) {
    guard let base = bytes.baseAddress, contains(base, bytes.count) else { return }
    var at = 0
    var number = first
    while at < bytes.count {
      let length = offsetOfLineEnd(base + at, bytes.count - at) ?? bytes.count - at
      if length <= longestLine, contains(base + at, length) {
        let line = UnsafeBufferPointer(start: base + at, count: length)
        if let id = cancelled(by: line) { _ = requests.cancel(id, line: number) }
      }
      at += length + 1
      number += 1
    }
  }

  private static func contains(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var at = rare
    while at < count, let found = memchr(start + at, Int32(name[rare]), count - at) {
      let begin = UnsafeRawPointer(found) - UnsafeRawPointer(start) - rare
      if begin + name.count <= count, memcmp(start + begin, name, name.count) == 0 { return true }
      at = begin + rare + 1
    }
    return false
  }

  /// The id of the request that `line` asks to cancel, as it is written; nil if it does not, or is not right.
  private static func cancelled(by line: UnsafeBufferPointer<UInt8>) -> String? {
    guard let root = JSONReader.read(SourceText(name: "request", bytes: Array(line))).document?.root,
      root.kind == .map, root["method"]?.text?.string == RPCMethod.cancelRequestName,
      let parameters = root["params"], parameters.kind == .map, let id = parameters["id"],
      id.kind == .string || id.kind == .number
    else { return nil }
    return id.document.source.text(of: id.range)
  }
}
