import TerrainContent
import TerrainDocuments
import TerrainExpressions
import TerrainValues

/// Makes records of what is in a source, as the entries of a map declare it.
struct RecordMaker {
  /// A record of the source.
  struct Candidate {
    let node: Node
    /// Its name, where the source has its records in an object.
    let name: Node?
    /// Its id in the pack.
    var id: Text = ""
    var idOrigin: Node
  }

  private let found: DiagnosticCollector
  /// What is carried over so far.
  var carried: CarriedNodes
  /// The nodes of the map whose paths lead to something in some record, and those whose paths have not so far.
  private var matching: Set<Int32> = []
  private var missing: [Int32: (pointer: JSONPointer, node: Node, depth: Int, nearest: String?)] = [:]

  init(_ source: Node, into found: DiagnosticCollector) {
    self.found = found
    carried = CarriedNodes(source)
  }

  // MARK: The manifest

  /// `node` of the map, with the values of its expressions over `source`. The nesting of the map bounds the recursion.
  mutating func manifest(_ node: Node, of source: Node) -> ImportedValue {
    switch node.kind {
    case .list: return ImportedValue(.list(node.elements.map { manifest($0, of: source) }), from: node)
    case .map:
      return ImportedValue(
        .map(node.members.map { ($0.key.text ?? "", manifest($0.value, of: source)) }), from: node)
    default: break
    }
    guard let text = node.text, ImportExpression.isExpression(text) else { return ImportedValue(copying: node) }
    guard let expression = ImportExpression(node, [.source], into: found) else { return ImportedValue(copying: node) }
    for use in expression.uses { use.pointer.value(in: source).map { if $0.index != 0 { carried.carry($0) } } }
    do throws(EvaluationError) {
      let value = try expression.value(expression.needs(.source) ? [.source: source.value] : [:])
      return ImportedValue(value, from: node) ?? ImportedValue(.scalar(.null), from: node)
    } catch {
      var diagnostic = Diagnostic(error)
      diagnostic.place = diagnostic.place ?? node.place
      found.report(diagnostic)
      return ImportedValue(.scalar(.null), from: node)
    }
  }

  // MARK: Candidates

  /// The records of the source that `entry` makes records of, with their ids.
  mutating func candidates(_ entry: ImportMap.Entry, in source: Node, _ ids: inout ImportedIDs) -> [Candidate] {
    guard let list = entry.from.value(in: source) else {
      found.report(.nothingAtPath(entry.from, at: entry.fromNode, nearest: entry.from.nearest(in: source).pointer))
      return []
    }
    var candidates: [Candidate] = []
    switch list.kind {
    case .list: candidates = list.elements.map { Candidate(node: $0, name: nil, idOrigin: $0) }
    case .map: candidates = list.members.map { Candidate(node: $1, name: $0, idOrigin: $0) }
    default:
      found.report(.notRecords(entry.from, at: entry.fromNode, list))
      return []
    }
    return candidates.compactMap { candidate in
      // Once a source is this wrong, the rest of it teaches nothing.
      guard !found.isExhausted else { return nil }
      guard candidate.node.kind == .map else {
        found.report(.wrongKind(candidate.node, expected: .map, what: "a record of `\(entry.from.text)`"))
        return nil
      }
      return accept(candidate, entry, &ids)
    }
  }

  private mutating func accept(
    _ candidate: Candidate, _ entry: ImportMap.Entry, _ ids: inout ImportedIDs
  ) -> Candidate? {
    if let condition = entry.condition {
      guard let value = evaluate(condition, candidate, nil) else { return nil }
      guard case .bool(let holds) = value else {
        found.report(.conditionHasNoTruth(condition.node, candidate.node))
        return nil
      }
      if !holds {
        carried.drop(candidate.node, because: "`where` does not hold")
        return nil
      }
    }
    guard let (text, origin) = idText(candidate, entry) else {
      found.report(.noID(candidate.node, kind: entry.kind))
      return nil
    }
    let key = entry.key?.value(in: candidate.node)
    key.map { carried.carry($0) }
    carried.carry(origin)
    var candidate = candidate
    candidate.idOrigin = origin
    if entry.derivesID {
      guard let id = ids.derive(text, of: entry.kind, record: candidate.node, key: key?.text) else {
        found.report(.noID(origin, kind: entry.kind))
        return nil
      }
      candidate.id = id
    } else if let other = ids.take(text, of: entry.kind, record: origin, key: key?.text) {
      found.report(.duplicateID(text, kind: entry.kind, at: origin, first: other))
      return nil
    } else {
      candidate.id = text
    }
    return candidate
  }

