import TerrainBase

// Nodes as they are, but for the order of their members.

extension JSONWriter {
  /// Writes `node`, the members of each map in the order of their keys and numbers as exact decimals, so that equal values have
  /// equal bytes.
  ///
  /// Recursion is bounded by the document's nesting.
  package mutating func sorted(_ node: Node) { sorted(node.index, in: node.document) }

  private mutating func sorted(_ index: Int32, in document: Document) {
    let place = document.resolved(index)
    let raw = document.raw(place)
    switch raw.tag {
    case RawNode.Tag.map:
      beginObject()
      for key in keys(ofMap: place, raw, in: document) {
        document.withScalarBytes(key) { self.key($0) }
        sorted(key + 1, in: document)
      }
      endObject()
    case RawNode.Tag.list:
      beginArray()
      var element = place + 1
      while element < Int32(bitPattern: raw.link) {
        sorted(element, in: document)
        element = document.next(after: element)
      }
      endArray()
    case RawNode.Tag.string: document.withScalarBytes(place) { string($0) }
    case RawNode.Tag.bool: bool(raw.form == RawNode.Form.true)
    case RawNode.Tag.number:
      let node = Node(document: document, index: place)
      if let number = node.decimal { decimal(number) } else { self.raw(node.rawNumber?.string ?? "0") }
    default: null()
    }
  }

  /// The keys of a map, sorted by their bytes.
  private func keys(ofMap map: Int32, _ raw: RawNode, in document: Document) -> [Int32] {
    func isBefore(_ a: Int32, _ b: Int32) -> Bool {
      document.withScalarBytes(a) { a in document.withScalarBytes(b) { b in Text.isBefore(a, b) } }
    }
    var keys: [Int32] = []
    keys.reserveCapacity(8)
    var isSorted = true
    var key = map + 1
    while key < Int32(bitPattern: raw.link) {
      if let last = keys.last, isBefore(key, last) { isSorted = false }
      keys.append(key)
      key = document.next(after: key + 1)
    }
    if !isSorted { keys.sort(by: isBefore) }
    return keys
  }
}
