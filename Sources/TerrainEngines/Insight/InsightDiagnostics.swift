import TerrainDocuments
import TerrainRules
import TerrainValues

// What pages and messages are complained of.

extension Diagnostic {
  static func messageWithoutText(_ id: Text, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "message/no-text", message: "the message `\(id)` has nothing to say", at: node,
      fix: "add `text: …` under `texts`")
  }

  static func noSuchMessage(_ id: Text?, of decision: Decision) -> Diagnostic {
    Diagnostic(
      code: "insight/unknown-message",
      message: id.map { "`\(decision.name)` chooses the message `\($0)`, which the pack does not have" }
        ?? "`\(decision.name)` yields something that names no message",
      place: decision.place, fix: "write `type: list<choice>` on it, and every id is checked where it stands")
  }

  static func noSuchMessage(_ id: Text, in what: String, at place: Place, among ids: [Text]) -> Diagnostic {
    Diagnostic(
      code: "insight/unknown-message", message: "\(what) names the message `\(id)`, which the pack does not have",
      place: place, fix: Suggestion.fix(id, among: ids))
  }

  static func notChoices(_ decision: Decision) -> Diagnostic {
    Diagnostic(
      code: "insight/no-choices",
      message: "`\(decision.name)` has to yield messages, and is of type `\(decision.type)`", place: decision.place,
      fix: "write `type: list<choice>` on it, or `type: message_id`")
  }

  static func pageWithoutParts(_ page: Decision, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "insight/page", message: "`\(page.name)` has to be a list of parts", place: place,
      fix: "`value: [{ id: …, choose: … }, …]`")
  }

  static func partWithoutContent(_ what: String, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "insight/part", message: "\(what) has to do one thing", place: place,
      fix: "give it one of `choose`, `show`, `tell`, `rank` and `signals`")
  }

  static func partTwice(_ id: Text, at place: Place) -> Diagnostic {
    Diagnostic(code: "insight/part-twice", message: "two parts of the page are called `\(id)`", place: place)
  }

  static func noSuchDecision(_ name: Text, in what: String, at place: Place, among names: [Text]) -> Diagnostic {
    Diagnostic(
      code: "insight/unknown-decision", message: "\(what) names the decision `\(name)`, which is not there",
      place: place, fix: Suggestion.fix(name, among: names) ?? "a decision of another module needs `uses: [MODULE]`")
  }

  static func notUsed(_ used: Text, by module: Text, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "insight/not-used", message: "this page shows something of `\(used)`, which its module does not use",
      place: place,
      fix: "add `\(used)` to `uses` of `\(module)`")
  }

  static func noSuchRanking(_ name: Text, at place: Place, among names: [Text]) -> Diagnostic {
    Diagnostic(
      code: "insight/unknown-ranking", message: "there is no module `\(name)` that ranks", place: place,
      fix: Suggestion.fix(name, among: names)
        ?? "a ranking has the decisions `\(RankingModule.Names.excluded)` and `\(RankingModule.Names.score)`")
  }

  static func noSuchLayer(_ name: Text, in what: String, at place: Place, among names: [Text]) -> Diagnostic {
    Diagnostic(
      code: "insight/unknown-layer",
      message: "\(what) keeps a place for the layer `\(name)`, which none of its rows has", place: place,
      fix: Suggestion.fix(name, among: names) ?? "its layers are \(names.quoted)")
  }

  static func notARecordFact(_ name: Text, in what: String, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "insight/no-record", message: "\(what) tells of `\(name)`, which is no fact with a record of the pack",
      place: place)
  }

  static func noQuizForSignals(at place: Place) -> Diagnostic {
    Diagnostic(
      code: "insight/no-quiz", message: "signals are of a quiz, and this pack has none", place: place)
  }
}
