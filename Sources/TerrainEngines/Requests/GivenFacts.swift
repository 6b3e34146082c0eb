import TerrainRules
import TerrainDocuments
import TerrainBase

/// Collects the facts that a request gives by their names, and diagnostics about them.
struct GivenFacts {
  /// What was given.
  private(set) var values: [(fact: Fact, value: Value)] = []
  /// Records that the caller has and not the pack, by their kinds.
  private(set) var records: [Text: [Node]] = [:]

  private let rules: RuleSet
  private let allNames: () -> Set<Text>
  private let supplied: (Text) -> Bool
  private let reader: FactReader
  private let diagnostics: DiagnosticCollector
  /// ``allNames``, once they were needed.
  private var everyName: Set<Text>?
  private var places: [Text: Node] = [:]

  /// A collector for `rules`.
  ///
  /// - Parameters:
  ///   - allNames: the facts that some rule declares, loaded or not.
  ///   - supplied: facts that the engine itself finds, beside those of calendar and clock.
  ///   - found: collects what is wrong.
  init(
    _ rules: RuleSet, allNames: @escaping () -> Set<Text>, supplied: Set<Text> = [], reader: FactReader,
    into diagnostics: DiagnosticCollector
  ) {
    self.rules = rules
    self.allNames = allNames
    self.supplied = { supplied.contains($0) || Moment.factNames.contains($0) }
    self.reader = reader
    self.diagnostics = diagnostics
  }

  /// The pack whose records facts may name.
  var pack: Pack { reader.pack }

  /// Takes the records of a kind that the caller brings; to be called before facts may name them.
  mutating func bring(_ key: Node, _ node: Node) {
    guard let name = key.text, reader.pack.kind(name)?.isHandedIn == true else {
      diagnostics.report(.notHandedIn(at: key, among: reader.pack.kinds.filter { $0.isHandedIn }.map { $0.name }))
      return
    }
    guard node.kind == .list else {
      diagnostics.report(.wrongKind(node, expected: .list, what: "the records of a kind"))
      return
    }
    records[name] = Array(node.elements)
  }

  /// Takes the fact `key`.
  mutating func give(_ key: Node, _ node: Node) {
    guard let name = key.text else { return }
    let fact = rules.fact(name)
    if supplied(name) || fact?.declaration.isPerCandidate == true {
      diagnostics.report(.suppliedFact(name, at: key))
      return
    }
    guard let fact else {
      // A profile serves many pages, and not every page looks at all of it.
      let all = everyName ?? allNames()
      everyName = all
      if all.contains(name) { return }
      diagnostics.report(.noSuchFact(name, at: key, among: names(all), diagnostics.suggestions))
      return
    }
    if let first = places[name] {
      diagnostics.report(.factGivenTwice(name, at: key, first: first))
      return
    }
    places[name] = key
    if node.kind == .null { return }
    if let value = reader.value(node, of: fact, besides: records, into: diagnostics) { values.append((fact, value)) }
  }

  /// The facts of `all` that can be given, by name.
  private func names(_ all: Set<Text>) -> [Text] {
    let (ofCandidates, others) = (
      rules.facts.filter { $0.declaration.isPerCandidate }, rules.facts.filter { !$0.declaration.isPerCandidate }
    )
    return all.union(others.map { $0.name }).subtracting(ofCandidates.map { $0.name }).filter { !supplied($0) }
      .ordered()
  }
}

extension Diagnostic {
  static func factGivenTwice(_ name: Text, at key: Node, first: Node) -> Diagnostic {
    Diagnostic(
      code: "request/fact-twice", message: "the fact `\(name)` is given twice", at: key,
      related: [.init(message: "first given here", place: first.place)])
  }

  static func suppliedFact(_ name: Text, at key: Node) -> Diagnostic {
    Diagnostic(
      code: "request/supplied-fact", message: "`\(name)` is found from the clock or the ranking, and cannot be given",
      at: key, fix: "give `now`, or `date` and `time`")
  }

  static func notHandedIn(at key: Node, among kinds: [Text]) -> Diagnostic {
    Diagnostic(
      code: "request/not-handed-in", message: "`\(key.text ?? "")` is not a kind whose records a request contains",
      at: key,
      fix: kinds.isEmpty ? nil : "those are \(kinds.quoted)")
  }

  static func noSuchFact(
    _ name: Text, at key: Node, among names: [Text], _ suggestions: Suggestions
  ) -> Diagnostic {
    Diagnostic(
      code: "request/unknown-fact", message: "no rule declares a fact `\(name)`", at: key,
      fix: suggestions.fix(name, among: names, kind: "facts", listing: "facts are"))
  }
}
