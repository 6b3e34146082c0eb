import TerrainDocuments
import TerrainValues

/// Which values of a source are carried over, and which are not.
struct CarriedNodes {
  /// A value that is not carried over.
  struct Rest: Sendable {
    let node: Node
    /// Why not; nil where the map does not mention it.
    let reason: String?
  }

  private let root: Node
  private var isCarried: [Bool]
  private var reasons: [Int32: String] = [:]

  /// Nothing of the document of `root`.
  init(_ root: Node) {
    self.root = root
    isCarried = Array(repeating: false, count: root.document.nodeCount)
  }

  private func isOwn(_ node: Node) -> Bool {
    node.document === root.document && isCarried.indices.contains(Int(node.index))
  }

  /// Notes that `node` is carried over, with all that is in it.
  mutating func carry(_ node: Node) { if isOwn(node) { isCarried[Int(node.index)] = true } }

  /// Notes that `node` is left out for `reason`, although what it is in is carried over.
  mutating func drop(_ node: Node, because reason: String) { if isOwn(node) { reasons[node.index] = reason } }

  /// Everything that is not carried over, in the order of the source: of what nothing is carried over, only the whole. Nulls say
  /// nothing, and do not count.
  func rest() -> [Rest] {
    // How many carried or dropped nodes there are before each.
    var before = [Int32](repeating: 0, count: isCarried.count + 1)
    for index in isCarried.indices {
      before[index + 1] = before[index] + (isCarried[index] || reasons[Int32(index)] != nil ? 1 : 0)
    }
    var rest: [Rest] = []
    visit(root, isInside: false, before, into: &rest)
    return rest
  }

  /// Readers bound how deep documents nest, so the recursion is bounded.
  private func visit(_ node: Node, isInside: Bool, _ before: [Int32], into rest: inout [Rest]) {
    let index = Int(node.index)
    if let reason = reasons[node.index] {
      rest.append(Rest(node: node, reason: reason))
      return
    }
    let isInside = isInside || isCarried[index]
    let end = index + node.nodeCount
    if before[end] == before[index] + (isCarried[index] ? 1 : 0) {
      if !isInside && node.kind != .null { rest.append(Rest(node: node, reason: nil)) }
      return
    }
    for element in node.elements { visit(element, isInside: isInside, before, into: &rest) }
    for (_, value) in node.members { visit(value, isInside: isInside, before, into: &rest) }
  }
}
