import TerrainRules
import TerrainDocuments

/// The requests that a pack has as examples, one per method: `examples/requests/METHOD.json`.
package struct ExampleRequests: Sendable {
  /// The pack's folder.
  package let pack: String
  /// The requests, in the order of their files.
  package let requests: [Request]
  /// The files that the pack and its rules are read from.
  package let files: ContentFiles

  /// One example.
  package struct Request: Sendable {
    /// What the file is called without its folder: `score.json`.
    package let file: String
    /// The request.
    package let document: Document
  }

  /// Where the example of the method `name` is.
  package static func path(ofMethod name: String, in pack: String) -> String { "\(folder(in: pack))\(name)\(ending)" }

  /// The method that the example in `file` is for; nil where the name contains none.
  package static func method(of file: String) -> String? {
    file.hasSuffix(ending) ? String(file.dropLast(ending.count)) : nil
  }

  /// The examples of `pack` among `files`; nil where there are none, or where `errors` are about anything else of the pack or its
  /// rules: its examples would only report these once more.
  init?(of pack: PackValidation, among files: [SourceStore.File], besides errors: [Diagnostic], from store: SourceStore)
  {
    let (folder, own) = (pack.contents.folder, Self.folder(in: pack.contents.folder))
    guard let rules = pack.rules else { return nil }
    let prefixes = [Self.prefix(of: folder), Self.prefix(of: rules)]
    let wrong = Set(errors.map { $0.place?.source.name })
    let isSound = wrong.allSatisfy { name in
      guard let name else { return false }
      return name.hasPrefix(own) || !prefixes.contains(where: name.hasPrefix)
    }
    guard isSound else { return nil }
    self.pack = folder
    self.files = store.contentFiles
    requests = files.filter { $0.path.hasPrefix(own) && !wrong.contains($0.path) }.flatMap { file in
      file.documents.map { Request(file: String(file.path.dropFirst(own.count)), document: $0) }
    }
    if requests.isEmpty { return nil }
  }

  /// Whether the file at `path` is an example request of one of `packs`.
  static func have(_ path: String, packs: [String]) -> Bool { packs.contains { path.hasPrefix(folder(in: $0)) } }

  /// Whether the file at `path` is an example of anything that `pack` is for.
  static func isExample(_ path: String, of pack: String) -> Bool { path.hasPrefix("\(prefix(of: pack))examples/") }

  private static func folder(in pack: String) -> String { "\(prefix(of: pack))examples/requests/" }

  /// What the names of all files in the pack's folder begin with.
  private static func prefix(of folder: String) -> String { folder == "." ? "" : "\(folder)/" }

  private static let ending = ".json"
}
