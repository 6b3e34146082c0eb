import TerrainBase

/// Writes a document's nodes in order. Readers report values and containers; the builder maintains counts, ends, depth, and duplicate keys.
package struct DocumentBuilder: ~Copyable {
  private struct Open {
    var index: Int
    var count: Int
    /// A bit for each key hash: if the bit of a key is not set, the key is new.
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

  /// Pairs of keys of one map with the same text: the indices of the first key and of the repeated key. At most ``diagnosticLimit`` are
  /// kept.
  package private(set) var duplicates: [(first: Int, second: Int)] = []
  /// The maximum number of diagnostics of one file; more would not help.
  package static let diagnosticLimit = 100

  /// A builder over `bytes`, which must keep their address during its life.
  package init(source: SourceText, bytes: UnsafePointer<UInt8>?, expectedNodes: Int) {
    self.source = source
    self.bytes = bytes
    nodes = GrowingMemory(capacity: expectedNodes)
    decoded = GrowingMemory(capacity: 256)
    stack.reserveCapacity(32)
  }

  /// The number of open containers.
  package var depth: Int { stack.count }
  /// The number of nodes.
  package var count: Int { nodes.count }
  /// The node at `index`, which must be smaller than ``count``.
  package func node(_ index: Int) -> RawNode { nodes.base[index] }

  /// Adds a scalar or an alias as an element of a list, a value of a map, or the root.
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

  /// The offset at which the open container begins, or nil if none is open.
  package var openStart: Int? { stack.last.map { Int(nodes.base[$0.index].start) } }
  /// True if the open container is a map.
  @inline(__always) package var isInMap: Bool { stack.last?.isMap ?? false }
  /// The number of elements or members of the open container.
  package var openCount: Int { stack.last?.count ?? 0 }

  /// Copies a decoded text to the side buffer. Returns the link for the node.
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

  /// Appends to the open text.
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

  /// The text of an added scalar; for an alias, the text of its anchor.
  package func bytes(of index: Int) -> UnsafeBufferPointer<UInt8> {
    KeyTables.text(of: index, nodes: nodes.base, source: bytes, decoded: decoded.base)
  }

  /// The finished document. The builder then begins another document of the same source.
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
    // Duplicates that were found while the map was small would be found again.
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

  /// True if `key` is a key of `open` itself, not of a map inside it.
  private func isDirectKey(_ key: Int, of open: Open) -> Bool {
    var at = open.index + 1
    while at < key { at = KeyTables.next(after: at + 1, nodes: nodes.base) }
    return at == key
  }
}

/// The positions of keys for maps with many members: computed by the check for duplicates, kept for lookup.
struct KeyTables: Sendable {
  /// Larger maps have a table; smaller ones are searched linearly.
  static let threshold = 16

  private struct Entry: Sendable {
    var map: UInt32
    var offset: UInt32
    var mask: UInt32
  }

  // In the order in which maps were closed; `finish` sorts them.
  private var entries: [Entry] = []
  private var slots: [UInt32] = []
  private static let empty = UInt32.max

  /// Makes the table of a map that was just closed, and reports repeated keys.
  mutating func add(
    map: Int, nodes: UnsafePointer<RawNode>, count: Int, source: UnsafePointer<UInt8>?,
    decoded: UnsafePointer<UInt8>, duplicate: (_ first: Int, _ second: Int) -> Void
  ) {
    var size = 32
    while size < count * 2 { size *= 2 }
    let offset = slots.count
    let mask = size - 1
    slots.append(contentsOf: repeatElement(Self.empty, count: size))
    var key = map + 1
    for _ in 0..<count {
      let text = Self.text(of: key, nodes: nodes, source: source, decoded: decoded)
      let hash = nodes[key].extra
      var slot = Int(hash) & mask
      while true {
        let other = slots[offset + slot]
        if other == Self.empty {
          slots[offset + slot] = UInt32(truncatingIfNeeded: key)
          break
        }
        if nodes[Int(other)].extra == hash,
          Self.equal(Self.text(of: Int(other), nodes: nodes, source: source, decoded: decoded), text)
        {
          duplicate(Int(other), key)
          break
        }
        slot = (slot + 1) & mask
      }
      key = Self.next(after: key + 1, nodes: nodes)
    }
    entries.append(
      Entry(
        map: UInt32(truncatingIfNeeded: map), offset: UInt32(truncatingIfNeeded: offset),
        mask: UInt32(truncatingIfNeeded: mask)))
  }

  /// Puts the tables in the order of their maps.
  mutating func finish() { entries.sort { $0.map < $1.map } }

  /// The key of `map` whose hash is `hash` and for which `matches` returns true, or nil if the map has no such key or no table.
  func key(ofMap map: Int32, hash: UInt32, nodes: UnsafePointer<RawNode>, matches: (Int32) -> Bool) -> Int32? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if Int64(entries[middle].map) < Int64(map) { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].map == UInt32(bitPattern: map) else { return nil }
    let (offset, mask) = (Int(entries[low].offset), Int(entries[low].mask))
    var slot = Int(hash) & mask
    while true {
      let key = slots[offset + slot]
      if key == Self.empty { return nil }
      if nodes[Int(key)].extra == hash, matches(Int32(bitPattern: key)) { return Int32(bitPattern: key) }
      slot = (slot + 1) & mask
    }
  }

  static func text(
    of key: Int, nodes: UnsafePointer<RawNode>, source: UnsafePointer<UInt8>?, decoded: UnsafePointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    let node = nodes[key]
    let target = node.tag == RawNode.Tag.alias ? nodes[Int(node.link)] : node
    return RawText.bytes(of: target, source: source, decoded: decoded)
  }

  @inline(__always)
  static func next(after index: Int, nodes: UnsafePointer<RawNode>) -> Int {
    let node = nodes[index]
    return node.isContainer ? Int(node.link) : index + 1
  }

  static func equal(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
    a.count == b.count && Text.equalBytes(a, b)
  }
}

