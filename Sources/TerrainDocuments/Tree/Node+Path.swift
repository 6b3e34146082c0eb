extension Node {
  /// The way from the document's root to this node: `answers.q4`, `rows[2].when`; empty for the root. Keys that are not
  /// plain names are written `["a key"]`. Inside the value of an alias, it is the way to the anchor.
  package var path: String {
    var path = ""
    var at: Int32 = 0
    // Each round goes into the child whose subtree holds the node.
    while at != index {
      let raw = document.raw(at)
      guard raw.isContainer, index > at else { break }
      let isMap = raw.tag == RawNode.Tag.map
      var child = at + 1
      var position = 0
      if let (start, skipped) = document.scalarChild(before: index, in: at) { (child, position) = (start, skipped) }
      while child < Int32(bitPattern: raw.link) {
        let value = isMap ? child + 1 : child
        let next = document.next(after: value)
        if index < next {
          if isMap {
            Self.append(key: document.withScalarBytes(child) { String(decoding: $0, as: UTF8.self) }, to: &path)
          } else {
            path += "[\(position)]"
          }
          // A key's path is its member's.
          if isMap && index == child { return path }
          child = value
          break
        }
        child = next
        position += 1
      }
      at = child
    }
    return path
  }

  /// Adds a step into a map to a path.
  package static func append(key: String, to path: inout String) {
    let isName =
      !key.isEmpty
      && key.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "$"):
          true
        default: byte >= 0x80
        }
      }
    if isName {
      path += path.isEmpty ? key : ".\(key)"
    } else {
      path += "[\"\(key.replacingQuotes)\"]"
    }
  }
}

extension Document {
  /// Where only scalars are in the container at `at`, the child that `index` is or that it is the value of, and how many come
  /// before it: they need not be stepped over one by one.
  fileprivate func scalarChild(before index: Int32, in at: Int32) -> (child: Int32, position: Int)? {
    let container = raw(at)
    guard container.extra != RawNode.countIsLarge else { return nil }
    let width: Int32 = container.tag == RawNode.Tag.map ? 2 : 1
    let nodes = Int32(bitPattern: container.link) - at - 1
    guard nodes == Int32(bitPattern: container.extra) * width else { return nil }
    let position = (index - at - 1) / width
    return (at + 1 + position * width, Int(position))
  }
}

extension String {
  fileprivate var replacingQuotes: String {
    var result = ""
    for scalar in unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result.unicodeScalars.append("\\") }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
