import TerrainBase

/// A source read into a flat tree of nodes, each with its exact place. Immutable.
package final class Document: Sendable {
  /// The text that the document was read from.
  package let source: SourceText
  /// The comments, in order, each from its `#` to the end of its line (YAML only).
  package let comments: [SourceRange]

  let storage: FrozenMemory<RawNode>
  let decoded: FrozenMemory<UInt8>
  let keyTables: KeyTables

  init(
    source: SourceText, storage: FrozenMemory<RawNode>, decoded: FrozenMemory<UInt8>, keyTables: KeyTables,
    comments: [SourceRange]
  ) {
    self.source = source
    self.storage = storage
    self.decoded = decoded
    self.keyTables = keyTables
    self.comments = comments
  }

  /// The same document with more comments at its end.
  package func adding(comments more: [SourceRange]) -> Document {
    Document(source: source, storage: storage, decoded: decoded, keyTables: keyTables, comments: comments + more)
  }

  /// The root value of the document.
  package var root: Node { Node(document: self, index: 0) }

  /// The number of nodes, including keys.
  package var nodeCount: Int { storage.count }

  /// The approximate memory of the document in bytes: its source, its nodes, and its decoded strings.
  package var size: Int { source.bytes.count + storage.count * MemoryLayout<RawNode>.stride + decoded.count }

  /// Calls `body` with the nodes, for fast traversal of many documents.
  package func withNodes<R, E: Error>(_ body: (UnsafeBufferPointer<RawNode>) throws(E) -> R) throws(E) -> R {
    try withExtendedLifetime(self) { () throws(E) -> R in try body(storage.buffer) }
  }

  /// Calls `body` with the nodes, the source bytes, and the side buffer of decoded strings, in which each entry is a 4-byte length and its
  /// bytes.
  package func withContents<R, E: Error>(
    _ body: (
      _ nodes: UnsafeBufferPointer<RawNode>, _ source: UnsafeBufferPointer<UInt8>, _ decoded: UnsafeBufferPointer<UInt8>
    ) throws(E) -> R
  ) throws(E) -> R {
    let result: Result<R, E> = source.bytes.withUnsafeBufferPointer { bytes in
      do throws(E) { return .success(try body(storage.buffer, bytes, decoded.buffer)) } catch { return .failure(error) }
    }
    return try result.get()
  }
}

// MARK: - Raw access

extension Document {
  /// The node at `index`, or its anchor if it is an alias. An alias never leads to another alias.
  @inline(__always)
  func resolved(_ index: Int32) -> Int32 {
    let raw = storage.base[Int(index)]
    return raw.tag == RawNode.Tag.alias ? Int32(bitPattern: raw.link) : index
  }

  @inline(__always)
  func raw(_ index: Int32) -> RawNode { storage.base[Int(index)] }

  /// The index after the subtree of `index`.
  @inline(__always)
  func next(after index: Int32) -> Int32 {
    let raw = storage.base[Int(index)]
    return raw.isContainer ? Int32(bitPattern: raw.link) : index + 1
  }

  /// Calls `body` with the text of a scalar: a string's decoded bytes, another scalar's bytes as written.
  @inline(__always)
  func withScalarBytes<R>(_ index: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    let raw = raw(resolved(index))
    return source.bytes.withUnsafeBufferPointer { bytes in
      body(RawText.bytes(of: raw, source: bytes.baseAddress, decoded: decoded.base))
    }
  }
}

/// The location of a scalar's text.
package enum RawText {
  /// The text of `node`, which is neither a container nor an alias.
  @inline(__always)
  package static func bytes(
    of node: RawNode, source: UnsafePointer<UInt8>?, decoded: UnsafePointer<UInt8>?
  ) -> UnsafeBufferPointer<UInt8> {
    guard let source else { return UnsafeBufferPointer(start: nil, count: 0) }
    if node.tag == RawNode.Tag.string {
      switch node.form {
      case RawNode.Form.quoted:
        return UnsafeBufferPointer(start: source + Int(node.start) + 1, count: Int(node.end) - Int(node.start) - 2)
      case RawNode.Form.decoded:
        guard let decoded else { break }
        let at = UnsafeRawPointer(decoded + Int(node.link))
        let count = Int(at.loadUnaligned(as: UInt32.self))
        return UnsafeBufferPointer(start: decoded + Int(node.link) + 4, count: count)
      default: break
      }
    }
    return UnsafeBufferPointer(start: source + Int(node.start), count: Int(node.end) - Int(node.start))
  }
}

