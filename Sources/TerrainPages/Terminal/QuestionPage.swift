import TerrainEngines
import TerrainBase

/// A question as it is asked in a terminal: its options numbered from 1.
package struct QuestionPage: TerminalContent {
  private let walk: QuizWalk
  private let question: Int
  private let locale: LanguageTag

  /// The question at position `question` of the quiz of `walk`.
  package init(_ walk: QuizWalk, question: Int, locale: LanguageTag) {
    self.walk = walk
    self.question = question
    self.locale = locale
  }

  /// Writes it to `page`.
  package func write(to page: inout TerminalPage) {
    let asked = walk.quiz.questions[question]
    let place = (walk.asked.firstIndex(of: question) ?? 0) + 1
    page.gap()
    page.line("  \(page.faint("\(place) of \(walk.asked.count)"))")
    page.title(asked.text.served(for: locale)?.text ?? asked.id)
    for (number, option) in asked.options.enumerated() {
      let chosen = walk.chosen(question) == number ? "* " : ""
      page.paragraph(option.text.served(for: locale)?.text ?? option.id, mark: "\(chosen)\(number + 1)  ")
    }
  }
}
