import TerrainBase
import TerrainDocuments

/// A path through a quiz: the next question after the given answers, and the question before.
///
/// Questions come in the quiz's order, except those whose condition does not hold for this person. The type stores nothing between
/// requests: each request has all answers.
package struct QuizWalk: Sendable {
  /// The quiz.
  package let quiz: Quiz
  /// The given answers.
  package let answers: Answers
  /// The questions for this person with these answers, as positions in the quiz.
  package let asked: [Int]

  /// The walk of a person with `answers`.
  ///
  /// - Throws: evaluation errors of a question's condition.
  package init(_ quiz: Quiz, answers: Answers) throws(DiagnosticError) {
    self.quiz = quiz
    var asked: [Int] = []
    // A question that is not asked has no answer, whatever was answered before.
    var chosen = answers.chosen
    for index in quiz.questions.indices {
      if let condition = quiz.questions[index].condition,
        try !condition.holds(goals: answers.goals, chosen: chosen, quiz: quiz)
      {
        if chosen.indices.contains(index) { chosen[index] = nil }
      } else {
        asked.append(index)
      }
    }
    self.asked = asked
    self.answers = Answers(chosen: chosen, goals: answers.goals, locale: answers.locale, id: answers.id)
  }

  /// The first question that is asked and has no answer; nil when all are answered.
  package var next: Int? { asked.first { chosen($0) == nil } }

  /// The question asked before `question`; nil before the first. Without one, the last of all.
  package func previous(before question: Int?) -> Int? {
    guard let question else { return asked.last }
    return asked.last { $0 < question }
  }

  /// The number of asked questions with an answer.
  package var answered: Int { asked.count { chosen($0) != nil } }

  /// The option chosen at `question`, as its position there.
  package func chosen(_ question: Int) -> Int? {
    answers.chosen.indices.contains(question) ? answers.chosen[question] : nil
  }

  /// The same walk with `option` chosen at `question`, both by position; nil removes the answer.
  ///
  /// - Throws: evaluation errors of a question's condition.
  package func choosing(_ option: Int?, at question: Int) throws(DiagnosticError) -> QuizWalk {
    var changed = answers
    if changed.chosen.indices.contains(question) { changed.chosen[question] = option }
    return try QuizWalk(quiz, answers: changed)
  }
}
