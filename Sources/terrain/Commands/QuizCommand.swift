import TerrainDocuments
import TerrainEngines
import TerrainOperations
import TerrainPages
import TerrainServer
import TerrainValues

extension Command {
  private static let goal = Option(
    name: "goal", kind: .value("GOAL"), repeats: true,
    help: "What the person wants to work on; some questions depend on it")
  private static let locale = Option(
    name: "locale", kind: .value("TAG"), help: "The language to ask in: a BCP 47 tag such as zh-Hans")
  private static let next = Option(
    name: "next", kind: .path("ANSWERS"), help: "Ask nothing: print the next question for these answers")
  private static let back = Option(
    name: "back", kind: .flag, help: "With --next: print the question before it instead")

  /// `terrain quiz`: asks question after question, and then reveals what the answers make.
  static let quiz = Command(
    name: "quiz", summary: "Ask the quiz question by question, then reveal the result",
    discussion: """
      Answer with a number; `b` goes back to the question before, `q` ends it. Questions
      that are not asked of you are passed over. `--next` prints one question as JSON.
      """,
    options: [.pack, .set, .quiz, goal, locale, next, back, .json],
    examples: [
      .init(line: "terrain quiz", purpose: "Take the quiz"),
      .init(line: "terrain quiz --next answers.json", purpose: "What comes next for these answers"),
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let (engine, warnings) = try Workspace(arguments).scoringEngine(quiz: quizKind(arguments))
        console.report(warnings)
        if let path = arguments.value(of: next) {
          let (walk, found) = try engine.walk(try Workspace.document(at: path).root)
          console.report(found)
          try console.write(QuizNextResult(walk, engine: engine, back: arguments.has(back)))
          return .fine
        }
        let goals = arguments.values(of: goal).map { Text($0) }
        var tag: LanguageTag?
        if let name = arguments.value(of: locale) {
          tag = try? LanguageTag(parsing: Text(name))
          if tag == nil {
            console.report("terrain: `\(name)` is not a language: a BCP 47 tag such as `en-US` or `zh-Hans`\n")
            return .couldNotRun
          }
        }
        guard let answers = try ask(engine, goals: goals, locale: tag, console) else {
          console.report("\n")
          return .findings
        }
        return try reveal(answers, engine, arguments, console)
      } catch {
        return console.report(error)
      }
    })

  /// Asks until every question is answered; nil where the person ends it before.
  private static func ask(
    _ engine: ScoringEngine, goals: [Text], locale: LanguageTag?, _ console: Console
  ) throws(DiagnosticError) -> Answers? {
    let none = Answers(chosen: Array(repeating: nil, count: engine.quiz.questions.count), goals: goals, locale: locale)
    var walk = try QuizWalk(engine.quiz, answers: none)
    var current = walk.next
    while let question = current {
      let page = QuestionPage(walk, question: question, locale: locale ?? engine.pack.defaultLocale)
      // Questions are no result: a pipe gets the result alone.
      console.report(page.text(width: console.width, color: console.errorHasColor) + "  > ")
      guard let typed = readLine() else { return nil }
      let line = typed.split(separator: " ").first.map(String.init) ?? ""
      if line == "q" { return nil }
      if line == "b" {
        current = walk.previous(before: question) ?? question
      } else if let number = Int(line), engine.quiz.questions[question].options.indices.contains(number - 1) {
        walk = try walk.choosing(number - 1, at: question)
        current = walk.next
      } else if line.isEmpty, walk.chosen(question) != nil {
        current = walk.next
      } else {
        console.report("  A number from 1 to \(engine.quiz.questions[question].options.count), `b` or `q`, please.\n")
      }
    }
    return walk.answers
  }

  private static func reveal(
    _ answers: Answers, _ engine: ScoringEngine, _ arguments: Arguments, _ console: Console
  ) throws(DiagnosticError) -> ExitStatus {
    let score = try ScoringSession(engine).score(answers)
    try console.answer(arguments, ScoreResult(score, engine: engine), page: ScorePage(score, engine: engine))
    return .fine
  }
}
