import TerrainBase

/// What `transformMap` and `transformMapEntry` put their maps together with; no author can write its name.
package enum MapFunctions {
  private static let map = CELType.map(key: .parameter("K"), value: .parameter("V"))

  static let declarations: [FunctionDeclaration] = [
    FunctionDeclaration(
      "cel.@mapInsert",
      [
        Overload(
          "@mapInsert_map_key_value", [map, .parameter("K"), .parameter("V")], map, cost: .deep(12), .ternary(insert)),
        Overload("@mapInsert_map_map", [map, map], map, cost: .deep(12), .binary(insert)),
      ])
  ]

  /// `map` with one more entry.
  package static func insert(_ map: Value, _ key: Value, _ value: Value) throws(FunctionFailure) -> Value {
    var result = try map.asMap
    try add(key, value, to: &result)
    return .map(result)
  }

  /// `map` with the entries of another one.
  package static func insert(_ map: Value, _ other: Value) throws(FunctionFailure) -> Value {
    var result = try map.asMap
    for entry in try other.asMap.entries { try add(entry.key, entry.value, to: &result) }
    return .map(result)
  }

  /// Adds an entry; the key must be new and one that maps can have.
  package static func add(_ key: Value, _ value: Value, to map: inout ValueMap) throws(FunctionFailure) {
    guard key.isMapKey else {
      throw .invalid("a key of a map is a bool, an int, a uint or a string, not \(key.shownType)")
    }
    guard map.insert(key, value) else { throw FunctionFailure(.duplicateKey, "the map has this key already") }
  }
}