extension Document {
  /// A map of `members`, which may come from other documents: every node keeps its location and its text.
  ///
  /// Members of `base`, a document's root, may refer to anchors in members that are left out. The map has the location of `base`.
  package static func map(of members: [(key: Node, value: Node)], at base: Node) -> Document {
    var composer = DocumentComposer(base)
    for member in members {
      composer.add(member.key, isSubtree: false)
      composer.add(member.value, isSubtree: true)
    }
    return composer.finish(count: members.count)
  }

  /// A map with the members of all of `layers`, which are maps. For a member in several layers, the value in the last layer is used; values
  /// that are maps are merged in turn. Every node keeps its location and its text. The map has the location of the last layer.
  ///
  /// - Parameter skipped: Members that are left out.
  package static func merging(_ layers: [Node], without skipped: Set<Text> = []) -> Document? {
    guard let last = layers.last else { return nil }
    var composer = DocumentComposer(last)
    return composer.finish(count: composer.addMembers(of: layers, without: skipped))
  }
}

/// Copies nodes of several documents into one. Their sources and decoded texts are concatenated.
private struct DocumentComposer {
  /// A document that nodes are copied from.
  private struct Part {
    let document: Document
    /// The offset of its source among all sources.
    let sourceStart: UInt32
    /// The offset of its decoded texts among all decoded texts.
    let decodedStart: UInt32
    /// The copies of its nodes by their indices, or -1 for nodes that are not copied.
    var copies: [Int32]
  }

  private var parts: [Part] = []
  private var bytes: [UInt8] = []
  private var decoded: [UInt8] = []
  private var nodes: [RawNode] = []
  /// For each node, the part from which it comes and the index of the original node.
  private var origins: [(part: Int, index: Int32)] = []

  init(_ base: Node) {
    let part = part(of: base.document)
    let raw = base.targetRaw
    append(
      RawNode(start: raw.start, end: raw.end, link: 0, meta: RawNode.meta(RawNode.Tag.map)), part: part, index: -1)
  }

  private mutating func part(of document: Document) -> Int {
    if let known = parts.firstIndex(where: { $0.document === document }) { return known }
    parts.append(
      Part(
        document: document, sourceStart: UInt32(clamping: bytes.count), decodedStart: UInt32(clamping: decoded.count),
        copies: Array(repeating: -1, count: document.nodeCount)))
    // Keeps an empty value at the end of one source apart from the beginning of the next source.
    bytes += document.source.bytes + [UInt8(ascii: "\n")]
    decoded += document.decoded.buffer
    return parts.count - 1
  }

  /// Copies `node`, including its descendants if `isSubtree` is true.
  mutating func add(_ node: Node, isSubtree: Bool) {
    let part = part(of: node.document)
    add(node.index..<(isSubtree ? node.document.next(after: node.index) : node.index + 1), of: part)
  }

  /// Adds the members of `layers`, merged. Readers limit the nesting of documents, so recursion is bounded.
  ///
  /// - Returns: the number of members.
  mutating func addMembers(of layers: [Node], without skipped: Set<Text> = []) -> Int {
    var members: [(key: Node, values: [Node])] = []
    var positions: [Text: Int] = [:]
    for (key, value) in layers.flatMap({ Array($0.members) }) {
      let name = key.text ?? ""
      if skipped.contains(name) { continue }
      if let position = positions[name] {
        members[position].values.append(value)
      } else {
        positions[name] = members.count
        members.append((key, [value]))
      }
    }
    for (key, values) in members {
      add(key, isSubtree: false)
      guard let last = values.last else { continue }
      // A value that is not a map replaces the values of lower layers.
      let maps = Array(values.reversed().prefix { $0.kind == .map }.reversed())
      guard maps.count > 1 else {
        add(last, isSubtree: true)
        continue
      }
      let position = nodes.count
      let raw = last.targetRaw
      append(
        RawNode(start: raw.start, end: raw.end, link: 0, meta: RawNode.meta(RawNode.Tag.map)),
        part: part(of: last.document), index: -1)
      let count = addMembers(of: maps)
      nodes[position].link = UInt32(clamping: nodes.count)
      nodes[position].meta = RawNode.meta(RawNode.Tag.map, extra: UInt32(clamping: count))
    }
    return members.count
  }

