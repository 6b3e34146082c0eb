import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainPages

extension OperationCommand {
  /// `terrain quiz --next ANSWERS`: the next question.
  static let quizNext = OperationCommand(
    Operations.quizNext,
    request: .file(
      Operand(name: "ANSWERS", help: "The answers so far"),
      options: [
        .quiz, Option(name: "back", kind: .flag, help: "Print the question before the next one"),
      ]))
}

extension Command {
  private static let goal = Option(
    name: "goal", kind: .value("GOAL"), repeats: true,
    help: "A goal of the person; some questions depend on it")
  private static let next = Option(
    name: "next", kind: .path("ANSWERS"), help: "Ask nothing, and print the next question for these answers")

  /// `terrain quiz`: asks question after question, and then shows the score.
  static let quiz = Command(
    name: "quiz", summary: "Ask the quiz question by question, then show the score",
    discussion: """
      Answer with a number; `b` goes back to the question before, `q` ends the quiz. Questions
      that do not apply are skipped. `--next` prints one question as JSON.
      """,
    options: [.pack, .set, goal, .locale, next] + OperationCommand.quizNext.request.options + [.json],
    examples: [
      .init(line: "terrain quiz", purpose: "Take the quiz"),
      .init(line: "terrain quiz --next answers.json", purpose: "The next question for these answers"),
    ],
    run: { arguments, console in
      if let path = arguments.value(of: next) {
        return try OperationCommand.quizNext.command.run?(
          Arguments(operands: [path], options: arguments.options), console) ?? .couldNotRun
      }
      let session = OperationSession(try Workspace(arguments).loader())
      let request = RequestArguments(parts: [], options: [.quiz, .locale])
      let goals = arguments.values(of: goal)
      let first = try Operations.quizNext.response(
        session, request.document(arguments, answers: [], goals: goals).root, console
      ).result
      guard let answers = try ask(first, console) else {
        console.report("\n")
        return .failure
      }
      let response = try Operations.score.response(
        session, request.document(arguments, answers: answers, goals: goals).root, console)
      if console.outputIsTerminal, !arguments.has(.json) {
        console.write(ScorePage(response.result.score, engine: response.result.engine))
      } else {
        try console.write(response)
      }
      return .success
    })

  /// Asks until every question is answered; nil if the person ends the quiz before.
  private static func ask(
    _ quiz: QuizNextResult, _ console: Console
  ) throws(DiagnosticError) -> [(question: Text, option: Text)]? {
    var walk = quiz.walk
    var current = walk.next
    while let question = current {
      let page = QuestionPage(walk, question: question, locale: quiz.locale)
      // Questions are not part of the result, and go to standard error, so that a pipe gets only the result.
      console.report(page.text(width: console.width, color: console.errorHasColor) + "  > ")
      guard let typed = readLine() else { return nil }
      let line = typed.split(separator: " ").first.map(String.init) ?? ""
      if line == "q" { return nil }
      let options = walk.quiz.questions[question].options
      if line == "b" {
        current = walk.previous(before: question) ?? question
      } else if let number = Int(line), options.indices.contains(number - 1) {
        walk = try walk.choosing(number - 1, at: question)
        current = walk.next
      } else if line.isEmpty, walk.chosen(question) != nil {
        current = walk.next
      } else {
        console.report("  A number from 1 to \(options.count), `b` or `q`, please.\n")
      }
    }
    return walk.quiz.questions.enumerated().compactMap { position, question in
      walk.chosen(position).map { (question.id, question.options[$0].id) }
    }
  }
}

extension RequestArguments {
  /// The request for a quiz with the given `answers`.
  fileprivate func document(
    _ arguments: Arguments, answers: [(question: Text, option: Text)], goals: [String]
  ) throws(DiagnosticError) -> Document {
    try document(
      arguments,
      on: Self.value(of: "the answers") { writer in
        writer.object { writer in
          writer.object("answers") { writer in
            for answer in answers { writer.member(answer.question.string, answer.option) }
          }
          if !goals.isEmpty { writer.member("goals", goals) }
        }
      }.document)
  }
}