  /// The text that the id of a record is, or is made of.
  private mutating func idText(_ candidate: Candidate, _ entry: ImportMap.Entry) -> (Text, Node)? {
    switch entry.id {
    case .expression(let expression):
      guard let value = evaluate(expression, candidate, nil), case .string(let text) = value else { return nil }
      return (text, candidate.node)
    case .pointer(let pointer, let node):
      guard let value = self.value(pointer, node, in: candidate.node), let text = value.text else { return nil }
      return (text, value)
    case nil:
      if let name = candidate.name, let text = name.text { return (text, name) }
      guard let value = candidate.node["id"], let text = value.text else { return nil }
      return (text, value)
    }
  }

  // MARK: Records

  /// The record of `entry` made of `candidate`.
  mutating func record(of candidate: Candidate, _ entry: ImportMap.Entry) -> ImportedValue {
    var record = ImportedValue(.map([]), from: candidate.node)
    record.put(ImportedValue(.scalar(.string(candidate.id)), from: candidate.idOrigin), at: ["id"])
    fill(&record, entry.fields, from: candidate.node, candidate)
    return record
  }

  /// Puts `fields`, which come from `node`, in `map`. The nesting of the map bounds the recursion.
  private mutating func fill(
    _ map: inout ImportedValue, _ fields: [ImportMap.Field], from node: Node, _ candidate: Candidate
  ) {
    for field in fields {
      if let value = value(field.rule, from: node, candidate) { map.put(value, at: field.path[...]) }
    }
  }

  private mutating func value(_ rule: ImportMap.Rule, from node: Node, _ candidate: Candidate) -> ImportedValue? {
    if let literal = rule.literal { return ImportedValue(copying: literal) }
    var result: ImportedValue?
    if let (pointer, place) = rule.from {
      let value = value(pointer, place, in: node)
      if let value, value.kind != .null {
        if let each = rule.each { return elements(value, each, candidate) }
        carried.carry(value)
        if let expression = rule.expression {
          result = evaluate(expression, candidate, value).flatMap { ImportedValue($0, from: value) }
        } else {
          result = ImportedValue(copying: value)
        }
      }
    } else if let expression = rule.expression {
      result = evaluate(expression, candidate, nil).flatMap { ImportedValue($0, from: candidate.node) }
    }
    if let values = rule.values { result = result.flatMap { replaced($0, values) } }
    return result ?? rule.otherwise.map { ImportedValue(copying: $0) }
  }

  /// `value` with its texts replaced; nil where it is left out. Bounded by the nesting of the source.
  private mutating func replaced(_ value: ImportedValue, _ values: ImportMap.Replacements) -> ImportedValue? {
    var value = value
    switch value.content {
    case .list(let elements): value.content = .list(elements.compactMap { replaced($0, values) })
    case .scalar(let scalar):
      guard let replacement = values[value.text ?? Text(YAMLText.flow(scalar))] else { return value }
      guard let replacement else {
        carried.drop(value.origin, because: "`values` of the field leaves it out")
        return nil
      }
      value.content = .scalar(.string(replacement))
    case .map: break
    }
    return value
  }

