/// Values that were worked out once, by keys of which there may be any number: where there are as many as may be kept, all are discarded.
package struct BoundedValues<Key: Hashable, Value> {
  private var values: [Key: Value] = [:]
  /// Far more than one pack and its readers ask for, and few enough for any service.
  private static var most: Int { 4096 }

  /// No values.
  package init() {}

  /// The value of `key`; nil where it is not kept.
  package subscript(key: Key) -> Value? { values[key] }

  /// Keeps `value`, and returns it.
  package mutating func keep(_ value: Value, of key: Key) -> Value {
    if values.count >= Self.most { values.removeAll() }
    values[key] = value
    return value
  }
}
