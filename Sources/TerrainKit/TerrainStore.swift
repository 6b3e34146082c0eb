import Foundation
import Synchronization
import TerrainDocuments

/// The current version of an app's pack. It is replaced as a whole, and views observe it.
///
/// A ``Terrain`` is immutable: code that holds one keeps it, even if a store has a newer version.
public final class TerrainStore: Sendable {
  private struct State {
    var current: Terrain
    var nextID = 0
    var observers: [Int: AsyncStream<Terrain>.Continuation] = [:]
  }

  private let state: Mutex<State>

  /// A store that begins with `terrain`.
  public init(_ terrain: Terrain) { state = Mutex(State(current: terrain)) }

  deinit {
    for observer in state.withLock({ $0.observers }).values { observer.finish() }
  }

  /// The current version.
  public var current: Terrain { state.withLock { $0.current } }

  /// Replaces the version by `terrain`; running calls keep their version.
  public func replace(with terrain: Terrain) {
    // Inside the lock, so that observers see versions in the order of replacement.
    state.withLock { state in
      state.current = terrain
      for observer in state.observers.values { observer.yield(terrain) }
    }
  }

  /// Loads the built pack `data` and makes it the current version. If loading fails, the current version stays.
  ///
  /// - Throws: All mistakes in the pack.
  public func replace(with data: Data, settings: Terrain.Settings = .init()) throws(DiagnosticError) {
    replace(with: try Terrain(data, settings: settings))
  }

  /// The current version and each later version. A slow consumer gets only the newest version.
  public var versions: AsyncStream<Terrain> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let id = state.withLock { state in
        let id = state.nextID
        state.nextID += 1
        state.observers[id] = continuation
        continuation.yield(state.current)
        return id
      }
      continuation.onTermination = { [weak self] _ in self?.forget(id) }
    }
  }

  private func forget(_ id: Int) { _ = state.withLock { $0.observers.removeValue(forKey: id) } }
}
