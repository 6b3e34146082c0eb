import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainValues

// What is wrong inside a fact of records is said at the field that is wrong, again without repeating what was given.

extension FactReader {
  /// Reports what is wrong with `node`, which is no value of `fact`, by what a reader of literals has collected in `part`.
  func report(_ part: DiagnosticCollector, about fact: Fact, at node: Node, into found: DiagnosticCollector) {
    if fact.declaration.type.holdsRecords {
      let diagnostics = part.diagnostics.compactMap { diagnostic(about: fact, at: node, $0, found.suggestions) }
      found.report(contentsOf: diagnostics)
      found.count(errors: part.errorCount - diagnostics.count)
      if !diagnostics.isEmpty { return }
    }
    found.report(
      .wrongFact(fact, at: part.first?.place.flatMap { Self.element(of: node, $0) } ?? node, found.suggestions))
  }

  private func diagnostic(
    about fact: Fact, at node: Node, _ found: Diagnostic, _ suggestions: Suggestions
  ) -> Diagnostic? {
    guard found.severity == .error, let place = found.place else { return nil }
    let (blamed, type) = Self.blamed(node, fact.declaration.type, place)
    let way = fact.name.string + blamed.path.dropFirst(node.path.count)
    if case .record = type, blamed.kind == .map {
      // A key too few, or one too many.
      return .wrongField(found.message, at: place, blamed, fix: found.fix)
    }
    if case .record(let record) = type, let known = records[record.name] {
      return .noSuchRecord(way, record.name, at: blamed, among: known.ids, suggestions)
    }
    return .wrongValue(way, type, at: blamed, suggestions)
  }

  /// Of a list, the element that `place` is in.
  private static func element(of node: Node, _ place: Place) -> Node? {
    node.kind == .list ? node.elements.first { $0.holds(place) } : nil
  }

  /// The innermost that a type says something of, and that `place` is in. Recursion is bounded by the type.
  private static func blamed(_ node: Node, _ type: CELType, _ place: Place) -> (node: Node, type: CELType) {
    switch (type, node.kind) {
    case (.optional(let wrapped), _): return blamed(node, wrapped, place)
    case (.list(let element), .list):
      if let item = node.elements.first(where: { $0.holds(place) }) { return blamed(item, element, place) }
    case (.record(let record), .map):
      let member = node.members.first { $0.value.holds(place) }
      if let member, let index = member.key.text.flatMap({ record.index(of: $0) }) {
        return blamed(member.value, record.fields[index].type, place)
      }
    default: break
    }
    return (node, type)
  }
}

extension Node {
  /// Whether `place` begins in it.
  fileprivate func holds(_ place: Place) -> Bool {
    let range = self.range
    return range.start <= place.range.start && place.range.start <= range.end
  }
}

extension CELType {
  /// Whether values of it have fields, wherever.
  var holdsRecords: Bool {
    switch self {
    case .record: true
    case .optional(let wrapped), .list(let wrapped): wrapped.holdsRecords
    default: false
    }
  }
}