/// An array that grows with `realloc`, which moves large blocks without copying them (an `Array` holds the old and the new block while it
/// grows). It has a single owner; ``freeze()`` makes it shareable.
package struct GrowingMemory<Element: BitwiseCopyable>: ~Copyable {
  package private(set) var base: UnsafeMutablePointer<Element>
  package private(set) var count = 0
  private var capacity: Int

  /// Room for `capacity` elements. Unused room takes no physical memory.
  package init(capacity: Int) {
    self.capacity = max(capacity, 4)
    base = Self.allocate(nil, self.capacity)
  }

  deinit { if capacity > 0 { free(base) } }

  /// Adds an element and returns its index.
  @inline(__always)
  package mutating func append(_ element: Element) -> Int {
    if count == capacity { grow(to: capacity * 2) }
    let index = count
    (base + index).initialize(to: element)
    count = index + 1
    return index
  }

  /// Adds a run of elements.
  package mutating func append(_ elements: UnsafeBufferPointer<Element>) {
    guard let from = elements.baseAddress else { return }
    if capacity - count < elements.count { grow(to: max(capacity * 2, count + elements.count)) }
    (base + count).initialize(from: from, count: elements.count)
    count += elements.count
  }

  /// Frees the unused room, and returns the elements as shareable memory.
  package consuming func freeze() -> FrozenMemory<Element> {
    let base = Self.allocate(self.base, max(count, 1))
    // With a capacity of zero, `deinit` does not free the memory; Embedded Swift has no `discard`.
    capacity = 0
    return FrozenMemory(base: base, count: count)
  }

  @inline(never)
  private mutating func grow(to newCapacity: Int) {
    base = Self.allocate(base, newCapacity)
    capacity = newCapacity
  }

  private static func allocate(
    _ old: UnsafeMutablePointer<Element>?, _ capacity: Int
  ) -> UnsafeMutablePointer<Element> {
    guard let memory = realloc(old, capacity * MemoryLayout<Element>.stride) else {
      // Limits on sizes are checked before, so the machine itself is out of memory.
      fatalError("out of memory")
    }
    return memory.assumingMemoryBound(to: Element.self)
  }
}

/// Elements that are only read from now on, by any thread.
package final class FrozenMemory<Element: BitwiseCopyable>: @unchecked Sendable {
  package let base: UnsafePointer<Element>
  package let count: Int

  fileprivate init(base: UnsafeMutablePointer<Element>, count: Int) {
    self.base = UnsafePointer(base)
    self.count = count
  }

  deinit { free(UnsafeMutableRawPointer(mutating: base)) }

  /// All elements.
  package var buffer: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: base, count: count) }
}
