import Synchronization

/// Counts of the requests that one thread answers. That thread adds to them, and any thread reads them: no one waits.
final class RequestCounters: @unchecked Sendable {
  /// The counts of one method: its buckets, the nanoseconds of all requests, its errors by code.
  private static let rowLength = LatencyBuckets.count + 1 + RPCError.Code.allCases.count
  private static let nanoseconds = LatencyBuckets.count
  private static let firstError = nanoseconds + 1
  /// A processor's caches hold memory in pieces of this many bytes; a piece that two threads write to slows down both.
  private static let alignment = 128

  private let memory: UnsafeMutableRawPointer
  private let cells: UnsafeMutablePointer<Atomic<Int>>
  private let rows: Int

  /// Counts of 0 for `rows` methods.
  init(rows: Int) {
    self.rows = rows
    let count = rows * Self.rowLength
    let bytes = count * MemoryLayout<Atomic<Int>>.stride
    memory = .allocate(
      byteCount: (bytes + Self.alignment - 1) / Self.alignment * Self.alignment, alignment: Self.alignment)
    cells = memory.bindMemory(to: Atomic<Int>.self, capacity: count)
    for index in 0..<count { (cells + index).initialize(to: Atomic(0)) }
  }

  deinit {
    cells.deinitialize(count: rows * Self.rowLength)
    memory.deallocate()
  }

  /// Counts a request of the method `row` that took `nanoseconds`.
  func add(_ row: Int, nanoseconds: Int, error: RPCError.Code?) {
    guard row >= 0, row < rows else { return }
    let first = cells + row * Self.rowLength
    first[Self.nanoseconds].wrappingAdd(nanoseconds, ordering: .relaxed)
    first[LatencyBuckets.index(of: nanoseconds)].wrappingAdd(1, ordering: .relaxed)
    // After its request: a reader that sees the error sees the request too.
    if let error, let code = RPCError.Code.allCases.firstIndex(of: error) {
      first[Self.firstError + code].wrappingAdd(1, ordering: .releasing)
    }
  }

  /// Adds the counts of the method `row` to `total`.
  func read(_ row: Int, into total: inout RequestCounts) {
    guard row >= 0, row < rows else { return }
    let first = cells + row * Self.rowLength
    for code in RPCError.Code.allCases.indices {
      total.errors[code] &+= first[Self.firstError + code].load(ordering: .acquiring)
    }
    for bucket in 0..<LatencyBuckets.count { total.buckets[bucket] &+= first[bucket].load(ordering: .relaxed) }
    total.nanoseconds &+= first[Self.nanoseconds].load(ordering: .relaxed)
  }
}

/// The requests of one method that were answered.
struct RequestCounts {
  /// By ``LatencyBuckets``.
  fileprivate(set) var buckets = [Int](repeating: 0, count: LatencyBuckets.count)
  /// How long all of them took together.
  fileprivate(set) var nanoseconds = 0
  /// In the order of `RPCError.Code.allCases`.
  fileprivate(set) var errors = [Int](repeating: 0, count: RPCError.Code.allCases.count)

  /// All of them, errors included.
  var requests: Int { buckets.reduce(0, &+) }
}