  private mutating func elements(
    _ list: Node, _ fields: [ImportMap.Field], _ candidate: Candidate
  ) -> ImportedValue? {
    guard list.kind == .list else {
      found.report(.wrongKind(list, expected: .list, what: "what `each` is about"))
      return nil
    }
    var elements: [ImportedValue] = []
    for element in list.elements {
      var map = ImportedValue(.map([]), from: element)
      fill(&map, fields, from: element, candidate)
      elements.append(map)
    }
    return ImportedValue(.list(elements), from: list)
  }

  // MARK: Values of the source

  /// What `pointer`, which is written at `place`, leads to in `node`.
  private mutating func value(_ pointer: JSONPointer, _ place: Node, in node: Node) -> Node? {
    if let value = pointer.value(in: node) {
      matching.insert(place.index)
      missing[place.index] = nil
      return value
    }
    guard !matching.contains(place.index), missing[place.index]?.nearest == nil else { return nil }
    let (depth, nearest) = pointer.nearest(in: node)
    if missing[place.index].map({ $0.depth < depth || nearest != nil }) ?? true {
      missing[place.index] = (pointer, place, depth, nearest)
    }
    return nil
  }

  /// Reports paths of the map that lead to nothing in any record.
  func reportMissing() {
    for (_, path) in missing.sorted(by: { $0.key < $1.key }) {
      found.warn(.nothingAtPath(path.pointer, at: path.node, nearest: path.nearest, severity: .warning))
    }
  }

  private mutating func evaluate(
    _ expression: ImportExpression, _ candidate: Candidate, _ value: Node?
  ) -> Value? {
    var values: [ImportExpression.Variable: Value] = [:]
    for use in expression.uses where use.variable == .record {
      use.pointer.value(in: candidate.node).map { if $0.index != candidate.node.index { carried.carry($0) } }
    }
    if expression.needs(.record) { values[.record] = candidate.node.value }
    if expression.needs(.name) { values[.name] = candidate.name?.value ?? .null }
    if let value { values[.value] = value.value }
    do throws(EvaluationError) {
      return try expression.value(values)
    } catch {
      var diagnostic = Diagnostic(error)
      diagnostic.place = diagnostic.place ?? expression.node.place
      diagnostic.related.append(.init(message: "for this record", place: (value ?? candidate.node).place))
      found.report(diagnostic)
      return nil
    }
  }
}

extension Diagnostic {
  fileprivate static func nothingAtPath(
    _ pointer: JSONPointer, at node: Node, nearest: String?, severity: Severity = .error
  ) -> Diagnostic {
    Diagnostic(
      code: "import/nothing-at-path", severity: severity,
      message: severity == .error
        ? "the source has nothing at `\(pointer.text)`" : "no record of the source has anything at `\(pointer.text)`",
      at: node, fix: nearest.map { "did you mean `\($0)`?" })
  }

  fileprivate static func notRecords(_ pointer: JSONPointer, at node: Node, _ value: Node) -> Diagnostic {
    Diagnostic(
      code: "import/not-records",
      message: "records come from a list or an object, and `\(pointer.text)` is \(value.kind.phrase)", at: node,
      related: [.init(message: "in the source", place: value.place)])
  }

  fileprivate static func conditionHasNoTruth(_ node: Node, _ record: Node) -> Diagnostic {
    Diagnostic(
      code: "import/not-a-condition", message: "`where` is neither true nor false", at: node,
      related: [.init(message: "for this record", place: record.place)])
  }

  fileprivate static func noID(_ node: Node, kind: Text) -> Diagnostic {
    Diagnostic(
      code: "import/no-id", message: "nothing here can be the id of a \(kind)", at: node,
      fix: "give the entry `id: /…` or `derived_id: /…` with the path of a text; an id needs letters a–z or digits")
  }

  fileprivate static func duplicateID(_ id: Text, kind: Text, at node: Node, first: Node) -> Diagnostic {
    Diagnostic(
      code: "import/duplicate-id", message: "`\(id)` is the id of another \(kind) already", at: node,
      related: [.init(message: "first used here", place: first.place)],
      fix: "`derived_id` makes ids unique; else give one of them another id in the source")
  }
}
