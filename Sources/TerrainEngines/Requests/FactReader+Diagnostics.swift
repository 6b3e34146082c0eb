import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

// Diagnostics about facts that hold records are located at the field that is wrong. They do not quote values.

extension FactReader {
  /// Reports what is wrong with `node`, which is not a value of `fact`, by what a reader of literals has collected in `part`.
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
    node.kind == .list ? node.elements.first(holding: place, in: node) { $0 } : nil
  }

  /// The innermost node that has a type and that `place` is in. Recursion is bounded by the type.
  private static func blamed(_ node: Node, _ type: CELType, _ place: Place) -> (node: Node, type: CELType) {
    switch (type, node.kind) {
    case (.optional(let wrapped), _): return blamed(node, wrapped, place)
    case (.list(let element), .list):
      if let item = node.elements.first(holding: place, in: node, { $0 }) { return blamed(item, element, place) }
    case (.record(let record), .map):
      let member = node.members.first(holding: place, in: node) { $0.value }
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
    let own = self.place
    return own.source === place.source && own.range.start <= place.range.start && place.range.start <= own.range.end
  }
}

extension Sequence {
  /// The first part of `whole` whose node `place` begins in. Parts are in the order of the source: where `place` is in `whole`,
  /// those after it are not looked at, so that a hundred diagnostics do not cost a hundred walks over a long document.
  fileprivate func first(holding place: Place, in whole: Node, _ node: (Element) -> Node) -> Element? {
    // What an alias represents may be anywhere.
    let isInside = whole.range.start <= place.range.start
    for part in self {
      let own = node(part)
      if own.holds(place) { return part }
      if isInside, own.range.start > place.range.start { return nil }
    }
    return nil
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

extension Diagnostic {
  /// Something inside a fact, at `way`, is of another type.
  static func wrongValue(_ way: String, _ type: CELType, at node: Node, _ suggestions: Suggestions) -> Diagnostic {
    let words = type.words
    let expected =
      words.map { "a \(type.isList ? "list of words" : "word") of `\($0.name)`" } ?? "a value of type `\(type)`"
    return Diagnostic(
      code: "request/wrong-fact", message: "`\(way)` has to be \(expected)", at: node,
      fix: words.flatMap { self.words($0, at: node, suggestions) })
  }

  static func wrongFact(
    _ fact: Fact, at node: Node, place: Place? = nil, _ suggestions: Suggestions
  ) -> Diagnostic {
    var expected = "a value of type `\(fact.declaration.type)`"
    var fix: String?
    if let words = fact.declaration.type.words {
      expected = fact.declaration.type.isList ? "a list of values of `\(words.name)`" : "a value of `\(words.name)`"
      fix = Self.words(words, at: node, suggestions)
    }
    return Diagnostic(
      code: "request/wrong-fact", message: "`\(fact.name)` has to be \(expected)", place: place ?? node.place, fix: fix,
      path: node.path)
  }

  static func noSuchRecord(
    _ fact: Fact, at node: Node, among ids: [Text], _ suggestions: Suggestions
  ) -> Diagnostic {
    noSuchRecord(fact.name.string, Text("\(fact.declaration.type)"), at: node, among: ids, suggestions)
  }

  /// Something inside a fact, at `way`, has to name a record.
  static func noSuchRecord(
    _ way: String, _ type: Text, at node: Node, among ids: [Text], _ suggestions: Suggestions
  ) -> Diagnostic {
    Diagnostic(
      code: "request/unknown-record", message: "`\(way)` has to be the id of a record of `\(type)`", at: node,
      fix: suggestions.fix(node.text, among: ids, kind: "records of \(type)", listing: "one of"))
  }

  /// A record inside a fact has a key too few, or too many; `message` names it.
  static func wrongField(_ message: String, at place: Place, _ record: Node, fix: String?) -> Diagnostic {
    Diagnostic(code: "request/wrong-fact", message: message, place: place, fix: fix, path: record.path)
  }

  private static func words(_ words: EnumerationType, at node: Node, _ suggestions: Suggestions) -> String? {
    suggestions.fix(node.text, among: words.cases, kind: "values of \(words.name)", listing: "one of")
  }
}

extension CELType {
  /// The vocabulary whose word, or list of words, a value of this type is.
  fileprivate var words: EnumerationType? {
    switch self {
    case .enumeration(let words), .list(.enumeration(let words)): words
    case .optional(let wrapped): wrapped.words
    default: nil
    }
  }

  fileprivate var isList: Bool {
    if case .list = self { return true }
    return false
  }
}
