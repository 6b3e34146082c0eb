import TerrainDocuments
import TerrainValues

/// A pack in one JSON file, with its rules inside, as `terrain pack build` makes it. Loading one needs no YAML.
///
/// It holds the files of the pack and of the rule set as a small file tree, so that a loader finds in it what it would find on
/// the disk; and of rules, where each part stood in the file an author wrote.
package struct BuiltPack: Sendable {
  /// The number of the format.
  package static let format: Int64 = 1

  /// Names of members.
  package enum Key {
    package static let format: Text = "terrain_pack"
    package static let contentHash: Text = "content_hash"
    package static let pack: Text = "pack"
    package static let rules: Text = "rules"
    package static let hash: Text = "hash"
    package static let folder: Text = "folder"
    package static let files: Text = "files"
    package static let path: Text = "path"
    package static let origin: Text = "origin"
    package static let content: Text = "content"
  }

  /// The pack's folder in the tree.
  package let packFolder: String
  /// The rule set's folder in the tree.
  package let rulesFolder: String
  /// The tree.
  package let files: ContentFiles

  /// Reads the built pack in the file `path`.
  ///
  /// - Throws: `file/…` and `json/…`; `pack/not-built` for another file; `pack/built-changed` where its content is not what was
  ///   built.
  package static func load(path: String) throws(DiagnosticError) -> BuiltPack {
    try BuiltPack(SourceText.load(path: path))
  }

  /// Reads the built pack in `source`.
  package init(_ source: SourceText) throws(DiagnosticError) {
    let (document, diagnostics) = JSONReader.read(source)
    guard let root = document?.root else { throw DiagnosticError(diagnostics) }
    guard root[Key.format]?.int == Self.format, let list = root[Key.files], list.kind == .list else {
      throw DiagnosticError(.notBuilt(at: root))
    }
    guard root[Key.contentHash]?.text?.string == Self.hash(of: source.bytes[list.byteRange]) else {
      throw DiagnosticError(.builtChanged(at: root[Key.contentHash] ?? root))
    }
    guard let pack = root[Key.pack], let rules = root[Key.rules], let packFolder = pack[Key.folder]?.text,
      let rulesFolder = rules[Key.folder]?.text, let packHash = pack[Key.hash]?.text,
      let rulesHash = rules[Key.hash]?.text
    else { throw DiagnosticError(.notBuilt(at: root)) }
    var entries: [String: Node] = [:]
    for entry in list.elements {
      guard let path = entry[Key.path]?.text, entry[Key.content] != nil else {
        throw DiagnosticError(.notBuilt(at: entry))
      }
      entries[path.string] = entry
    }
    self.packFolder = packFolder.string
    self.rulesFolder = rulesFolder.string
    let hashes = [packFolder.string: packHash.string, rulesFolder.string: rulesHash.string]
    files = Self.tree(entries, hashes: hashes)
  }

  /// The hash of a built pack's files, as they are written.
  package static func hash(of bytes: some Collection<UInt8>) -> String {
    var digest = FolderHash()
    digest.add(Key.files.string, Array(bytes))
    return digest.finish()
  }

  private static func tree(_ entries: [String: Node], hashes: [String: String]) -> ContentFiles {
    let paths = entries.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return ContentFiles(
      kind: { path in
        let path = PackLocator.withoutDots(path)
        if entries[path] != nil { return .file }
        return paths.contains { $0.utf8.starts(with: "\(path)/".utf8) } ? .folder : nil
      },
      list: { folder, endings in
        let folder = PackLocator.withoutDots(folder)
        return paths.filter { path in
          path.utf8.starts(with: "\(folder)/".utf8) && endings.contains { path.hasSuffix($0) }
        }
      },
      source: { (path) throws(DiagnosticError) in
        let path = PackLocator.withoutDots(path)
        guard let entry = entries[path], let content = entry[Key.content] else {
          throw DiagnosticError(.notInBuilt(path))
        }
        return SourceText(
          name: path, bytes: Array(content.document.source.bytes[content.byteRange]),
          origin: entry[Key.origin].map { SourceOrigin(packed: $0) })
      },
      documents: { source in
        let (document, diagnostics) = JSONReader.read(source)
        return (document.map { [$0] } ?? [], diagnostics)
      },
      hash: { hashes[PackLocator.withoutDots($0)] })
  }
}

extension Node {
  fileprivate var byteRange: Range<Int> { Int(range.start)..<max(Int(range.start), Int(range.end)) }
}

extension SourceOrigin {
  /// Reads points from a flat list: for each how far it is from the one before it in bytes and in lines, its column, and how
  /// many more bytes than characters are before it in its line.
  package init(packed list: Node) {
    var points: [Point] = []
    var offset: UInt32 = 0
    var line: UInt32 = 0
    var numbers: [UInt32] = []
    for element in list.elements {
      numbers.append(UInt32(truncatingIfNeeded: element.int ?? 0))
      guard numbers.count == 4 else { continue }
      offset &+= numbers[0]
      line &+= numbers[1]
      points.append(
        Point(offset: offset, line: line, column: numbers[2], byteColumn: numbers[2] &+ numbers[3]))
      numbers.removeAll(keepingCapacity: true)
    }
    self.init(points)
  }

  /// The numbers that ``init(packed:)`` reads. Lines may go back where an alias is read through, so they wrap around.
  package var packed: [UInt32] {
    var numbers: [UInt32] = []
    var last = Point(offset: 0, line: 0, column: 0, byteColumn: 0)
    for point in points {
      numbers += [
        point.offset &- last.offset, point.line &- last.line, point.column, point.byteColumn &- point.column,
      ]
      last = point
    }
    return numbers
  }
}

extension Diagnostic {
  static func notBuilt(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/not-built", message: "this is not a pack that `terrain pack build` has made", at: node,
      fix: "build it again")
  }

  static func builtChanged(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/built-changed", message: "the content of this built pack is not what was built", at: node,
      fix: "change the pack it was built from, and build it again")
  }

  static func notInBuilt(_ path: String) -> Diagnostic {
    Diagnostic(code: "file/not-found", message: "there is no file `\(path)` in the built pack", place: nil)
  }
}