  private mutating func add(_ range: Range<Int32>, of part: Int) {
    for index in range { append(parts[part].document.raw(index), part: part, index: index) }
  }

  private mutating func append(_ node: RawNode, part: Int, index: Int32) {
    var copy = node
    copy.start += parts[part].sourceStart
    copy.end += parts[part].sourceStart
    let new = Int32(truncatingIfNeeded: nodes.count)
    if node.tag == RawNode.Tag.string, node.form == RawNode.Form.decoded { copy.link += parts[part].decodedStart }
    if node.isContainer, index >= 0 { copy.link = UInt32(bitPattern: Int32(bitPattern: node.link) - index + new) }
    if index >= 0 { parts[part].copies[Int(index)] = new }
    nodes.append(copy)
    origins.append((part, index))
  }

  /// The document whose root has the `count` added members.
  mutating func finish(count: Int) -> Document {
    nodes[0].link = UInt32(clamping: nodes.count)
    nodes[0].meta = RawNode.meta(RawNode.Tag.map, extra: UInt32(clamping: count))
    linkAliases()
    var memory = GrowingMemory<RawNode>(capacity: nodes.count)
    nodes.withUnsafeBufferPointer { memory.append($0) }
    var texts = GrowingMemory<UInt8>(capacity: decoded.count)
    decoded.withUnsafeBufferPointer { texts.append($0) }
    let sources = parts.map { SourceText.Part(start: $0.sourceStart, source: $0.document.source) }
    let source = SourceText(name: parts[0].document.source.name, bytes: bytes, parts: sources)
    let (storage, decoded) = (memory.freeze(), texts.freeze())
    return Document(
      source: source, storage: storage, decoded: decoded, keyTables: tables(storage, source, decoded), comments: [])
  }

  /// Points aliases to the copies of their anchors. Anchors that were left out are copied behind the map, where only aliases reach them.
  private mutating func linkAliases() {
    var index = 0
    while index < nodes.count {
      defer { index += 1 }
      guard nodes[index].tag == RawNode.Tag.alias else { continue }
      let part = origins[index].part
      let anchor = Int32(bitPattern: nodes[index].link)
      if parts[part].copies[Int(anchor)] < 0 { add(anchor..<parts[part].document.next(after: anchor), of: part) }
      nodes[index].link = UInt32(bitPattern: parts[part].copies[Int(anchor)])
    }
  }

  private func tables(
    _ storage: FrozenMemory<RawNode>, _ source: SourceText, _ decoded: FrozenMemory<UInt8>
  ) -> KeyTables {
    var tables = KeyTables()
    source.bytes.withUnsafeBufferPointer { bytes in
      for (map, node) in nodes.enumerated() where node.tag == RawNode.Tag.map && node.extra > KeyTables.threshold {
        var count = 0
        var key = map + 1
        while key < Int(node.link) {
          key = KeyTables.next(after: key + 1, nodes: storage.base)
          count += 1
        }
        tables.add(map: map, nodes: storage.base, count: count, source: bytes.baseAddress, decoded: decoded.base) {
          _, _ in
        }
      }
    }
    tables.finish()
    return tables
  }
}

/// The limits of a reader. A diagnostic about an exceeded limit contains the limit's name.
package struct DocumentLimits: Sendable {
  /// The maximum depth of nested lists and maps (`nesting`). At most ``largestNesting``.
  package var nesting: Int {
    didSet { nesting = min(nesting, Self.largestNesting) }
  }
  /// The maximum number of nodes to which all aliases together expand (`aliasExpansion`), so that a small file cannot become a huge
  /// document.
  package var aliasExpansion: Int

  /// The maximum number of documents in a YAML file (`documents`).
  package static let documents = 10_000

  /// The maximum depth of recursion over documents.
  package static let largestNesting = 1000

  /// Limits for files people write.
  package init(nesting: Int = 256, aliasExpansion: Int = 1_000_000) {
    self.nesting = min(nesting, Self.largestNesting)
    self.aliasExpansion = aliasExpansion
  }
}
