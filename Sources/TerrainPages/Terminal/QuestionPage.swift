import TerrainEngines
import TerrainValues

/// A question as it is asked in a terminal: its options numbered from 1.
public struct QuestionPage {
  private let walk: QuizWalk
  private let question: Int
  private let locale: LanguageTag
  private let width: Int
  private let color: Bool

  /// The question at position `question` of the quiz of `walk`.
  public init(_ walk: QuizWalk, question: Int, locale: LanguageTag, width: Int, color: Bool) {
    self.walk = walk
    self.question = question
    self.locale = locale
    self.width = width
    self.color = color
  }

  /// The page.
  public func text() -> String {
    let asked = walk.quiz.questions[question]
    var page = TerminalPage(width: width, color: color)
    let place = (walk.asked.firstIndex(of: question) ?? 0) + 1
    page.gap()
    page.line("  \(page.faint("\(place) of \(walk.asked.count)"))")
    page.title(asked.text.served(for: locale)?.text ?? asked.id)
    for (number, option) in asked.options.enumerated() {
      let chosen = walk.chosen(question) == number ? "* " : ""
      page.paragraph(option.text.served(for: locale)?.text ?? option.id, mark: "\(chosen)\(number + 1)  ")
    }
    return page.text
  }
}
