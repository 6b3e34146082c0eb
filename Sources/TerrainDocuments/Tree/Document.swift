/// A source read into a flat tree of nodes, each with its exact place. Immutable.
package final class Document: Sendable {
  /// Where it was read from.
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

  /// The document's one value.
  package var root: Node { Node(document: self, index: 0) }

  /// How many nodes there are, keys included.
  package var nodeCount: Int { storage.count }

  /// The bytes of memory that it takes, about: its source, its nodes and its decoded strings.
  package var size: Int { source.bytes.count + storage.count * MemoryLayout<RawNode>.stride + decoded.count }

  /// The nodes themselves, for those who walk many documents fast.
  package func withNodes<R, E: Error>(_ body: (UnsafeBufferPointer<RawNode>) throws(E) -> R) throws(E) -> R {
    try withExtendedLifetime(self) { () throws(E) -> R in try body(storage.buffer) }
  }

  /// Nodes, source bytes and the side buffer of decoded strings, each entry a 4-byte length and its bytes.
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
  /// The node at `index`, or its anchor when it is an alias. An alias never leads to an alias.
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

/// Where a scalar's text is.
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
