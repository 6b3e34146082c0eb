import TerrainDocuments
import TerrainValues

// Everything scoring complains of, in one place.

extension Diagnostic {
  // MARK: The quiz

  static func tooManyQuestions(_ count: Int, limit: Int, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "quiz/too-many-questions", message: "the quiz has \(count) questions, and \(limit) is the most",
      place: node.place)
  }

  static func unknownAxis(at key: Node, among axes: [Text]) -> Diagnostic {
    Diagnostic(
      code: "quiz/unknown-axis", message: "`\(key.text ?? "")` is not an axis of this quiz", at: key,
      fix: fix(for: key, among: axes, plural: "its axes"))
  }

  static func unusableMove(at node: Node, greatest: ExactDecimal, places: Int) -> Diagnostic {
    Diagnostic(
      code: "quiz/unusable-move",
      message:
        "a move has to be a number from -\(greatest) to \(greatest), with at most \(places) places once weighted",
      at: node)
  }

  static func repeatedID(_ id: Text, of what: String, at place: Place, first: Place) -> Diagnostic {
    Diagnostic(
      code: "quiz/repeated-id", message: "the \(what) id `\(id)` is used twice", place: place,
      related: [.init(message: "first used here", place: first)], fix: "give one of them another id")
  }

  static func axisWithoutFact(_ axis: Text, place: Place?, among facts: [Text]) -> Diagnostic {
    Diagnostic(
      code: "score/axis-without-fact", message: "the quiz moves `\(axis)`, and the rules declare no fact of that name",
      place: place, fix: Suggestion.fix(axis, among: facts) ?? "declare it among the facts of the type's module")
  }

  static func factWithoutAxis(_ fact: Text, place: Place?) -> Diagnostic {
    Diagnostic(
      code: "score/fact-without-axis",
      message: "the rules need the fact `\(fact)`, and the quiz has no axis of that name",
      place: place, fix: "add the axis to the quiz, or make the fact optional")
  }

  static func axisWithoutEnds(_ fact: Text, place: Place?) -> Diagnostic {
    Diagnostic(
      code: "score/axis-without-ends", message: "`\(fact)` is an axis, and needs `type: int`, a `min` and a `max`",
      place: place)
  }

  static func noQuiz(_ pack: Text, kind: Text) -> Diagnostic {
    // Another kind is named by a request, whose values are not quoted.
    let what = kind == ScoringEngine.quizKind ? "no record of kind `\(kind)`" : "no such quiz"
    return Diagnostic(
      code: "score/no-quiz", message: "the pack `\(pack)` has \(what)", place: nil,
      fix: "declare the kind in its `pack.yaml`, with the file that holds the questions")
  }

  static func notAnID(_ decision: Text, at place: Place) -> Diagnostic {
    Diagnostic(code: "score/not-an-id", message: "`\(decision)` has to yield an id, which is text", place: place)
  }

  static func tooManyCombinations(limit: Int) -> Diagnostic {
    Diagnostic(
      code: "score/too-many-combinations",
      message: "what is not answered leads to more than \(limit) combinations of sums, too many to count", place: nil)
  }

  // MARK: Answers

  static func wrongAnswers(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "answers/wrong-shape",
      message: "`answers` has to map questions to options, or list `question` and `option` pairs", at: node)
  }

  static func tooMany(_ what: String, limit: Int, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "answers/too-many", message: "these are more \(what) than the limit `\(what)` of \(limit)", at: node)
  }

  /// A question that the quiz does not have. As a key of a map it is a name, and is quoted; in a list of pairs it is a value.
  static func unknownQuestion(
    at node: Node, isKey: Bool, among questions: [Text], _ suggestions: Suggestions
  ) -> Diagnostic {
    Diagnostic(
      code: "answers/unknown-question",
      message: "\(isKey ? "`\(node.text ?? "")`" : "this") is not a question of this quiz", at: node,
      fix: suggestions.fix(node.text, among: questions, kind: "questions", listing: "its questions are"))
  }

  static func unknownOption(of question: Quiz.Question, at node: Node, _ suggestions: Suggestions) -> Diagnostic {
    Diagnostic(
      code: "answers/unknown-option", message: "this is not an option of `\(question.id)`", at: node,
      fix: suggestions.fix(
        node.text, among: question.options.map(\.id), kind: "options of \(question.id)", listing: "its options are"))
  }

  static func answeredTwice(_ question: Text, at node: Node, first: Node) -> Diagnostic {
    Diagnostic(
      code: "answers/answered-twice", message: "`\(question)` is answered twice", at: node,
      related: [.init(message: "first answered here", place: first.place)], fix: "keep one of the two")
  }

  static func notAsked(_ question: Text, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "answers/not-asked", severity: .warning,
      message: "`\(question)` is not asked of this person, so its answer does not count", at: node)
  }

  static func missingAnswers(_ questions: [Text], at node: Node) -> Diagnostic {
    let names = questions.allQuoted
    return Diagnostic(
      code: "answers/missing",
      message: questions.count == 1
        ? "the question \(names) has no answer" : "\(questions.count) questions have no answer: \(names)", at: node,
      fix: "answer them, or score what there is with `--partial`")
  }

  static func notALocale(at node: Node) -> Diagnostic {
    Diagnostic(code: "answers/not-a-locale", message: "a locale is a BCP 47 tag such as `en-US` or `zh-Hans`", at: node)
  }

  /// The nearest of `names` to what stands at `node`, else all of them.
  private static func fix(for node: Node, among names: [Text], plural: String) -> String {
    Suggestion.fix(node.text, among: names) ?? "\(plural) are \(names.quoted(near: node.text?.string ?? ""))"
  }
}
