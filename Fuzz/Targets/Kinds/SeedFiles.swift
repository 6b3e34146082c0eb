import Foundation

/// Files of the checkout, and of the conformance suites beside it, to begin with.
enum SeedFiles {
  /// The package's root.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The conformance suite `name`; a folder that may be missing.
  static func suite(_ name: String) -> URL {
    let set = ProcessInfo.processInfo.environment["TERRAIN_CONFORMANCE"] ?? ""
    let suites =
      set.isEmpty ? root.deletingLastPathComponent().appending(path: "shared/conformance") : URL(fileURLWithPath: set)
    return suites.appending(path: name)
  }

  /// Every so-many-th file under `folder` with one of these endings, in the order of their names.
  static func files(under folder: URL, endings: [String], oneOf step: Int = 1) -> [[UInt8]] {
    paths(under: folder, endings: endings, oneOf: step).compactMap(bytes)
  }

  /// The paths of ``files(under:endings:oneOf:)``.
  static func paths(under folder: URL, endings: [String], oneOf step: Int = 1) -> [URL] {
    guard let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) else { return [] }
    let found = all.compactMap { $0 as? URL }.filter { file in endings.contains { file.path.hasSuffix($0) } }
      .sorted { $0.path < $1.path }
    return found.enumerated().filter { $0.offset % step == 0 }.map(\.element)
  }

  /// The bytes of `file`; nil where it cannot be read.
  static func bytes(_ file: URL) -> [UInt8]? { (try? Data(contentsOf: file)).map(Array.init) }

  /// The value of the JSON file `file`; nil where it cannot be read.
  static func json(_ file: URL) -> Any? {
    bytes(file).flatMap { try? JSONSerialization.jsonObject(with: Data($0)) }
  }

  /// All texts of members called `key` in the JSON files under `folder`.
  static func texts(_ key: String, under folder: URL, oneOf step: Int = 1) -> [String] {
    var texts: [String] = []
    for file in paths(under: folder, endings: [".json"]) {
      if let value = json(file) { collect(key, in: value, &texts) }
    }
    return texts.enumerated().filter { $0.offset % step == 0 }.map(\.element)
  }

  private static func collect(_ key: String, in value: Any, _ texts: inout [String]) {
    if let list = value as? [Any] { for element in list { collect(key, in: element, &texts) } }
    guard let map = value as? [String: Any] else { return }
    if let text = map[key] as? String { texts.append(text) }
    for name in map.keys.sorted() { if let value = map[name] { collect(key, in: value, &texts) } }
  }
}
