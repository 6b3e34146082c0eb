import TerrainAuthoring
import TerrainDocuments
import TerrainValues

/// One difference between two results: where, from what to what.
struct ResultDifference: Hashable, Sendable {
  /// From what to what.
  struct Kind: Hashable, Sendable {
    /// The old value, as JSON; nil where there is none.
    let from: String?
    /// The new value, as JSON; nil where there is none.
    let to: String?
  }

  /// Where, as a path without indices: `parts.suggestions.items[].score`. Lists are compared by the ids of their elements.
  let path: String
  let kind: Kind
  /// What a number changed by; nil for other values.
  let delta: Double?

  init(path: String, from: String?, to: String?, delta: Double? = nil) {
    self.path = path
    kind = Kind(from: from, to: to)
    self.delta = delta
  }

  /// The differences between `old` and `new`. A pair of lists whose elements have ids is compared by membership, by its first
  /// element, by order, and by the fields of the elements that both have.
  static func all(_ old: Node, _ new: Node) -> [ResultDifference] {
    var differences: [ResultDifference] = []
    compare(old, new, "", into: &differences)
    return differences
  }

  /// Characters of a value that are shown.
  private static let shown = 60

  /// The value of `node` in a report.
  static func text(_ node: Node) -> String {
    if let text = node.text { return text.string }
    let text = node.value.json ?? ""
    return text.count > shown ? "\(text.prefix(shown))…" : text
  }

  /// `value` in a report.
  static func text(_ value: Value) -> String {
    if case .string(let text) = value { text.string } else { value.asBrieflyWritten }
  }

  /// The value at `path` in `node`; nil where there is none.
  static func text(at path: [Text], in node: Node) -> String? {
    var node = node
    for name in path {
      guard let inner = node[name] else { return nil }
      node = inner
    }
    return text(node)
  }

  /// Whether both are written alike, byte by byte: then nothing inside of them differs.
  private static func areWrittenAlike(_ old: Node, _ new: Node) -> Bool {
    let (own, other) = (old.range, new.range)
    let count = Int(own.end - own.start)
    guard count == Int(other.end - other.start) else { return false }
    return old.document.source.bytes.withUnsafeBytes { a in
      new.document.source.bytes.withUnsafeBytes { b in
        a[Int(own.start)..<Int(own.end)].elementsEqual(b[Int(other.start)..<Int(other.end)])
      }
    }
  }

  // Results nest as deep as their descriptions do.
  private static func compare(_ old: Node, _ new: Node, _ path: String, into differences: inout [ResultDifference]) {
    if areWrittenAlike(old, new) { return }
    switch (old.kind, new.kind) {
    case (.map, .map):
      let leftOut = leftOut(of: old, path)
      for (key, value) in old.members {
        let name = key.text ?? ""
        if leftOut.contains(name) { continue }
        let inner = path.isEmpty ? name.string : "\(path).\(name)"
        if let other = new[name] {
          compare(value, other, inner, into: &differences)
        } else {
          differences.append(.init(path: inner, from: text(value), to: nil))
        }
      }
      for (key, value) in new.members where old[key.text ?? ""] == nil {
        let name = key.text ?? ""
        if leftOut.contains(name) { continue }
        differences.append(
          .init(path: path.isEmpty ? name.string : "\(path).\(name)", from: nil, to: text(value)))
      }
    case (.list, .list): compareLists(Array(old.elements), Array(new.elements), path, into: &differences)
    case (.number, .number):
      guard let a = old.double, let b = new.double, a != b else { return }
      differences.append(.init(path: path, from: text(old), to: text(new), delta: b - a))
    default:
      let (from, to) = (text(old), text(new))
      if old.kind != new.kind || from != to { differences.append(.init(path: path, from: from, to: to)) }
    }
  }

  /// Members that are not compared: versions, which a result names at its top, and where a row is written. A line that is added to a
  /// file changes nothing for anybody.
  private static func leftOut(of node: Node, _ path: String) -> Set<Text> {
    if path.isEmpty { return ["pack", "rules"] }
    return node["decision"] != nil ? ["file", "line"] : []
  }

  private static func compareLists(
    _ old: [Node], _ new: [Node], _ path: String, into differences: inout [ResultDifference]
  ) {
    guard let names = ids(old), let others = ids(new) else {
      for (a, b) in zip(old, new) { compare(a, b, "\(path)[]", into: &differences) }
      for node in old.dropFirst(new.count) {
        differences.append(.init(path: "\(path)[]", from: text(node), to: nil))
      }
      for node in new.dropFirst(old.count) {
        differences.append(.init(path: "\(path)[]", from: nil, to: text(node)))
      }
      return
    }
    if names.first != others.first {
      differences.append(.init(path: "\(path)[0]", from: names.first, to: others.first))
    }
    let (before, after) = (Set(names), Set(others))
    for name in names where !after.contains(name) {
      differences.append(.init(path: "\(path)[]", from: name, to: nil))
    }
    for name in others where !before.contains(name) {
      differences.append(.init(path: "\(path)[]", from: nil, to: name))
    }
    let common = names.filter(after.contains)
    if common != others.filter(before.contains) {
      differences.append(.init(path: "\(path) (order)", from: "one", to: "another"))
    }
    for name in common {
      guard let a = names.firstIndex(of: name), let b = others.firstIndex(of: name), old[a].kind == .map else {
        continue
      }
      compare(old[a], new[b], "\(path)[]", into: &differences)
    }
  }

  /// What the elements are called: their `id` or `message`, or themselves where they are texts; nil where that does not distinguish them.
  private static func ids(_ elements: [Node]) -> [String]? {
    var ids: [String] = []
    for element in elements {
      guard let id = (element["id"] ?? element["message"])?.text ?? element.text else { return nil }
      ids.append(id.string)
    }
    return Set(ids).count == ids.count ? ids : nil
  }
}
