import Synchronization

/// The numbers of requests that a service has answered.
final class RequestCounts: Sendable {
  /// The numbers at one moment.
  struct Reading: Sendable {
    /// Requests by method, errors included.
    fileprivate(set) var requests: [String: Int] = [:]
    /// Errors by the name of their code.
    fileprivate(set) var errors: [String: Int] = [:]
  }

  /// The name under which requests with unknown methods are counted, because names that clients invent are not kept.
  static let unknown = "unknown"

  private let counts = Mutex(Reading())

  /// The numbers now.
  var reading: Reading { counts.withLock { $0 } }

  /// Counts a request.
  func count(_ outcome: RequestOutcome) {
    counts.withLock { counts in
      counts.requests[outcome.method ?? Self.unknown, default: 0] += 1
      if let error = outcome.error { counts.errors[error.name, default: 0] += 1 }
    }
  }
}
