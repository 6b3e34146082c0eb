import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// What some of a decision's results imply about its type: literals leave it open (`3` may be an `int` or a
/// `double`), expressions do not.
indirect enum ResultShape {
  /// Nothing yet: no result, or an empty list's elements.
  case unknown
  case null
  case bool
  /// A whole number.
  case whole
  /// A number with a fraction.
  case fraction
  /// Texts: the values of an enum, in the order they are written.
  case texts(Texts)
  case list(ResultShape)
  case record([(name: Text, shape: ResultShape)])
  case optional(ResultShape)
  /// An expression's type.
  case exactly(CELType)

  /// Texts in the order they are written, each once. A table can have thousands of results that are all different: they
  /// are gathered in one list, which the merged shape owns.
  final class Texts {
    private(set) var list: [Text]
    private var members: Set<Text>

    init(_ text: Text) {
      list = [text]
      members = [text]
    }

    func add(_ other: Texts) {
      for text in other.list where members.insert(text).inserted { list.append(text) }
    }
  }
}

extension ResultShape {
  /// The shape of a literal.
  init(_ node: Node) {
    switch node.kind {
    case .null: self = .null
    case .bool: self = .bool
    case .number: self = node.isInteger ? .whole : .fraction
    case .string: self = .texts(Texts(node.text ?? ""))
    // Templates take lists and maps apart.
    case .list, .map: self = .unknown
    }
  }

  /// What both shapes are; nil when nothing is both. Texts of the second are added to those of the first.
  static func merged(_ a: ResultShape, _ b: ResultShape) -> ResultShape? {
    switch (a, b) {
    case (.unknown, let other), (let other, .unknown): return other
    case (.null, .null): return .null
    case (.null, .optional(let shape)), (.optional(let shape), .null): return .optional(shape)
    case (.exactly(.optional(let type)), .null), (.null, .exactly(.optional(let type))):
      return .exactly(.optional(type))
    case (.null, let shape), (let shape, .null): return .optional(shape)
    case (.exactly(.optional(let type)), let other), (let other, .exactly(.optional(let type))):
      if case .exactly(let otherType) = other, otherType == .optional(type) { return other }
      if case .optional(let shape) = other { return merged(.exactly(type), shape).map { .optional($0) } }
      return merged(.exactly(type), other).map { .optional($0) }
    case (.optional(let x), .optional(let y)): return merged(x, y).map { .optional($0) }
    case (.optional(let x), let y), (let y, .optional(let x)): return merged(x, y).map { .optional($0) }
    case (.bool, .bool): return .bool
    case (.whole, .whole): return .whole
    case (.fraction, .fraction), (.whole, .fraction), (.fraction, .whole): return .fraction
    case (.texts(let x), .texts(let y)):
      x.add(y)
      return a
    case (.list(let x), .list(let y)): return merged(x, y).map { .list($0) }
    case (.record(let x), .record(let y)): return mergedRecords(x, y)
    case (.exactly(let x), .exactly(let y)): return mergedTypes(x, y)
    case (.exactly(let type), let shape), (let shape, .exactly(let type)):
      return shape.isOf(type)
        ? (type.isEnumeration && !shape.isWordsOf(type) ? .exactly(.string) : .exactly(type)) : nil
    default: return nil
    }
  }

  private static func mergedRecords(
    _ a: [(name: Text, shape: ResultShape)], _ b: [(name: Text, shape: ResultShape)]
  ) -> ResultShape? {
    var fields: [(name: Text, shape: ResultShape)] = []
    var others = Dictionary(keepingFirst: b.map { ($0.name, $0.shape) })
    for (name, shape) in a {
      guard let other = others.removeValue(forKey: name) else {
        fields.append((name, shape.madeOptional))
        continue
      }
      guard let both = merged(shape, other) else { return nil }
      fields.append((name, both))
    }
    for (name, shape) in b where others[name] != nil { fields.append((name, shape.madeOptional)) }
    return .record(fields)
  }

  private var madeOptional: ResultShape {
    switch self {
    case .optional, .null, .exactly(.optional): self
    default: .optional(self)
    }
  }

  private static func mergedTypes(_ a: CELType, _ b: CELType) -> ResultShape? {
    if a == b { return .exactly(a) }
    if a.isUnknown || b.isUnknown { return .exactly(.error) }
    if a.erased == .string, b.erased == .string { return .exactly(.string) }
    if a.isDynamic || b.isDynamic { return .exactly(.dyn) }
    return nil
  }

  /// True when a literal of this shape can be read as `type`.
  private func isOf(_ type: CELType) -> Bool {
    switch (self, type) {
    case (_, .dyn), (_, .error), (.unknown, _): return true
    case (.bool, .bool), (.null, .null): return true
    case (.whole, .int), (.whole, .uint), (.whole, .double), (.whole, .decimal): return true
    case (.fraction, .double), (.fraction, .decimal): return true
    case (.texts, .string), (.texts, .enumeration): return true
    case (.texts(let texts), .timestamp), (.texts(let texts), .duration), (.texts(let texts), .decimal):
      return texts.list.allSatisfy { LiteralReader.value(of: $0, as: type) != nil }
    case (.list(let shape), .list(let element)): return shape.isOf(element)
    case (.record(let fields), .map(_, let value)): return fields.allSatisfy { $0.shape.isOf(value) }
    case (.exactly(let mine), _): return mine == type
    default: return false
    }
  }

  private func isWordsOf(_ type: CELType) -> Bool {
    guard case .texts(let texts) = self, case .enumeration(let vocabulary) = type else { return false }
    return texts.list.allSatisfy { vocabulary.code(of: $0) != nil }
  }

  /// The type, where vocabularies and records made here get the name `name`.
  func type(named name: Text) -> CELType {
    switch self {
    case .unknown: .dyn
    case .null: .null
    case .bool: .bool
    case .whole: .int
    case .fraction: .double
    case .texts(let texts): .enumeration(EnumerationType(name: name, cases: texts.list))
    case .list(let shape): .list(shape.type(named: name))
    case .optional(let shape): .optional(shape.type(named: name))
    case .record(let fields):
      .record(
        RecordType(
          name: name,
          fields: fields.map { .init(name: $0.name, type: $0.shape.type(named: Text("\(name).\($0.name)"))) }))
    case .exactly(let type): type
    }
  }
}

extension CELType {
  fileprivate var isEnumeration: Bool {
    if case .enumeration = self { return true }
    return false
  }
}
