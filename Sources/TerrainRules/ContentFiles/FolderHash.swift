import TerrainBase

/// Whether files are the same as before: over their names and bytes, in the order they are added.
///
/// 128 bits out of two chains of xxHash64. It is an identity for logs, caches and answers, computed at every start, so it has to
/// be fast; it is not a proof against an attacker who wants two packs to look alike.
package struct FolderHash {
  private var first: UInt64 = 0
  private var second: UInt64 = 0x9E37_79B9_7F4A_7C15

  package init() {}

  /// Adds the file `name` with its `bytes`.
  package mutating func add(_ name: String, _ bytes: [UInt8]) {
    for text in [Array(name.utf8), bytes] {
      first = StableHash.xxHash64(text, seed: first)
      second = StableHash.xxHash64(text, seed: second)
    }
  }

  /// The hash, as 32 lowercase hexadecimal digits.
  package func finish() -> String {
    [first, second].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
