import TerrainBase

extension Document {
  /// A map of `members`, which may come from other documents: every node keeps its location and its text.
  ///
  /// Members that come from `base`, a document's root, may refer to anchors in the members that are left out. The map has the
  /// location of `base`.
  package static func map(of members: [(key: Node, value: Node)], at base: Node) -> Document {
    var composer = DocumentComposer(base)
    for member in members {
      composer.add(member.key, isSubtree: false)
      composer.add(member.value, isSubtree: true)
    }
    return composer.finish(count: members.count)
  }

  /// A map with the members of all of `layers`, which are maps: of a member in several of them the last one's value counts, and
  /// maps are merged in turn. Every node keeps its location and its text; the map has the location of the last layer.
  ///
  /// - Parameter skipped: members that are left out.
  package static func merging(_ layers: [Node], without skipped: Set<Text> = []) -> Document? {
    guard let last = layers.last else { return nil }
    var composer = DocumentComposer(last)
    return composer.finish(count: composer.addMembers(of: layers, without: skipped))
  }
}

/// Copies nodes of several documents into one. Their sources and decoded texts are put behind each other.
private struct DocumentComposer {
  /// A document that nodes are copied from.
  private struct Part {
    let document: Document
    /// Where its source begins among all sources.
    let sourceStart: UInt32
    /// Where its decoded texts begin among all of them.
    let decodedStart: UInt32
    /// The copies of its nodes by their indices; -1 for a node that is not copied.
    var copies: [Int32]
  }

  private var parts: [Part] = []
  private var bytes: [UInt8] = []
  private var decoded: [UInt8] = []
  private var nodes: [RawNode] = []
  /// For each node the part that it comes from, and the index of the node that it is a copy of.
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
    // A value without bytes at the end of one source is not at the beginning of the next.
    bytes += document.source.bytes + [UInt8(ascii: "\n")]
    decoded += document.decoded.buffer
    return parts.count - 1
  }

  /// Copies `node`, with what is in it where `isSubtree`.
  mutating func add(_ node: Node, isSubtree: Bool) {
    let part = part(of: node.document)
    add(node.index..<(isSubtree ? node.document.next(after: node.index) : node.index + 1), of: part)
  }

  /// Adds the members of `layers`, merged. Nesting is bounded by the readers of the documents.
  ///
  /// - Returns: how many members there are.
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
      // What is not a map replaces what is below it.
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

  /// The document whose root has `count` members, which were added.
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

  /// Lets aliases lead to the copies of their anchors. Anchors that were left out are copied behind the map, where nothing but
  /// aliases leads to them.
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
