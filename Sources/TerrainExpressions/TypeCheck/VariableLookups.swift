import Synchronization
import TerrainBase

/// The variables that were looked up in an environment: what was made of them is the same in any other in which these are.
package final class VariableLookups: Sendable {
  private struct State {
    var names: Set<Text> = []
    var areAll = false
  }

  private let state = Mutex(State())

  /// Nothing was looked up yet.
  package init() {}

  /// Notes that the variable `name` was looked up, whether there is one or not.
  func note(_ name: Text) { state.withLock { _ = $0.names.insert(name) } }

  /// Notes that the names of all variables were looked at.
  func noteAll() { state.withLock { $0.areAll = true } }

  /// The names that were looked up; nil: all of them.
  package var names: Set<Text>? { state.withLock { $0.areAll ? nil : $0.names } }
}
