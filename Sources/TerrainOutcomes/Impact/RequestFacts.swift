import TerrainAuthoring
import TerrainDocuments
import TerrainEngines
import TerrainOperations
import TerrainRules
import TerrainValues

/// Finds the facts in people's requests, on one thread.
struct RequestFacts {
  /// A fact of a person.
  struct Given {
    let name: Text
    /// As it is written; nil where answers were scored.
    let node: Node?
    let value: Value
  }

  /// The members of requests that hold facts by name.
  private static let sections: [Text] = ["facts", "person", "day", "form"]
  /// The members of requests that facts come from, and the name.
  static let members = Set(["id", "answers", "goals"] + sections.map(\.string))

  private let old: RuleSet
  private let new: RuleSet
  private let scoring: ScoringSession?
  /// Members that some operation takes.
  private let known: Set<String>

  init(_ old: RuleSet, _ new: RuleSet, _ scoring: ScoringEngine?) {
    self.old = old
    self.new = new
    self.scoring = scoring.map { ScoringSession($0) }
    let taken = AnyOperation.evaluating.flatMap(\.parameters.memberNames)
    known = Self.members.union(taken).union(["$schema"])
  }

  private func isFact(_ name: Text) -> Bool { old.fact(name) != nil || new.fact(name) != nil }

  /// The facts in `request`: those in its sections and those that its answers score; without any of these its members are facts.
  ///
  /// - Throws: names that neither version declares; what is wrong with the answers.
  func given(in request: Node) throws(DiagnosticError) -> [Given] {
    let sections = Self.sections.filter { request[$0]?.kind == .map && !isFact($0) }
    let answers = isFact("answers") ? nil : request["answers" as Text]
    guard answers != nil || !sections.isEmpty else { return try facts(in: request, alsoKnown: ["id"]) }
    for (key, _) in request.members where !known.contains(key.text?.string ?? "") {
      throw DiagnosticError(.unknownMember(key, among: known.sorted()))
    }
    var given: [Given] = []
    if let answers {
      guard let scoring else { throw DiagnosticError(.populationNoQuiz(answers)) }
      let others = request.members.compactMap { key, _ in key.text }
      given = try scoring.facts(of: request, alsoKnown: others).map { Given(name: $0.name, node: nil, value: $0.value) }
    }
    for section in sections {
      if let node = request[section] { given += try facts(in: node, alsoKnown: []) }
    }
    return given
  }

  private func facts(in node: Node, alsoKnown: Set<Text>) throws(DiagnosticError) -> [Given] {
    var given: [Given] = []
    for (key, value) in node.members {
      guard let name = key.text else { continue }
      guard isFact(name) else {
        if alsoKnown.contains(name) { continue }
        throw DiagnosticError(
          .populationFact(key, among: (old.facts + new.facts).map(\.name), otherwise: "leave it out"))
      }
      if value.kind != .null { given.append(Given(name: name, node: value, value: value.value)) }
    }
    return given
  }
}

extension Diagnostic {
  fileprivate static func unknownMember(_ key: Node, among names: [String]) -> Diagnostic {
    Diagnostic(
      code: "population/unknown-fact", message: "`\(key.text ?? "")` is not a member of a request", place: key.place,
      fix: Suggestion.nearest(to: key.text?.string ?? "", among: names).map { "did you mean `\($0)`?" }
        ?? "leave it out")
  }
}
