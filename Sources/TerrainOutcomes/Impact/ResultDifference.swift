import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines

/// One difference between two results: its path, and both values.
struct ResultDifference: Hashable, Sendable {
  /// The old and the new value.
  struct Kind: Hashable, Sendable {
    /// The old value, as JSON; nil if it is absent.
    let from: String?
    /// The new value, as JSON; nil if it is absent.
    let to: String?
  }

  /// The path without indices: `parts.suggestions.items[].score`. Lists are compared by the ids of their elements.
  let path: String
  let kind: Kind
  /// The old number; nil for other values.
  let before: Double?
  /// The change of a number; nil for other values.
  let delta: Double?
  /// True if it follows from another difference in the results.
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
  /// element, by order, and by the fields of the elements that both have. Versions of packs and rules, which differ between any
  /// two versions, are left out.
  ///
  /// - Parameters:
  ///   - shape: the shape of both results, or nil if it is unknown.
  ///   - scope: the members that are compared.
  static func all(
    _ old: Node, _ new: Node, of shape: Shape? = nil, _ scope: ComparedMembers = .outcomes
  ) -> [ResultDifference] {
    var comparison = NodeComparison(scope)
    comparison.compare(old, new, NodeComparison.Position(path: "", shapes: shape.map { [$0] } ?? [], isDetail: false))
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

  /// The value at `path` in `node`, or nil.
  static func text(at path: [Text], in node: Node) -> String? {
    var node = node
    for name in path {
      guard let inner = node[name] else { return nil }
      node = inner
    }
    return text(node)
  }
}

/// The members of results that a comparison of two versions considers.
package enum ComparedMembers: Sendable {
  /// The results for people. Members that explain it (rows, criteria, margins) may differ.
  case outcomes
  /// Every member.
  case everything
}

/// Compares two results, member by member, along the shape that describes both.
private struct NodeComparison {
  /// A position in both results.
  struct Position {
    /// The path without indices.
    var path: String
    /// The possible shapes of a value here; empty if the shape is unknown.
    var shapes: [Shape]
    /// True if the position is inside a complete account, whose figures are also outside of it.
    var isDetail: Bool

    func member(_ name: String, _ shapes: [Shape], isDetail: Bool) -> Position {
      Position(path: path.isEmpty ? name : "\(path).\(name)", shapes: shapes, isDetail: isDetail)
    }
  }

  /// The shapes of a map's members.
  private struct Members {
    private var fields: [String: [Shape.Field]] = [:]
    private var others: [Shape] = []
    private(set) var isDetail: Bool

    init(of position: Position) {
      isDetail = position.isDetail
      for shape in position.shapes { add(shape) }
    }

    /// Every alternative adds its members. A named shape that mentions itself does so in a member, which is read later.
    private mutating func add(_ shape: Shape) {
      switch shape.form {
      case .object(let object):
        for field in object {
          if field.keys == nil { fields[field.name, default: []].append(field) } else { others.append(field.shape) }
        }
      case .map(let value): others.append(value)
      case .either(let shapes): for shape in shapes { add(shape) }
      case .named(let name, let shape):
        if name == AccountDocument.shapeName { isDetail = true }
        add(shape())
      case .list, .anything, .null, .flag, .integer, .number, .text, .words, .enumeration, .declared, .id, .record:
        break
      }
    }

    func shapes(of name: String) -> [Shape] { fields[name]?.map(\.shape) ?? others }

    func isExplanatory(_ name: String) -> Bool { fields[name]?.contains(where: \.isExplanatory) ?? false }

    /// True if the members name a version: by an id, a version, and a hash.
    var isVersion: Bool {
      let required = Set(fields.filter { $0.value.contains(where: \.isRequired) }.keys)
      return required == ["id", "version", "hash"]
    }
  }

  private let scope: ComparedMembers
  private(set) var differences: [ResultDifference] = []

  init(_ scope: ComparedMembers) { self.scope = scope }

  private mutating func add(
    _ position: Position, _ suffix: String = "", from: String?, to: String?, before: Double? = nil, delta: Double? = nil
  ) {
    differences.append(
      ResultDifference(
        path: position.path + suffix, from: from, to: to, before: before, delta: delta, isDetail: position.isDetail))
  }

