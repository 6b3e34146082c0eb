import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainBase

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
    known = Self.members.union(PeopleFile.knownMembers)
  }

  private func isFact(_ name: Text) -> Bool { old.fact(name) != nil || new.fact(name) != nil }

  /// The facts in `request`: those in its sections and those that its answers score; without any of these its members are facts.
  ///
  /// - Throws: names that neither version declares; what is wrong with the answers.
  func given(in request: Node) throws(DiagnosticError) -> [Given] {
    let sections = Self.sections.filter { request[$0]?.kind == .map && !isFact($0) }
    let answers = isFact("answers") ? nil : request["answers" as Text]
    guard answers != nil || !sections.isEmpty else { return try facts(in: request, alsoKnown: ["id"]) }
    let found = DiagnosticCollector(.request)
    for (key, _) in request.members where !known.contains(key.text?.string ?? "") {
      found.report(.populationMember(key, among: known.ordered()))
    }
    var given: [Given] = []
    if let answers {
      if let scoring {
        let others = request.members.compactMap { key, _ in key.text }
        found.collect { () throws(DiagnosticError) in
          given = try scoring.facts(of: request, alsoKnown: others).map {
            Given(name: $0.name, node: nil, value: $0.value)
          }
        }
      } else {
        found.report(.populationNoQuiz(answers))
      }
    }
    for section in sections {
      guard let node = request[section] else { continue }
      found.collect { () throws(DiagnosticError) in given += try facts(in: node, alsoKnown: []) }
    }
    if found.hasErrors { throw found.error }
    return given
  }

  private func facts(in node: Node, alsoKnown: Set<Text>) throws(DiagnosticError) -> [Given] {
    var given: [Given] = []
    let found = DiagnosticCollector(.request)
    for (key, value) in node.members {
      guard let name = key.text else { continue }
      if isFact(name) {
        if value.kind != .null { given.append(Given(name: name, node: value, value: value.value)) }
      } else if !alsoKnown.contains(name) {
        found.report(.populationFact(key, among: (old.facts + new.facts).map(\.name), otherwise: "leave it out"))
      }
    }
    if found.hasErrors { throw found.error }
    return given
  }
}
