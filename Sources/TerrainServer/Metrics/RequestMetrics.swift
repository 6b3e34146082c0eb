import Synchronization
import TerrainOperations

/// The requests that a service has answered, by method. Each thread counts by itself; what they counted is added up when
/// somebody reads.
final class RequestMetrics: Sendable {
  /// A method, and the errors that its requests can end with.
  struct Method: Sendable {
    /// Its name; for requests without a known method ``RequestMetrics/unknown``.
    let name: String
    /// Errors that are listed before they occur: a count that begins with the first error hides its increase.
    let codes: [RPCError.Code]
  }

  /// Represents the method where a request has none that is known: what a client wrote there would make labels without end.
  static let unknown = "unknown"

  private let methods: [Method]
  private let threads = Mutex<[RequestCounters]>([])

  /// Counts for `methods` and for requests of unknown methods.
  init(_ methods: [Method]) {
    let other = Method(name: Self.unknown, codes: RPCError.Code.allCases.filter(\.isOfLines))
    self.methods = methods + [other]
  }

  /// The row of the method `name`; nil where it is not counted by itself.
  func row(of name: String) -> Int? { methods.firstIndex { $0.name == name } }

  /// Counts for a thread that begins to answer.
  func counters() -> RequestCounters {
    let counters = RequestCounters(rows: methods.count)
    threads.withLock { $0.append(counters) }
    return counters
  }

  /// Counts a request in the `counters` of the thread that answered it.
  func count(_ outcome: RequestOutcome, in counters: RequestCounters) {
    counters.add(outcome.row ?? methods.count - 1, nanoseconds: outcome.duration, error: outcome.error)
  }

  /// All counts, in the order of the methods.
  func read() -> [(method: Method, counts: RequestCounts)] {
    let threads = threads.withLock { $0 }
    return methods.enumerated().map { row, method in
      var counts = RequestCounts()
      for counters in threads { counters.read(row, into: &counts) }
      return (method, counts)
    }
  }

  /// How many requests were answered, and how many of them with an error.
  func totals() -> (requests: Int, errors: Int) {
    read().reduce((0, 0)) { ($0.0 &+ $1.counts.requests, $0.1 &+ $1.counts.errors.reduce(0, &+)) }
  }
}

extension [RequestMetrics.Method] {
  /// The methods of a service.
  static var ofService: [RequestMetrics.Method] {
    (AnyOperation.all.map(\.name) + [RPCMethod.cancelRequestName]).map {
      .init(name: $0, codes: RPCError.Code.ofMethods)
    }
  }
}
