import TerrainBase

/// Values as a set under CEL's equality, looked up by hash where there are many.
struct ValueSet {
  // Any value can be looked for; only what is written into a map must be one of CEL's keys.
  private var members = ValueMap()

  /// An empty set.
  init() {}

  init(_ values: [Value]) {
    members = ValueMap(capacity: values.count)
    for value in values { members.insert(value, .null) }
  }

  func contains(_ value: Value) -> Bool { members.position(of: value) != nil }

  /// False where it is in it already.
  mutating func insert(_ value: Value) -> Bool { members.insert(value, .null) }
}
