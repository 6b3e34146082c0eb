import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules

// Diagnostics about a population's file.

extension Diagnostic {
  static func populationStart(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "population/wrong-value", message: "`start` must be a calendar day in quotes, such as `\"2026-01-05\"`",
      at: node)
  }

  static func populationStarts(_ node: Node, most: Int) -> Diagnostic {
    Diagnostic(
      code: "population/wrong-value", message: "`start` must be a calendar day or a list of 1 to \(most) of them",
      at: node)
  }

  static func populationNumber(_ node: Node, _ range: ClosedRange<Int64>) -> Diagnostic {
    Diagnostic(
      code: "population/wrong-value",
      message: "this must be a whole number from \(range.lowerBound) to \(range.upperBound)", at: node)
  }

  static func populationRange(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "population/wrong-value", message: "`between` must be a list of two numbers, the lower one first", at: node)
  }

  static func populationUnits(_ node: Node, _ decimals: Int) -> Diagnostic {
    Diagnostic(
      code: "population/wrong-value",
      message: decimals == 0
        ? "this must be a whole number" : "this must be a number with at most \(decimals) decimal places", at: node,
      fix: decimals == 0 ? "round it, or declare `decimals`" : nil)
  }

  static func populationAs(_ node: Node) -> Diagnostic {
    Diagnostic(code: "population/wrong-value", message: "`as` must be `clock` or `text`", at: node)
  }

  static func populationBeyond(_ node: Node, _ fact: FactDeclaration) -> Diagnostic {
    Diagnostic(
      code: "population/wrong-value",
      message:
        "this is outside the range of the fact `\(fact.name)`, which is \(rangeWords(fact.minimum, fact.maximum))",
      at: node,
      related: [.init(message: "its range is declared here", place: fact.place)])
  }

  static func populationForm(_ node: Node, among forms: [String]) -> Diagnostic {
    Diagnostic(
      code: "population/wrong-source", message: "a source of values must have exactly one of \(forms.quoted)", at: node)
  }

  static func populationKind(_ node: Node, among kinds: [Text]) -> Diagnostic {
    Diagnostic(
      code: "population/wrong-source", message: "`pick` must name a kind of which the pack has records", at: node,
      fix: Suggestion.fix(node.text, among: kinds))
  }

  static func populationWeights(_ place: Place) -> Diagnostic {
    Diagnostic(
      code: "population/no-weight", message: "all weights are 0, so that nothing can be drawn", place: place,
      fix: "give at least one of them a weight")
  }

  static func populationChance(_ value: Text, outOf: Int64, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "population/wrong-value", message: "the chance of `\(value)` is out of \(outOf), and this is more",
      at: node,
      fix: "write a number from 0 to \(outOf), or more under `out_of`")
  }

  static func populationLocale(_ locale: Text, among locales: [Text], _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "population/wrong-value", message: "the pack has no texts in `\(locale)`", place: place,
      fix: Suggestion.fix(locale, among: locales) ?? "its locales are \(locales.quoted)")
  }

  static func populationFact(
    _ key: Node, among facts: [Text], otherwise fix: String = "declare it in a module, or put it under `traits`"
  ) -> Diagnostic {
    Diagnostic(
      code: "population/unknown-fact", message: "the rules declare no fact `\(key.text ?? "")`", at: key,
      fix: Suggestion.fix(key.text, among: facts) ?? fix)
  }

  static func populationMember(_ key: Node, among names: [String]) -> Diagnostic {
    Diagnostic(
      code: "population/unknown-fact", message: "`\(key.text ?? "")` is not a member of a request", place: key.place,
      fix: Suggestion.fix(key.text, among: names) ?? "leave it out")
  }

  static func populationNoQuiz(_ node: Node) -> Diagnostic {
    Diagnostic(code: "population/no-quiz", message: "the pack has no quiz that could be answered", at: node)
  }

  static func populationQuestion(_ key: Node, among questions: [Text]) -> Diagnostic {
    Diagnostic(
      code: "population/unknown-answer", message: "`\(key.text ?? "")` is not a question of the pack's quiz", at: key,
      fix: Suggestion.fix(key.text, among: questions))
  }

  static func populationOption(_ key: Node, of question: Quiz.Question) -> Diagnostic {
    Diagnostic(
      code: "population/unknown-answer", message: "`\(key.text ?? "")` is not an option of `\(question.id)`", at: key,
      related: [.init(message: "the question is declared here", place: question.place)],
      fix: Suggestion.fix(key.text, among: question.options.map(\.id)))
  }

  static func populationNeverHolds(_ place: Place, people: Int) -> Diagnostic {
    Diagnostic(
      code: "population/never-holds", severity: .warning,
      message: "this condition holds for none of \(people) people of the population", place: place,
      fix: "fix the condition or the weights before it, or remove the value")
  }

  static func populationWrongFact(_ name: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "population/wrong-value", message: "some people get a value that the fact `\(name)` does not take",
      place: place)
  }

  static func populationNoJSON(because error: JSONWriterError, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "population/no-json", message: "a person cannot be written as JSON: \(error)", place: place)
  }

  static func populationTooFine(_ place: Place) -> Diagnostic {
    Diagnostic(
      code: "population/too-fine",
      message:
        "the product of all weights exceeds 2^127, or the sums of axes are too many, so that shares cannot be exact",
      place: place, fix: "use smaller weights: their ratios matter, not their sizes")
  }

  static func populationGoals(_ place: Place) -> Diagnostic {
    Diagnostic(
      code: "population/too-fine",
      message: "exact shares need goals that are `weights`, or `each` of at most 12 values, and never absent",
      place: place)
  }

  static func populationFollowUp(_ place: Place) -> Diagnostic {
    Diagnostic(
      code: "population/too-fine",
      message: "exact shares need a quiz whose questions are asked by goals, and not by answers to others",
      place: place)
  }

  static func noPopulation(_ name: String, of pack: Text, among names: [String]) -> Diagnostic {
    Diagnostic(
      code: "population/not-found", message: "the pack `\(pack)` has no population `\(name)`", place: nil,
      fix: names.isEmpty
        ? "write one as `populations/\(name).yaml` in the pack's folder"
        : Suggestion.fix(Text(name), among: names) ?? "its populations are \(names.quoted)")
  }
}
