/// A map that keeps its entries in the order they were written, so that nothing printed from it depends on hashing.
///
/// Keys are CEL's: `bool`, `int`, `uint`, `string`. Numeric keys that are equal as numbers are one key.
public struct ValueMap: Sendable {
  /// The entries, in the order they were put in; no key twice.
  public private(set) var entries: [(key: Value, value: Value)]

  /// An empty map.
  public init() { entries = [] }
}
