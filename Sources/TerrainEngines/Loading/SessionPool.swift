import Synchronization
import TerrainBase

/// A pool of sessions, which are made on demand and reused, each by one thread at a time.
///
/// Making a session costs as much as the rule set is large, which would be too much for each request. Threads with their own sessions need
/// no pool. A pool serves an object that unknown threads share.
package final class SessionPool<Session>: Sendable {
  /// Unused sessions. A session leaves this list before it is used, and returns after.
  private struct Idle: @unchecked Sendable {
    var sessions: [Session] = []
  }

  /// The maximum number of idle sessions that are kept (`idleSessions`), which is the number of threads likely to work at once.
  private static var most: Int { 64 }

  private let make: @Sendable () -> Session
  private let idle = Mutex(Idle())
  private let madeCount = Atomic<Int>(0)

  /// Creates an empty pool for sessions that `make` makes.
  package init(_ make: @escaping @Sendable () -> Session) { self.make = make }

  /// The number of sessions that were made.
  package var made: Int { madeCount.load(ordering: .relaxed) }

  /// Calls `body` with a session that no other thread uses meanwhile.
  package func with<R, E: Error>(_ body: (Session) throws(E) -> R) throws(E) -> R {
    let session = take()
    defer { give(session) }
    return try body(session)
  }

  private func take() -> Session {
    if let known = idle.withLock({ idle in Idle(sessions: idle.sessions.popLast().map { [$0] } ?? []) }).sessions.first
    {
      return known
    }
    madeCount.wrappingAdd(1, ordering: .relaxed)
    return make()
  }

  private func give(_ session: Session) {
    let returned = Idle(sessions: [session])
    idle.withLock { idle in
      if idle.sessions.count < Self.most { idle.sessions += returned.sessions }
    }
  }
}
