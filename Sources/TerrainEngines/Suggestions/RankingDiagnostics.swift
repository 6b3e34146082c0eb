import TerrainDocuments
import TerrainRules
import TerrainValues

// What modules are complained of that do not say what an engine needs.

extension Diagnostic {
  static func exclusionWithoutNone(_ decision: Decision) -> Diagnostic {
    Diagnostic(
      code: "ranking/no-none", message: "`\(decision.name)` never says `none`, so no candidate can stay",
      place: decision.place, fix: "add `otherwise: none`")
  }

  static func candidateFacts(_ facts: [Fact], of score: Decision) -> Diagnostic {
    Diagnostic(
      code: "ranking/candidate",
      message: facts.isEmpty
        ? "nothing in this ranking looks at a candidate" : "a ranking has candidates of one kind, and this has several",
      place: score.place,
      related: facts.map { .init(message: "a candidate", place: $0.declaration.place) },
      fix: "declare one fact with `per: candidate`, of a type under `records` of the pack")
  }

  static func candidatesWithoutKind(_ fact: Fact) -> Diagnostic {
    Diagnostic(
      code: "ranking/candidate-type",
      message: "candidates are records of the pack or words of a vocabulary, not `\(fact.declaration.type)`",
      place: fact.declaration.place)
  }

  static func notAMap(_ what: String, at place: Place) -> Diagnostic {
    Diagnostic(code: "engine/not-a-map", message: "\(what) has to be a map of keys and values", place: place)
  }

  static func wrongField(_ key: Text, of what: String, wanted: String, at place: Place) -> Diagnostic {
    Diagnostic(code: "engine/wrong-field", message: "`\(key)` of \(what) has to be \(wanted)", place: place)
  }

  static func unknownPart(_ key: Text, of what: String, among names: [Text], at place: Place) -> Diagnostic {
    Diagnostic(
      code: "engine/unknown-field", message: "\(what) has no `\(key)`", place: place,
      fix: Suggestion.fix(key, among: names) ?? "it can have \(names.quoted)")
  }
}
