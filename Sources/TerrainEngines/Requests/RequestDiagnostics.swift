import TerrainContent
import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainValues

// What requests about a day are complained of. What a person told is never repeated, only where it stands.

extension Diagnostic {
  static func noSuchFact(
    _ name: Text, at key: Node, among names: [Text], _ suggestions: Suggestions
  ) -> Diagnostic {
    Diagnostic(
      code: "request/unknown-fact", message: "no rule knows a fact `\(name)`", at: key,
      fix: suggestions.fix(name, among: names, kind: "facts", listing: "facts are"))
  }

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

  static func wrongFact(
    _ fact: Fact, at node: Node, place: Place? = nil, _ suggestions: Suggestions
  ) -> Diagnostic {
    var wanted = "a value of type `\(fact.declaration.type)`"
    var fix: String?
    if let words = fact.declaration.type.words {
      wanted = fact.declaration.type.isList ? "a list of words of `\(words.name)`" : "a word of `\(words.name)`"
      fix = Self.words(words, at: node, suggestions)
    }
    return Diagnostic(
      code: "request/wrong-fact", message: "`\(fact.name)` has to be \(wanted)", place: place ?? node.place, fix: fix,
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

  /// Something inside a fact, which stands at `way`, is of another type.
  static func wrongValue(_ way: String, _ type: CELType, at node: Node, _ suggestions: Suggestions) -> Diagnostic {
    let words = type.words
    let wanted =
      words.map { "a \(type.isList ? "list of words" : "word") of `\($0.name)`" } ?? "a value of type `\(type)`"
    return Diagnostic(
      code: "request/wrong-fact", message: "`\(way)` has to be \(wanted)", at: node,
      fix: words.flatMap { self.words($0, at: node, suggestions) })
  }

  /// A record inside a fact has a key too few, or too many, as `message` says.
  static func wrongField(_ message: String, at place: Place, _ record: Node, fix: String?) -> Diagnostic {
    Diagnostic(code: "request/wrong-fact", message: message, place: place, fix: fix, path: record.path)
  }

  static func factOutOfRange(_ fact: Fact, at node: Node) -> Diagnostic {
    let declaration = fact.declaration
    var limits: [String] = []
    if let minimum = declaration.minimum { limits.append("at least \(minimum)") }
    if let maximum = declaration.maximum { limits.append("at most \(maximum)") }
    if let size = declaration.maximumSize { limits.append("no longer than \(size)") }
    return Diagnostic(
      code: "request/fact-range", message: "`\(fact.name)` has to be \(limits.joined(separator: ", "))", at: node,
      related: [.init(message: "declared here", place: declaration.place)])
  }

  static func badMoment(_ what: String, at node: Node, fix: String) -> Diagnostic {
    Diagnostic(code: "request/moment", message: "this is not \(what)", at: node, fix: fix)
  }

  static func noCandidates(_ kind: Text) -> Diagnostic {
    Diagnostic(
      code: "request/no-candidates",
      message: "this ranks records of `\(kind)` that are handed in, and the request has none",
      place: nil, fix: "add `records: { \(kind): [ … ] }`")
  }

  static func notHandedIn(at key: Node, among kinds: [Text]) -> Diagnostic {
    Diagnostic(
      code: "request/not-handed-in", message: "`\(key.text ?? "")` is no kind whose records are handed in", at: key,
      fix: kinds.isEmpty ? nil : "those are \(kinds.quoted)")
  }

  static func wrongCandidate(_ kind: Text, at node: Node, place: Place?) -> Diagnostic {
    Diagnostic(
      code: "request/wrong-candidate", message: "this is no record of `\(kind)` as its schema has it",
      place: place ?? node.place, path: node.path)
  }

  static func noMoment(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "request/no-moment", message: "the request does not say when it is", at: node,
      fix: "add `now: \"2026-02-05T07:30:00+08:00\"`, or `date` and `time`")
  }

  static func twoMoments(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "request/two-moments", message: "the request says when it is twice", at: node,
      fix: "give either `now`, or `date` and `time`")
  }

  static func notLoaded(_ module: Text) -> Diagnostic {
    Diagnostic(
      code: "request/not-loaded", message: "the module `\(module)` was not loaded with this engine", place: nil)
  }

  private static func words(_ words: EnumerationType, at node: Node, _ suggestions: Suggestions) -> String? {
    suggestions.fix(node.text, among: words.cases, kind: "words of \(words.name)", listing: "one of")
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
