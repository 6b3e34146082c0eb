import TerrainDocuments

/// The memory of a document, valid while the document exists, for reading nodes without a call for each.
///
/// Indices come from the document itself (its root, links, and counts), whose builder guarantees that they are valid.
struct DocumentView {
  let nodes: UnsafePointer<RawNode>
  let count: Int
  private let source: UnsafePointer<UInt8>?
  private let decoded: UnsafePointer<UInt8>?

  init(nodes: UnsafePointer<RawNode>, count: Int, source: Bytes, decoded: Bytes) {
    self.nodes = nodes
    self.count = count
    self.source = source.baseAddress
    self.decoded = decoded.baseAddress
  }

  /// Calls `body` with the memory of `document`.
  static func with<R>(_ document: Document, _ body: (DocumentView) -> R) -> R? {
    document.withContents { nodes, source, decoded in
      guard let base = nodes.baseAddress else { return nil }
      return body(DocumentView(nodes: base, count: nodes.count, source: source, decoded: decoded))
    }
  }

  /// The node at `index`, or its anchor if it is an alias.
  @inline(__always)
  func resolved(_ index: Int) -> Int {
    let node = nodes[index]
    return node.kindTag == NodeTag.alias ? Int(node.link) : index
  }

  /// The index after the subtree of `index`.
  @inline(__always)
  func next(after index: Int) -> Int {
    let node = nodes[index]
    return node.holdsNodes ? Int(node.link) : index + 1
  }

  /// The text of a scalar that is not an alias.
  @inline(__always)
  func text(of node: RawNode) -> Bytes {
    guard let source else { return Bytes(start: nil, count: 0) }
    if node.kindTag == NodeTag.string {
      if node.writtenForm == NodeForm.quoted {
        return Bytes(start: source + Int(node.start) + 1, count: Int(node.end) - Int(node.start) - 2)
      }
      if node.writtenForm == NodeForm.decoded { return decodedText(node) }
    }
    return Bytes(start: source + Int(node.start), count: Int(node.end) - Int(node.start))
  }

  @inline(never)
  private func decodedText(_ node: RawNode) -> Bytes {
    RawText.bytes(of: node, source: source, decoded: decoded)
  }

  /// The text of the scalar at `index`.
  @inline(__always)
  func text(at index: Int) -> Bytes { text(of: nodes[resolved(index)]) }

  /// The number of elements or members of the container `node` at `index`.
  func count(of node: RawNode, at index: Int) -> Int {
    if node.hashOrCount != RawNode.largeCount { return Int(node.hashOrCount) }
    var count = 0
    var child = index + 1
    while child < Int(node.link) {
      child = next(after: node.kindTag == NodeTag.map ? child + 1 : child)
      count += 1
    }
    return count
  }

  /// True for a number without a fraction in any notation.
  @inline(__always)
  func isWholeNumber(_ node: RawNode) -> Bool {
    if node.writtenForm == NodeForm.fraction { return isWholeFraction(node) }
    return node.writtenForm != NodeForm.special
  }

  /// `1.0`, `15e1`
  @inline(never)
  private func isWholeFraction(_ node: RawNode) -> Bool { DecimalText(text(of: node)).isWhole }
}

extension UnsafeBufferPointer<UInt8> {
  /// True if both have the same bytes.
  @inline(__always)
  func equals(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    let (a, b) = (UnsafeRawBufferPointer(self), UnsafeRawBufferPointer(other))
    var offset = 0
    while count - offset >= 8 {
      if a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        != b.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      {
        return false
      }
      offset += 8
    }
    while offset < count {
      if a[offset] != b[offset] { return false }
      offset += 1
    }
    return true
  }
}

// The frequently used properties of nodes. `RawNode` has all of them, but `package` functions are not inlined over the border of a module
// (Swift 6.3), and a call for a mask would cost as much as the rest of a check. A test verifies that both agree.

/// ``RawNode/Tag``'s numbers.
enum NodeTag {
  static let null: UInt32 = 0
  static let bool: UInt32 = 1
  static let number: UInt32 = 2
  static let string: UInt32 = 3
  static let list: UInt32 = 4
  static let map: UInt32 = 5
  static let alias: UInt32 = 6
}

/// ``RawNode/Form``'s numbers.
enum NodeForm {
  static let quoted: UInt32 = 1
  static let decoded: UInt32 = 2
  static let integer: UInt32 = 0
  static let fraction: UInt32 = 1
  static let hexadecimal: UInt32 = 2
  static let octal: UInt32 = 3
  static let special: UInt32 = 4
}

extension RawNode {
  /// ``RawNode/tag``
  @inline(__always) var kindTag: UInt32 { meta & 7 }
  /// ``RawNode/form``
  @inline(__always) var writtenForm: UInt32 { meta >> 3 & 31 }
  /// ``RawNode/extra``
  @inline(__always) var hashOrCount: UInt32 { meta >> 8 }
  /// ``RawNode/isContainer``
  @inline(__always) var holdsNodes: Bool { kindTag == NodeTag.list || kindTag == NodeTag.map }
  /// ``RawNode/countIsLarge``
  @inline(__always) static var largeCount: UInt32 { 0xFF_FFFF }
}
