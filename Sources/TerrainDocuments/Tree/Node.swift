import TerrainBase

/// One value of a document, with its place.
///
/// A YAML alias (`*name`) is read through: its kind, text and children are those of its anchor; its ``range``
/// is its own.
package struct Node: Sendable {
  /// The document it belongs to.
  package let document: Document
  /// Its position in the document's flat array.
  package let index: Int32

  @inline(__always)
  package init(document: Document, index: Int32) {
    self.document = document
    self.index = index
  }

  @inline(__always) var target: Int32 { document.resolved(index) }
  @inline(__always) var targetRaw: RawNode { document.raw(target) }

  /// What it is.
  package var kind: NodeKind { NodeKind(rawValue: UInt8(targetRaw.tag)) ?? .null }

  /// Its bytes in the source, quotes and brackets included. A block collection reaches from its first key or `-` to the
  /// end of its last value; a value that is not written (`key:`) has no bytes.
  package var range: SourceRange {
    let raw = document.raw(index)
    return SourceRange(start: raw.start, end: raw.end)
  }

  /// Its range, with the source.
  package var place: Place { Place(source: document.source, range: range) }

  /// True when it is written as an alias.
  package var isAlias: Bool { document.raw(index).tag == RawNode.Tag.alias }

  /// A string's text; nil for everything else.
  package var text: Text? {
    guard targetRaw.tag == RawNode.Tag.string else { return nil }
    return document.withScalarBytes(index) { Text(decoding: $0) }
  }

  /// True or false; nil for everything else.
  package var bool: Bool? {
    let raw = targetRaw
    return raw.tag == RawNode.Tag.bool ? raw.form == RawNode.Form.true : nil
  }

  /// True for a string whose bytes are `other`'s. Allocates nothing.
  package func isText(_ other: StaticString) -> Bool {
    guard targetRaw.tag == RawNode.Tag.string, other.hasPointerRepresentation else { return false }
    return document.withScalarBytes(index) { bytes in
      bytes.count == other.utf8CodeUnitCount
        && Text.equalBytes(bytes, UnsafeBufferPointer(start: other.utf8Start, count: bytes.count))
    }
  }

  /// Calls `body` with a string's bytes; nil for everything else. Allocates nothing.
  package func withText<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R? {
    guard targetRaw.tag == RawNode.Tag.string else { return nil }
    return document.withScalarBytes(index, body)
  }
}

// MARK: - Children

extension Node {
  /// How many elements a list or members a map has; 0 for a scalar.
  package var count: Int {
    let at = target
    let raw = document.raw(at)
    guard raw.isContainer else { return 0 }
    if raw.extra != RawNode.countIsLarge { return Int(raw.extra) }
    var count = 0
    var child = at + 1
    while child < Int32(bitPattern: raw.link) {
      child = document.next(after: raw.tag == RawNode.Tag.map ? child + 1 : child)
      count += 1
    }
    return count
  }

  /// How many values and keys there are in it, itself included.
  package var nodeCount: Int { Int(document.next(after: index) - index) }

  /// A list's elements in order; none for everything else.
  package var elements: Elements {
    let at = target
    let raw = document.raw(at)
    let isList = raw.tag == RawNode.Tag.list
    return Elements(document: document, upcoming: at + 1, end: isList ? Int32(bitPattern: raw.link) : at + 1)
  }

  /// A map's members in order; none for everything else. Keys are strings (in YAML too: `1: x` has the key "1").
  package var members: Members {
    let at = target
    let raw = document.raw(at)
    let isMap = raw.tag == RawNode.Tag.map
    return Members(document: document, upcoming: at + 1, end: isMap ? Int32(bitPattern: raw.link) : at + 1)
  }

  /// The elements of a list: each step costs the same, and nothing is allocated.
  package struct Elements: Sequence, IteratorProtocol, Sendable {
    let document: Document
    var upcoming: Int32
    let end: Int32

    /// The next element.
    package mutating func next() -> Node? {
      guard upcoming < end else { return nil }
      defer { upcoming = document.next(after: upcoming) }
      return Node(document: document, index: upcoming)
    }
  }

  /// The members of a map: each step costs the same, and nothing is allocated.
  package struct Members: Sequence, IteratorProtocol, Sendable {
    let document: Document
    var upcoming: Int32
    let end: Int32

    /// The next member.
    package mutating func next() -> (key: Node, value: Node)? {
      guard upcoming < end else { return nil }
      let key = Node(document: document, index: upcoming)
      let value = Node(document: document, index: upcoming + 1)
      upcoming = document.next(after: upcoming + 1)
      return (key, value)
    }
  }

  /// A map's value under `key`, the first where the key is there twice; nil where there is none or this is not a map.
  package subscript(_ key: Text) -> Node? {
    // Where the bytes are: a string of its own, to make them contiguous, would count references.
    if let value = key.utf8.withContiguousStorageIfAvailable({ value(at: $0) }) { return value }
    var key = key.string
    return key.withUTF8 { value(at: $0) }
  }

  /// A map's value under `key`.
  @_disfavoredOverload
  package subscript(_ key: String) -> Node? { self[Text(key)] }

  /// A map's key node `key`, for pointing at the key itself.
  package func key(_ key: Text) -> Node? {
    var key = key.string
    return key.withUTF8 { keyIndex(of: $0) }.map { Node(document: document, index: $0) }
  }

  /// A list's element `position`, counted from 0; nil where there is none. Steps over those before it.
  package func element(at position: Int) -> Node? {
    guard position >= 0 else { return nil }
    var left = position
    for element in elements {
      if left == 0 { return element }
      left -= 1
    }
    return nil
  }

  func value(at key: UnsafeBufferPointer<UInt8>) -> Node? {
    keyIndex(of: key).map { Node(document: document, index: $0 + 1) }
  }

  private func keyIndex(of key: UnsafeBufferPointer<UInt8>) -> Int32? {
    let map = target
    let raw = document.raw(map)
    guard raw.tag == RawNode.Tag.map else { return nil }
    let hash = KeyHash.hash(key, seed: KeyHash.seed)
    func matches(_ index: Int32) -> Bool {
      document.withScalarBytes(index) { KeyTables.equal($0, key) }
    }
    if Int(raw.extra) > KeyTables.threshold {
      return document.keyTables.key(ofMap: map, hash: hash, nodes: document.storage.base, matches: matches)
    }
    var index = map + 1
    let end = Int32(bitPattern: raw.link)
    while index < end {
      if document.raw(index).extra == hash, matches(index) { return index }
      index = document.next(after: index + 1)
    }
    return nil
  }
}
