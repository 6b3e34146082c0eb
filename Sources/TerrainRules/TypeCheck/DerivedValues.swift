#if !canImport(CBare)
  import Synchronization
#endif

/// What follows from a typed decision and from nothing else, for those who ask again about the same decision: one value of each type.
///
/// The engine in a page links rules once and has no memory: nothing is kept there.
package final class DerivedValues: Sendable {
  #if !canImport(CBare)
    private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])
  #endif

  /// Nothing was derived yet.
  init() {}

  /// The value of the type `T`: the earlier one where there is one that is `still` right, else that of `make`.
  package func value<T: Sendable>(isStill: (T) -> Bool = { _ in true }, _ make: () -> T) -> T {
    #if canImport(CBare)
      return make()
    #else
      let key = ObjectIdentifier(T.self)
      if let known = values.withLock({ $0[key] }) as? T, isStill(known) { return known }
      let value = make()
      values.withLock { $0[key] = value }
      return value
    #endif
  }
}
