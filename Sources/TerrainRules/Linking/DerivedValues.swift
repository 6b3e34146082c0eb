import Synchronization

/// What follows from a typed decision and from nothing else, for those who ask again about the same decision: one value of each type.
package final class DerivedValues: Sendable {
  private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])

  /// Nothing was derived yet.
  init() {}

  /// The value of the type `T`: the earlier one where there is one that is `still` right, else that of `make`.
  package func value<T: Sendable>(isStill: (T) -> Bool = { _ in true }, _ make: () -> T) -> T {
    let key = ObjectIdentifier(T.self)
    if let known = values.withLock({ $0[key] }) as? T, isStill(known) { return known }
    let value = make()
    values.withLock { $0[key] = value }
    return value
  }
}
