import TerrainDocuments
import TerrainBase

/// The folders of a pack and its rules as results name them (`file`), and the names that they have in every folder: a log is replayed
/// elsewhere than the service ran, and the results are the same.
struct ResultFolders: Sendable {
  private struct Folder {
    /// The beginning of a JSON text that is a path in it.
    let written: [UInt8]
    /// What it counts as.
    let common: [UInt8]
  }

  // Not with the quotation mark that follows: a search is fast where its last byte is rare.
  private static let key = ByteSearch(#""file":"#)
  private let folders: [Folder]

  /// The folders of `served`; those of a built pack have the common names.
  init(_ served: ServedSystem) {
    guard let rules = served.rulesFolder else {
      folders = []
      return
    }
    let names = [(rules, "Rules/\(served.rules.id)/"), (served.place.pack, "ContentPacks/\(served.pack.id)/")]
    folders = names.compactMap { path, common in
      path + "/" == common ? nil : Folder(written: Self.json("\(path)/"), common: Self.json(common))
    }
  }

  /// `text` as JSON, without the quotation mark at its end.
  private static func json(_ text: String) -> [UInt8] {
    var writer = JSONWriter(.compact)
    writer.string(text)
    return Array(writer.bytes.dropLast())
  }

  /// XXH64 of `result`, in which the folders have their common names.
  func hash(of result: UnsafeRawBufferPointer) -> UInt64 {
    var hash = StableHash.XXHash64()
    var next = 0
    if !folders.isEmpty {
      // The key is nowhere inside a text, where each quotation mark has a backslash before it.
      while let found = Self.key.first(in: result, from: next) {
        let path = found + Self.key.count
        hash.update(UnsafeRawBufferPointer(rebasing: result[next..<path]))
        next = path
        guard let folder = folders.first(where: { result[path...].starts(with: $0.written) }) else { continue }
        folder.common.withUnsafeBytes { hash.update($0) }
        next += folder.written.count
      }
    }
    hash.update(UnsafeRawBufferPointer(rebasing: result[next...]))
    return hash.value
  }
}
