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
  /// What a number was; nil for other values.
  let before: Double?
  /// What a number changed by; nil for other values.
  let delta: Double?
  /// Whether it follows from what differs elsewhere in the results.
  let isDetail: Bool

  init(
    path: String, from: String?, to: String?, before: Double? = nil, delta: Double? = nil, isDetail: Bool = false
  ) {
    self.path = path
    kind = Kind(from: from, to: to)
    self.before = before
    self.delta = delta
    self.isDetail = isDetail
  }

  /// The differences between `old` and `new`. A pair of lists whose elements have ids is compared by membership, by its first
  /// element, by order, and by the fields of the elements that both have.
  ///
  /// - Parameter layout: what is left out, and what are details. A detail that repeats another difference is left out.
  static func all(_ old: Node, _ new: Node, _ layout: ResultLayout = ResultLayout()) -> [ResultDifference] {
    var comparison = NodeComparison(layout)
    comparison.compare(old, new, "")
    let figures = Dictionary(grouping: comparison.differences.filter { !$0.isDetail }, by: \.kind)
    return comparison.differences.filter { difference in
      guard difference.isDetail, let others = figures[difference.kind] else { return true }
      return !others.contains { difference.path.hasSuffix(".\($0.path)") }
    }
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
}

/// Compares two results, member by member.
private struct NodeComparison {
  private let layout: ResultLayout
  private(set) var differences: [ResultDifference] = []

  init(_ layout: ResultLayout) { self.layout = layout }

  private mutating func add(
    _ path: String, from: String?, to: String?, before: Double? = nil, delta: Double? = nil
  ) {
    differences.append(
      ResultDifference(
        path: path, from: from, to: to, before: before, delta: delta, isDetail: layout.isDetail(path)))
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
  mutating func compare(_ old: Node, _ new: Node, _ path: String) {
    if Self.areWrittenAlike(old, new) { return }
    switch (old.kind, new.kind) {
    case (.map, .map):
      // Where a row is written: a line that is added to a file changes nothing for anybody.
      let leftOut: Set<Text> = old["decision"] != nil ? ["file", "line"] : []
      for (key, value) in old.members {
        let name = key.text ?? ""
        let inner = path.isEmpty ? name.string : "\(path).\(name)"
        if leftOut.contains(name) || layout.versions.contains(inner) { continue }
        if let other = new[name] {
          compare(value, other, inner)
        } else {
          add(inner, from: ResultDifference.text(value), to: nil)
        }
      }
      for (key, value) in new.members where old[key.text ?? ""] == nil {
        let name = key.text ?? ""
        let inner = path.isEmpty ? name.string : "\(path).\(name)"
        if leftOut.contains(name) || layout.versions.contains(inner) { continue }
        add(inner, from: nil, to: ResultDifference.text(value))
      }
    case (.list, .list): compareLists(Array(old.elements), Array(new.elements), path)
    case (.number, .number):
      guard let a = old.double, let b = new.double, a != b else { return }
      add(path, from: ResultDifference.text(old), to: ResultDifference.text(new), before: a, delta: b - a)
    default:
      let (from, to) = (ResultDifference.text(old), ResultDifference.text(new))
      if old.kind != new.kind || from != to { add(path, from: from, to: to) }
    }
  }

  private mutating func compareLists(_ old: [Node], _ new: [Node], _ path: String) {
    guard let names = Self.ids(old), let others = Self.ids(new) else {
      for (a, b) in zip(old, new) { compare(a, b, "\(path)[]") }
      for node in old.dropFirst(new.count) {
        add("\(path)[]", from: ResultDifference.text(node), to: nil)
      }
      for node in new.dropFirst(old.count) {
        add("\(path)[]", from: nil, to: ResultDifference.text(node))
      }
      return
    }
    if names.first != others.first {
      add("\(path)[0]", from: names.first, to: others.first)
    }
    let (before, after) = (Set(names), Set(others))
    for name in names where !after.contains(name) {
      add("\(path)[]", from: name, to: nil)
    }
    for name in others where !before.contains(name) {
      add("\(path)[]", from: nil, to: name)
    }
    let common = names.filter(after.contains)
    if common != others.filter(before.contains) {
      add("\(path) (order)", from: "one", to: "another")
    }
    for name in common {
      guard let a = names.firstIndex(of: name), let b = others.firstIndex(of: name), old[a].kind == .map else {
        continue
      }
      compare(old[a], new[b], "\(path)[]")
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
