import TerrainBase

/// Hashes for choices that have to be the same in every run and on every machine.
package enum HashFunctions {
  static let declarations: [FunctionDeclaration] = [
    FunctionDeclaration(
      "hash.murmur3", [Overload("hash_murmur3_string", [.string], .int, cost: .scaled(2), .unary(murmur3))])
  ]

  /// MurmurHash3 `x86_32` of the text's UTF-8, seed 0: 0 through 4294967295. Percentage roll-outs that stick are
  /// specified with it: `hash.murmur3(group + ':' + id) % 100 + 1`.
  package static func murmur3(_ value: Value) throws(FunctionFailure) -> Value {
    .int(Int64(StableHash.murmur3x86(try value.asText)))
  }
}
