import TerrainValues

/// A hash over files: their names, lengths and bytes, in the order they are added.
package struct FolderHash {
  private var digest = SHA256()

  package init() {}

  /// Adds the file `name` with its `bytes`.
  package mutating func add(_ name: String, _ bytes: [UInt8]) {
    digest.update(Array("\(name)\0\(bytes.count)\0".utf8))
    digest.update(bytes)
  }

  /// The hash in lowercase hexadecimal.
  package func finish() -> String { digest.hexDigest.string }
}
