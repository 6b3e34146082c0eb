/// A map that keeps its entries in the order of insertion, so that output does not depend on hashing.
///
/// Keys are of CEL's key types: `bool`, `int`, `uint`, `string` (`Value.isMapKey`), which the caller must ensure. Keys that are equal as
/// numbers are the same key: `1`, `1u`, and `1.0`.
public struct ValueMap: Sendable {
  /// The entries in the order of insertion, without repeated keys.
  public private(set) var entries: [(key: Value, value: Value)]

  /// A hash table with open addressing: the position of an entry plus one, or 0 for a free slot. Empty for small maps, which are searched
  /// linearly. Used only for lookups, never iterated.
  private var index: [UInt32]

  /// The maximum number of entries for linear search, which is then as fast as hashing and needs no index: rules make many records of which
  /// they read few fields.
  private static let linearLimit = 16

  /// An empty map.
  public init() {
    entries = []
    index = []
  }

  /// An empty map with room for `capacity` entries.
  package init(capacity: Int) {
    self.init()
    entries.reserveCapacity(capacity)
  }

  /// A map of `pairs`. For equal keys, the first value is kept.
  public init(_ pairs: some Sequence<(Value, Value)>) {
    self.init()
    for (key, value) in pairs { insert(key, value) }
  }

  /// A map of `entries`, whose keys must be valid and distinct.
  package init(distinct entries: [(key: Value, value: Value)]) {
    self.entries = entries
    index = []
    if entries.count > ValueMap.linearLimit { rebuildIndex() }
  }

  /// The number of entries.
  public var count: Int { entries.count }

  /// True if the map has no entries.
  public var isEmpty: Bool { entries.isEmpty }

  /// The keys in the order of insertion.
  public var keys: some RandomAccessCollection<Value> { entries.lazy.map { $0.key } }

  /// The values in the order of their keys.
  public var values: some RandomAccessCollection<Value> { entries.lazy.map { $0.value } }

  /// The value of `key`, or nil.
  public subscript(_ key: Value) -> Value? { position(of: key).map { entries[$0].value } }

  /// The value of the string `key`, or nil.
  public subscript(string key: Text) -> Value? {
    guard index.isEmpty else { return self[.string(key)] }
    // A loop over the array would retain and release every entry.
    return entries.withUnsafeBufferPointer { entries in
      for place in entries.indices {
        if case .string(let text) = entries[place].key, text == key { return entries[place].value }
      }
      return nil
    }
  }

  /// The position of `key` among the entries, or nil.
  package func position(of key: Value) -> Int? {
    guard !index.isEmpty else {
      return entries.withUnsafeBufferPointer { entries in entries.indices.first { entries[$0].key.isEqual(to: key) } }
    }
    let found = index[slot(for: key)]
    return found == 0 ? nil : Int(found) - 1
  }

  /// Adds an entry at the end. Returns false and changes nothing if the map has the key already.
  @discardableResult
  package mutating func insert(_ key: Value, _ value: Value) -> Bool {
    guard position(of: key) == nil else { return false }
    entries.append((key: key, value: value))
    if entries.count > ValueMap.linearLimit {
      if entries.count * 2 > index.count {
        rebuildIndex()
      } else {
        index[slot(for: key)] = UInt32(truncatingIfNeeded: entries.count)
      }
    }
    return true
  }

  /// Sets the value of `key` and returns the previous value. A new key goes to the end.
  @discardableResult
  package mutating func replace(_ key: Value, with value: Value) -> Value? {
    guard let place = position(of: key) else {
      insert(key, value)
      return nil
    }
    let old = entries[place].value
    entries[place].value = value
    return old
  }

  /// CEL's equality, which does not depend on the order of the entries.
  package func isEqual(to other: ValueMap) -> Bool { Value.map(self).isEqual(to: .map(other)) }

  /// The slot of `key` in the index, or the free slot for it. A free slot always exists: the index is at most half full.
  private func slot(for key: Value) -> Int {
    // `Hasher` has a different seed in each process, so data cannot be constructed to collide.
    var hasher = Hasher()
    key.hash(into: &hasher)
    let mask = index.count - 1
    var slot = hasher.finalize() & mask
    while index[slot] != 0, !entries[Int(index[slot]) - 1].key.isEqual(to: key) { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func rebuildIndex() {
    var size = 32
    while size < entries.count * 4 { size *= 2 }
    index = [UInt32](repeating: 0, count: size)
    for place in entries.indices {
      index[slot(for: entries[place].key)] = UInt32(truncatingIfNeeded: place + 1)
    }
  }
}

extension ValueMap: ExpressibleByDictionaryLiteral {
  /// The map of a dictionary literal. For equal keys, the first value is kept.
  public init(dictionaryLiteral elements: (Value, Value)...) { self.init(elements) }
}
