import TerrainBase

/// For maps with many members, where each key is: computed while looking for duplicates, kept for lookup.
struct KeyTables: Sendable {
  /// Maps with more members than this have a table; smaller ones are searched from front to back.
  static let threshold = 16

  private struct Entry: Sendable {
    var map: UInt32
    var offset: UInt32
    var mask: UInt32
  }

  // In the order maps were closed; sorted by `finish`.
  private var entries: [Entry] = []
  private var slots: [UInt32] = []
  private static let empty = UInt32.max

  /// Makes the table of a map that was just closed, and reports keys that are there twice.
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

  /// The key of `map` whose hash is `hash` and which `matches`; nil where there is none or the map has no table.
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
