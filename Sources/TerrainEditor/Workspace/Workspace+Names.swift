import TerrainChecks
import TerrainDocuments

/// Names of packs and rules, as the newest texts have them.
extension Workspace {
  /// The indexes of the systems that the file called `name` is part of; none of a file that is part of none.
  func indexes(of name: String) -> [NameIndex] {
    let indexes = (try? names.indexes(of: [name])) ?? []
    // Kept for the time when something in the rules is wrong.
    if !indexes.isEmpty, indexes.allSatisfy({ $0.problems.isEmpty }) { wholeIndexes[name] = indexes }
    return indexes
  }

  /// The indexes of the file called `name` when nothing in its rules was wrong the last time; the newest where that never was.
  func wholeIndexes(of name: String) -> [NameIndex] {
    let newest = indexes(of: name)
    return wholeIndexes[name] ?? newest
  }

  /// What can be written before the byte `offset` of `source`, which is the text of the file called `name`.
  func completion(of name: String, _ source: SourceText, _ offset: Int) -> Completion {
    let document = readableDocument(of: name, offset)
    let indexes = wholeIndexes(of: name)
    let guide = document.flatMap {
      SchemaGuide($0, at: name, published: publishedSchemas, packs: indexes.compactMap(\.pack), in: store)
    }
    return Completion(source, offset, root: document?.root, guide: guide, indexes: indexes)
  }

  /// The document at `offset` of the file called `name`; where the file cannot be read, as it was when it could.
  private func readableDocument(of name: String, _ offset: Int) -> Document? {
    let file = store.file(name)
    guard !file.documents.isEmpty, !file.diagnostics.hasErrors else { return readable[name] ?? file.documents.first }
    let document = file.documents.last { $0.root.range.start <= UInt32(clamping: offset) } ?? file.documents.first
    readable[name] = document
    return document
  }

  /// All names of the folder's packs and rules.
  var allNames: [IndexedName] {
    (try? names.indexes(of: folder.targets))?.flatMap(\.names) ?? []
  }

  /// The name at `position` of the file called `file`, with the index that it is in.
  func name(at position: TextPosition, of file: String, _ encoding: PositionEncoding) -> (NameIndex, IndexedName)? {
    guard let source = store.file(file).source else { return nil }
    let offset = UInt32(clamping: source.offset(of: position, encoding))
    for index in indexes(of: file) {
      // A cursor behind the last character of a name means the name too.
      if let name = index.name(at: offset, in: file) ?? (offset > 0 ? index.name(at: offset - 1, in: file) : nil) {
        return (index, name)
      }
    }
    return nil
  }
}

extension Node {
  /// The nodes from this one down to the smallest that reaches over `offset`; a key comes after its map.
  func nodes(at offset: UInt32) -> [Node] {
    var path = [self]
    while let last = path.last {
      let children = last.members.flatMap { [$0.key, $0.value] } + last.elements.map { $0 }
      guard !last.isAlias, let next = children.last(where: { $0.range.start <= offset && offset < $0.range.end }) else {
        break
      }
      path.append(next)
    }
    return path
  }
}
