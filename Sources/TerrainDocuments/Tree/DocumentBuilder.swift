/// Writes a document's nodes in order: readers report what they meet, it keeps counts, ends, depth and duplicate keys.
package struct DocumentBuilder: ~Copyable {
  private struct Open {
    var index: Int
    var count: Int
    /// A bit per key hash: a key whose bit is not set has not been seen.
    var seen: UInt64
    var isMap: Bool
  }

  private let source: SourceText
  private let bytes: UnsafePointer<UInt8>?
  private var nodes: GrowingMemory<RawNode>
  private var decoded: GrowingMemory<UInt8>
  private var tables = KeyTables()
  private var stack: [Open] = []
  private let seed = KeyHash.seed

  /// Pairs of keys of one map with the same text: indices of the first and of the repeated one. At most
  /// ``diagnosticLimit`` are kept.
  package private(set) var duplicates: [(first: Int, second: Int)] = []
  /// The most diagnostics of one file: more are no help.
  package static let diagnosticLimit = 100

  /// A builder over `bytes`, which must stay where they are while it works.
  package init(source: SourceText, bytes: UnsafePointer<UInt8>?, expectedNodes: Int) {
    self.source = source
    self.bytes = bytes
    nodes = GrowingMemory(capacity: expectedNodes)
    decoded = GrowingMemory(capacity: 256)
    stack.reserveCapacity(32)
  }

  /// How many containers are open.
  package var depth: Int { stack.count }
  /// How many nodes there are.
  package var count: Int { nodes.count }
  /// The node at `index`, which must be smaller than ``count``.
  package func node(_ index: Int) -> RawNode { nodes.base[index] }

  /// Adds a scalar (or an alias) that is a list's element, a map's value or the root.
  @inline(__always) @discardableResult
  package mutating func value(
    _ tag: UInt32, form: UInt32 = 0, start: Int, end: Int, link: UInt32 = 0
  ) -> Int {
    countElement()
    return nodes.append(
      RawNode(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end), link: link,
        meta: RawNode.meta(tag, form: form)))
  }

  /// Adds a key of the open map, whose text is `text`.
  @inline(__always)
  package mutating func key(
    _ tag: UInt32, form: UInt32, start: Int, end: Int, link: UInt32 = 0, text: UnsafeBufferPointer<UInt8>
  ) {
    let hash = KeyHash.hash(text, seed: seed)
    let index = nodes.append(
      RawNode(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end), link: link,
        meta: RawNode.meta(tag, form: form, extra: hash)))
    let top = stack.count - 1
    let bit = UInt64(1) << UInt64(hash & 63)
    if stack[top].seen & bit != 0, stack[top].count <= KeyTables.threshold { compareWithEarlier(index, text, hash) }
    stack[top].seen |= bit
  }

  /// Opens a list or a map.
  @inline(__always) @discardableResult
  package mutating func open(_ tag: UInt32, start: Int) -> Int {
    countElement()
    let index = nodes.append(
      RawNode(start: UInt32(truncatingIfNeeded: start), end: 0, link: 0, meta: RawNode.meta(tag)))
    stack.append(Open(index: index, count: 0, seen: 0, isMap: tag == RawNode.Tag.map))
    return index
  }

  /// Closes the innermost container, whose bytes end at `end`.
  @inline(__always)
  package mutating func close(end: Int) {
    guard let top = stack.popLast() else { return }
    let node = nodes.base + top.index
    node.pointee.end = UInt32(truncatingIfNeeded: end)
    node.pointee.link = UInt32(truncatingIfNeeded: nodes.count)
    let count = min(top.count, Int(RawNode.countIsLarge))
    node.pointee.meta = RawNode.meta(node.pointee.tag, extra: UInt32(truncatingIfNeeded: count))
    if top.isMap && top.count > KeyTables.threshold { makeTable(of: top) }
  }

  /// Where the open container begins; nil when none is open.
  package var openStart: Int? { stack.last.map { Int(nodes.base[$0.index].start) } }
  /// True when the open container is a map.
  @inline(__always) package var isInMap: Bool { stack.last?.isMap ?? false }
  /// Elements or members of the open container so far.
  package var openCount: Int { stack.last?.count ?? 0 }

  /// Copies a decoded text to the side buffer; what it gives is the node's link.
  package mutating func decodedLink(_ text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let link = beginDecoded()
    appendDecoded(text)
    endDecoded(link)
    return link
  }

  /// Begins a text in the side buffer.
  package mutating func beginDecoded() -> UInt32 {
    let link = UInt32(truncatingIfNeeded: decoded.count)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4) { zeros in
      zeros.initialize(repeating: 0)
      decoded.append(UnsafeBufferPointer(zeros))
    }
    return link
  }

  /// Adds to the text that was begun.
  @inline(__always)
  package mutating func appendDecoded(_ bytes: UnsafeBufferPointer<UInt8>) { decoded.append(bytes) }
  @inline(__always)
  package mutating func appendDecoded(_ byte: UInt8) { _ = decoded.append(byte) }

  /// Ends the text begun as `link`.
  package mutating func endDecoded(_ link: UInt32) {
    let length = UInt32(truncatingIfNeeded: decoded.count - Int(link) - 4)
    UnsafeMutableRawPointer(decoded.base + Int(link)).storeBytes(of: length, as: UInt32.self)
  }

  /// The text in the side buffer that `link` names.
  package func decodedText(_ link: UInt32) -> UnsafeBufferPointer<UInt8> {
    RawText.bytes(
      of: RawNode(
        start: 0, end: 0, link: link, meta: RawNode.meta(RawNode.Tag.string, form: RawNode.Form.decoded)),
      source: UnsafePointer(decoded.base), decoded: decoded.base)
  }

  /// The text of a scalar that was added; an alias' is that of its anchor.
  package func bytes(of index: Int) -> UnsafeBufferPointer<UInt8> {
    KeyTables.text(of: index, nodes: nodes.base, source: bytes, decoded: decoded.base)
  }

  /// The finished document; the builder begins another of the same source.
  package mutating func finish(comments: [SourceRange] = []) -> Document {
    tables.finish()
    var finishedNodes = GrowingMemory<RawNode>(capacity: 64)
    var finishedDecoded = GrowingMemory<UInt8>(capacity: 64)
    swap(&nodes, &finishedNodes)
    swap(&decoded, &finishedDecoded)
    let document = Document(
      source: source, storage: finishedNodes.freeze(), decoded: finishedDecoded.freeze(), keyTables: tables,
      comments: comments)
    tables = KeyTables()
    duplicates = []
    return document
  }

  // MARK: -

  @inline(__always)
  private mutating func countElement() {
    let top = stack.count - 1
    if top >= 0 { stack[top].count += 1 }
  }

  @inline(never)
  private mutating func compareWithEarlier(_ index: Int, _ text: UnsafeBufferPointer<UInt8>, _ hash: UInt32) {
    guard let open = stack.last, duplicates.count < Self.diagnosticLimit else { return }
    var key = open.index + 1
    while key < index {
      if nodes.base[key].extra == hash,
        KeyTables.equal(KeyTables.text(of: key, nodes: nodes.base, source: bytes, decoded: decoded.base), text)
      {
        // A map that grows past the threshold is checked as a whole when it closes.
        duplicates.append((key, index))
        return
      }
      key = KeyTables.next(after: key + 1, nodes: nodes.base)
    }
  }

  @inline(never)
  private mutating func makeTable(of open: Open) {
    // Those seen while it was small would be seen again.
    duplicates = duplicates.filter { $0.first <= open.index || !isDirectKey($0.second, of: open) }
    var found: [(first: Int, second: Int)] = []
    let room = Self.diagnosticLimit - duplicates.count
    tables.add(
      map: open.index, nodes: nodes.base, count: open.count, source: bytes, decoded: decoded.base
    ) { first, second in
      if found.count < room { found.append((first, second)) }
    }
    duplicates += found
  }

  /// True when `key` is a key of `open` itself, not of a map inside it.
  private func isDirectKey(_ key: Int, of open: Open) -> Bool {
    var at = open.index + 1
    while at < key { at = KeyTables.next(after: at + 1, nodes: nodes.base) }
    return at == key
  }
}
