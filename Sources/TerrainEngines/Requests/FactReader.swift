import Synchronization
import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Reads the facts of requests: records of the pack by their ids, wherever they are; records of the request as they are.
/// Diagnostics do not quote values.
struct FactReader: Sendable {
  let pack: Pack
  let records: RecordValues

  /// A reader for facts with the records of `pack`.
  init(pack: Pack, records: RecordValues) {
    self.pack = pack
    self.records = records
  }

  /// Finds the records of the pack that facts can name.
  var finder: RecordFinder {
    let records = self.records
    return RecordFinder { type, id in records[type]?.value(of: id) }
  }

  /// `node` as the value of `fact`; nil, with diagnostics, if it is not valid.
  ///
  /// - Parameter brought: records that the caller has and not the pack, by their kinds.
  func value(
    _ node: Node, of fact: Fact, besides brought: [Text: [Node]] = [:], into found: DiagnosticCollector
  ) -> Value? {
    if fact.refusal(ofSizeOf: node) != nil {
      found.report(.factOutOfRange(fact, at: node))
      return nil
    }
    if case .record(let type) = fact.declaration.type {
      if let known = records[type.name] {
        if let id = node.text, let value = known.value(of: id) { return value }
        found.report(.noSuchRecord(fact, at: node, among: known.ids, found.suggestions))
        return nil
      }
      if pack.kind(type.name)?.isHandedIn == true {
        let part = found.part(keeping: 1)
        let known = node.text.flatMap { id in
          brought[type.name]?.first { $0.kind == .map && $0["id"]?.text == id }
        }
        if let value = record(known ?? node, kind: type.name, into: part) { return value }
        found.report(.wrongFact(fact, at: node, place: part.first?.place, found.suggestions))
        return nil
      }
    }
    let finder = self.finder
    // Values are nearly always valid: errors are located only for invalid values.
    var quick = LiteralReader(missingListsAreEmpty: true, records: finder, into: nil)
    guard let value = quick.read(node, as: fact.declaration.type) else {
      // For a fact without records only the location of the first error is needed; its suggestion is made below.
      let part =
        fact.declaration.type.holdsRecords ? found.part() : DiagnosticCollector(.request).part(keeping: 1)
      var reader = LiteralReader(missingListsAreEmpty: true, records: finder, into: part)
      _ = reader.read(node, as: fact.declaration.type)
      report(part, about: fact, at: node, into: found)
      return nil
    }
    guard fact.declaration.admits(value) else {
      found.report(.factOutOfRange(fact, at: node))
      return nil
    }
    return value
  }

  /// `node` as a record of `kind`; fields that its type does not have are ignored.
  func record(_ node: Node, kind: Text, into found: DiagnosticCollector) -> Value? {
    guard let reading = pack.reading(kind), node.kind == .map else { return nil }
    let record = Pack.Record(id: node["id"]?.text ?? "", node: node)
    return reading.value(of: record, kind: kind, into: found)
  }
}

extension RecordFinder {
  /// Finds the records of `pack`, and caches them, because a list may name a record many times.
  package static func held(by pack: Pack) -> RecordFinder {
    let known = KnownRecords()
    return RecordFinder { type, id in known.value(type, id) { pack.value(type, id) } }
  }
}

/// Records that were found before.
private final class KnownRecords: Sendable {
  private let values = Mutex<[Text: [Text: Value]]>([:])

  func value(_ type: Text, _ id: Text, otherwise find: () -> Value?) -> Value? {
    if let known = values.withLock({ $0[type]?[id] }) { return known }
    let value = find()
    if value != nil { values.withLock { $0[type, default: [:]][id] = value } }
    return value
  }
}

extension Diagnostic {
  static func factOutOfRange(_ fact: Fact, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "request/fact-range", message: "`\(fact.name)` has to be \(fact.declaration.limits)", at: node,
      related: [.init(message: "declared here", place: fact.declaration.place)])
  }
}

// Diagnostics about facts with records are located at the invalid field. They do not quote values.

extension FactReader {
  /// Reports the errors of `node`, which is not a value of `fact`, from the diagnostics that a reader of literals collected in `part`.
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
      // The record lacks a key, or has an unknown key.
      return .wrongField(found.message, at: place, blamed, fix: found.fix)
    }
    if case .record(let record) = type, let known = records[record.name] {
      return .noSuchRecord(way, record.name, at: blamed, among: known.ids, suggestions)
    }
    return .wrongValue(way, type, at: blamed, suggestions)
  }

  /// For a list, the element that contains `place`.
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
  /// Returns true if `place` begins in it.
  fileprivate func holds(_ place: Place) -> Bool {
    let own = self.place
    return own.source === place.source && own.range.start <= place.range.start && place.range.start <= own.range.end
  }
}

