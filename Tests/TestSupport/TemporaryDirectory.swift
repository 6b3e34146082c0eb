import Foundation

/// Calls `body` with a new empty folder, which is gone afterwards.
public func withTemporaryDirectory<R>(_ body: (URL) throws -> R) throws -> R {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("terrain-tests-\(UUID().uuidString)", isDirectory: true)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

extension URL {
  /// Writes `text` to the file `name` in this folder, making the folders between; gives the file's path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  /// Writes `bytes` to the file `name` in this folder.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }
}
