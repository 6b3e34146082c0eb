#if !canImport(CBare)
  import Synchronization
#endif

/// A cache of values that are derived from a typed decision alone: one value of each type.
///
/// The engine in a web page links rules only once, so it caches nothing.
package final class DerivedValues: Sendable {
  #if !canImport(CBare)
    private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])
  #endif

  /// An empty cache.
  init() {}

  /// The value of the type `T`: the cached value if `isStill` accepts it, else the result of `make`.
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
