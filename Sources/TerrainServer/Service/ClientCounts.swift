import Synchronization

/// How many clients a service of a socket has and had.
final class ClientCounts: Sendable {
  private let connected = Atomic<Int>(0)
  private let accepted = Atomic<Int>(0)
  private let refused = Atomic<Int>(0)
  private let dropped = Atomic<Int>(0)

  /// The counts at one moment.
  struct Reading: Sendable {
    /// Clients that are connected.
    let connected: Int
    /// Clients that were accepted.
    let accepted: Int
    /// Clients for which there was no room.
    let refused: Int
    /// Clients that did not read and were no longer served.
    let dropped: Int
  }

  /// The counts now.
  var reading: Reading {
    Reading(
      connected: connected.load(ordering: .relaxed), accepted: accepted.load(ordering: .relaxed),
      refused: refused.load(ordering: .relaxed), dropped: dropped.load(ordering: .relaxed))
  }

  /// So many clients are connected.
  func set(_ count: Int) { connected.store(count, ordering: .relaxed) }
  /// A client was accepted.
  func accept() { accepted.wrappingAdd(1, ordering: .relaxed) }
  /// There was no room for a client.
  func refuse() { refused.wrappingAdd(1, ordering: .relaxed) }
  /// A client that does not read is no longer served.
  func drop() { dropped.wrappingAdd(1, ordering: .relaxed) }
}