  /// Returns true if both have the same bytes, so that they contain no difference.
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
  mutating func compare(_ old: Node, _ new: Node, _ position: Position) {
    if Self.areWrittenAlike(old, new) { return }
    switch (old.kind, new.kind) {
    case (.map, .map): compareMaps(old, new, position)
    case (.list, .list): compareLists(Array(old.elements), Array(new.elements), position)
    case (.number, .number):
      guard let a = old.double, let b = new.double, a != b else { return }
      add(position, from: ResultDifference.text(old), to: ResultDifference.text(new), before: a, delta: b - a)
    default:
      let (from, to) = (ResultDifference.text(old), ResultDifference.text(new))
      if old.kind != new.kind || from != to { add(position, from: from, to: to) }
    }
  }

  private mutating func compareMaps(_ old: Node, _ new: Node, _ position: Position) {
    let members = Members(of: position)
    if members.isVersion { return }
    // Leaves out the location of a row, because a line added to a file affects no result.
    let leftOut: Set<Text> = old["decision"] != nil ? ["file", "line"] : []
    func isCompared(_ name: Text) -> Bool {
      if leftOut.contains(name) { return false }
      if position.shapes.isEmpty, position.path.isEmpty, name == "pack" || name == "rules" { return false }
      return scope == .everything || !members.isExplanatory(name.string)
    }
    func inner(_ name: Text) -> Position {
      position.member(name.string, members.shapes(of: name.string), isDetail: members.isDetail)
    }
    for (key, value) in old.members {
      let name = key.text ?? ""
      guard isCompared(name) else { continue }
      if let other = new[name] {
        compare(value, other, inner(name))
      } else {
        add(inner(name), from: ResultDifference.text(value), to: nil)
      }
    }
    for (key, value) in new.members {
      let name = key.text ?? ""
      if isCompared(name), old[name] == nil { add(inner(name), from: nil, to: ResultDifference.text(value)) }
    }
  }

  private mutating func compareLists(_ old: [Node], _ new: [Node], _ position: Position) {
    let element = Position(
      path: "\(position.path)[]", shapes: Self.elementShapes(of: position.shapes), isDetail: position.isDetail)
    guard let names = Self.ids(old), let others = Self.ids(new) else {
      for (a, b) in zip(old, new) { compare(a, b, element) }
      for node in old.dropFirst(new.count) { add(element, from: ResultDifference.text(node), to: nil) }
      for node in new.dropFirst(old.count) { add(element, from: nil, to: ResultDifference.text(node)) }
      return
    }
    if names.first != others.first { add(position, "[0]", from: names.first, to: others.first) }
    let (before, after) = (Set(names), Set(others))
    for name in names where !after.contains(name) { add(element, from: name, to: nil) }
    for name in others where !before.contains(name) { add(element, from: nil, to: name) }
    let common = names.filter(after.contains)
    if common != others.filter(before.contains) { add(position, " (order)", from: "one", to: "another") }
    for name in common {
      guard let a = names.firstIndex(of: name), let b = others.firstIndex(of: name), old[a].kind == .map else {
        continue
      }
      compare(old[a], new[b], element)
    }
  }

  /// The shapes of elements of a list that has one of `shapes`.
  private static func elementShapes(of shapes: [Shape]) -> [Shape] {
    shapes.flatMap { shape -> [Shape] in
      switch shape.form {
      case .list(let element, _): [element]
      case .either(let shapes): elementShapes(of: shapes)
      case .named(_, let shape): elementShapes(of: [shape()])
      case .object, .map, .anything, .null, .flag, .integer, .number, .text, .words, .enumeration, .declared, .id,
        .record:
        []
      }
    }
  }

  /// The ids of the elements: their `id` or `message`, or the elements themselves if they are texts; nil if these do not distinguish
  /// the elements.
  private static func ids(_ elements: [Node]) -> [String]? {
    var ids: [String] = []
    for element in elements {
      guard let id = (element["id"] ?? element["message"])?.text ?? element.text else { return nil }
      ids.append(id.string)
    }
    return Set(ids).count == ids.count ? ids : nil
  }
}
