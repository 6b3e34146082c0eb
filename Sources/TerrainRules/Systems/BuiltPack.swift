import TerrainBase
import TerrainDocuments

/// A pack in one JSON file, including its rules, as `terrain build` makes it. Loading it needs no YAML.
///
/// It holds the files of the pack and of the rule set as a small file tree, in which a loader finds the same content as on the disk. For
/// rules, it also holds the location of each part in the author's file.
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
  /// - Throws: `file/…` and `json/…`; `pack/not-built` for another file; `pack/built-changed` if its content has changed since it was
  ///   built.
  package static func load(path: String) throws(DiagnosticError) -> BuiltPack {
    try BuiltPack(SourceText.loadFile(path: path))
  }

  /// Reads the built pack in `source`.
  package init(_ source: SourceText) throws(DiagnosticError) {
    let (root, entries) = if let lines = Self.lines(of: source) { lines } else { try Self.elements(of: source) }
    guard let pack = root[Key.pack], let rules = root[Key.rules], let packFolder = pack[Key.folder]?.text,
      let rulesFolder = rules[Key.folder]?.text, let packHash = pack[Key.hash]?.text,
      let rulesHash = rules[Key.hash]?.text
    else { throw DiagnosticError(.notBuilt(at: root)) }
    self.packFolder = packFolder.string
    self.rulesFolder = rulesFolder.string
    let hashes = [packFolder.string: packHash.string, rulesFolder.string: rulesHash.string]
    files = Self.tree(entries, in: source, hashes: hashes)
  }

  /// A file of the tree, as its bytes in the built pack.
  private struct Entry {
    let origin: Range<Int>?
    let content: Range<Int>
  }

  /// The members before the list of files, and the files by path, read as JSON with diagnostics for all mistakes.
  private static func elements(of source: SourceText) throws(DiagnosticError) -> (root: Node, entries: [String: Entry])
  {
    let (document, diagnostics) = JSONReader.read(source)
    guard let root = document?.root else { throw DiagnosticError(diagnostics) }
    guard root[Key.format]?.int == format, let list = root[Key.files], list.kind == .list else {
      throw DiagnosticError(.notBuilt(at: root))
    }
    guard root[Key.contentHash]?.text?.string == hash(of: source.bytes[list.byteRange]) else {
      throw DiagnosticError(.builtChanged(at: root[Key.contentHash] ?? root))
    }
    var entries: [String: Entry] = [:]
    for entry in list.elements {
      guard let path = entry[Key.path]?.text, let content = entry[Key.content] else {
        throw DiagnosticError(.notBuilt(at: entry))
      }
      entries[path.string] = Entry(origin: entry[Key.origin]?.byteRange, content: content.byteRange)
    }
    return (root, entries)
  }

  /// The same, line by line in the layout of `terrain build`, if the hash confirms that layout; nil otherwise. Most files of a pack are not
  /// needed for one operation, so they are not parsed.
  private static func lines(of source: SourceText) -> (root: Node, entries: [String: Entry])? {
    let bytes = source.bytes
    let begin = Array("\"\(Key.files)\":[\n".utf8)
    let end = Array("\n]}".utf8)
    guard let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n")), lineEnd >= begin.count,
      bytes[...lineEnd].suffix(begin.count).elementsEqual(begin),
      let last = bytes.lastIndex(of: UInt8(ascii: "}")), last >= lineEnd + end.count,
      bytes[...last].suffix(end.count).elementsEqual(end),
      let root = JSONReader.read(SourceText(name: source.name, bytes: Array(bytes[..<lineEnd]) + Array("]}".utf8)))
        .document?.root,
      root[Key.format]?.int == format,
      root[Key.contentHash]?.text?.string == hash(of: bytes[(lineEnd - 1)..<last])
    else { return nil }
    var entries: [String: Entry] = [:]
    var start = lineEnd + 1
    let limit = last - 2
    while start < limit {
      let next = bytes[start..<limit].firstIndex(of: UInt8(ascii: "\n")) ?? limit
      let entryEnd = bytes[next - 1] == UInt8(ascii: ",") ? next - 1 : next
      guard let (path, entry) = Self.entry(in: bytes, start..<entryEnd) else { return nil }
      entries[path] = entry
      start = next + 1
    }
    return (root, entries)
  }

  /// The entry in the line at `range`: `{"path":"…","origin":[…],"content":…}`, in which the origin may be missing.
  private static func entry(in bytes: [UInt8], _ range: Range<Int>) -> (path: String, entry: Entry)? {
    var rest = bytes[range]
    func skip(_ text: String) -> Bool {
      guard rest.starts(with: text.utf8) else { return false }
      rest = rest.dropFirst(text.utf8.count)
      return true
    }
    guard skip("{\"\(Key.path)\":\""), let quote = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    let path = rest[..<quote]
    // A path with escapes is read as JSON.
    guard !path.contains(UInt8(ascii: "\\")) else { return nil }
    rest = rest[(quote + 1)...]
    var origin: Range<Int>?
    if skip(",\"\(Key.origin)\":") {
      guard rest.first == UInt8(ascii: "["), let close = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      origin = rest.startIndex..<(close + 1)
      rest = rest[(close + 1)...]
    }
    guard skip(",\"\(Key.content)\":"), rest.last == UInt8(ascii: "}"), rest.count > 1 else { return nil }
    return (
      String(decoding: path, as: UTF8.self), Entry(origin: origin, content: rest.startIndex..<(rest.endIndex - 1))
    )
  }

  /// The hash of a built pack's files in their written form.
  package static func hash(of bytes: some Collection<UInt8>) -> String {
    var digest = FolderHash()
    digest.add(Key.files.string, Array(bytes))
    return digest.finish()
  }

  private static func tree(
    _ entries: [String: Entry], in built: SourceText, hashes: [String: String]
  ) -> ContentFiles {
    let paths = entries.keys.ordered { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var folders: Set<String> = []
    for path in paths {
      var folder = path[...]
      while let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")) {
        folder = folder[..<slash]
        if !folders.insert(String(folder)).inserted { break }
      }
    }
    return ContentFiles(
      kind: { [folders] path in
        let path = PackLocator.withoutDots(path)
        return entries[path] != nil ? .file : folders.contains(path) ? .folder : nil
      },
      list: { folder, endings in
        let inside = "\(PackLocator.withoutDots(folder))/"
        return paths.filter { path in path.utf8.starts(with: inside.utf8) && endings.contains { path.hasSuffix($0) } }
      },
      source: { (path) throws(DiagnosticError) in
        let path = PackLocator.withoutDots(path)
        guard let entry = entries[path] else { throw DiagnosticError(.notInBuilt(path)) }
        return SourceText(
          name: path, bytes: Array(built.bytes[entry.content]),
          origin: entry.origin.map { origin in
            SourceOrigin { SourceOrigin.points(packed: Array(built.bytes[origin])) }
          })
      },
      media: { path in
        // Bytes in Base64 are stored as a single text, which is never a document.
        guard let content = entries[PackLocator.withoutDots(path)]?.content, content.count >= 2,
          built.bytes[content.lowerBound] == UInt8(ascii: "\"")
        else { return nil }
        return Base64.decode(built.bytes[content].dropFirst().dropLast())
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
  /// Points from a flat list. Each has its distance from the previous point in bytes and in lines, its column, and the number by which
  /// bytes exceed characters before it in its line.
  package static func points(packed json: [UInt8]) -> [Point] {
    guard let list = JSONReader.read(SourceText(name: "origin", bytes: json)).document?.root else { return [] }
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
    return points
  }

  /// The numbers that ``points(packed:)`` reads. Line numbers may decrease at an alias, so differences wrap around.
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
      code: "pack/not-built", message: "this is not a pack that `terrain build` has made", at: node,
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