extension Sequence {
  /// The first part of `whole` whose node `place` begins in. Parts are in the order of the source. If `place` is in `whole`, the search
  /// ends after `place`, so that a hundred diagnostics do not cost a hundred walks over a long document.
  fileprivate func first(holding place: Place, in whole: Node, _ node: (Element) -> Node) -> Element? {
    // The target of an alias may be anywhere.
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
  /// True if values of the type contain records at any depth.
  var holdsRecords: Bool {
    switch self {
    case .record: true
    case .optional(let wrapped), .list(let wrapped): wrapped.holdsRecords
    default: false
    }
  }
}

extension Diagnostic {
  /// A part of a fact, at `way`, has the wrong type.
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

  /// A record inside a fact lacks a key or has an unknown key, which `message` names.
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

/// Collects the facts that a request gives by name, with diagnostics about them.
struct GivenFacts {
  /// The given facts.
  private(set) var values: [(fact: Fact, value: Value)] = []
  /// Records that the caller has and not the pack, by their kinds.
  private(set) var records: [Text: [Node]] = [:]

  private let rules: RuleSet
  private let allFacts: () -> [Text: Fact]
  private let supplied: (Text) -> Bool
  private let reader: FactReader
  private let diagnostics: DiagnosticCollector

  /// A collector for `rules`.
  ///
  /// - Parameters:
  ///   - allFacts: the facts that any rule declares, loaded or not.
  ///   - supplied: facts that the engine itself computes, in addition to those of calendar and clock.
  ///   - found: collects the errors.
  init(
    _ rules: RuleSet, allFacts: @escaping () -> [Text: Fact], supplied: Set<Text> = [], reader: FactReader,
    into diagnostics: DiagnosticCollector
  ) {
    self.rules = rules
    self.allFacts = allFacts
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
      // A profile serves many pages, and not every page uses all of it.
      let all = allFacts()
      if let known = all[name], !known.declaration.isPerCandidate { return }
      diagnostics.report(.noSuchFact(name, at: key, among: names(all), diagnostics.suggestions))
      return
    }
    if node.kind == .null { return }
    if let value = reader.value(node, of: fact, besides: records, into: diagnostics) { values.append((fact, value)) }
  }

  /// The fact with the region of a request's locale.
  private static let regionFact: Text = "locale_region"

  /// Takes the region that `locale` writes as the fact ``regionFact``, if a rule needs it and nothing gave it. A fact of a kind of records
  /// is the record whose id is the region, if the pack has it. A region that the locale leaves out is not inferred: a person's language is
  /// no evidence of the person's location.
  mutating func giveRegion(writtenIn locale: Text) {
    guard let fact = rules.fact(Self.regionFact), !values.contains(where: { $0.fact.id == fact.id }),
      let region = (try? LanguageTag(parsing: locale))?.region
    else { return }
    var value: Value? = .string(region)
    if case .record(let type) = fact.declaration.type { value = reader.records[type.name]?.value(of: region) }
    if let value { values.append((fact, value)) }
  }

  /// The names of facts that can be given, among `all` and the rules' own facts.
  private func names(_ all: [Text: Fact]) -> [Text] {
    let facts = Array(all.values) + rules.facts
    let ofCandidates = Set(rules.facts.filter { $0.declaration.isPerCandidate }.map { $0.name })
    return Set(facts.filter { !$0.declaration.isPerCandidate }.map { $0.name }).subtracting(ofCandidates)
      .filter { !supplied($0) }.ordered()
  }
}

extension Diagnostic {
  static func suppliedFact(_ name: Text, at key: Node) -> Diagnostic {
    Diagnostic(
      code: "request/supplied-fact", message: "`\(name)` is found from the clock or the ranking, and cannot be given",
      at: key, fix: "give `now`")
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

/// The facts that rules have in every request, except those with a declared default, which a session sets.
struct FactDefaults: Sendable {
  /// The facts of calendar and clock.
  let clock: [Fact]
  /// Lists that are empty unless a request gives a value.
  let emptyLists: [Fact]

  /// The defaults of `rules`, whose values `reader` reads.
  ///
  /// - Throws: an error for a declared default that is not a record of the pack.
  init(_ rules: RuleSet, _ reader: FactReader) throws(DiagnosticError) {
    let found = DiagnosticCollector(.file)
    for fact in rules.facts { if let node = fact.declaration.usual { _ = reader.value(node, of: fact, into: found) } }
    if found.hasErrors { throw found.error }
    clock = rules.facts.filter { Moment.factNames.contains($0.name) }
    emptyLists = rules.facts.filter { $0.declaration.isEmptyUnlessGiven && !$0.declaration.isPerCandidate }
  }
}

extension FactDeclaration {
  /// True if it is a list that is empty if nothing gives it.
  var isEmptyUnlessGiven: Bool {
    guard case .list = type else { return false }
    return !isOptional && usual == nil
  }
}
