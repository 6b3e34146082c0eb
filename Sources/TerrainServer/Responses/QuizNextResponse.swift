import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainValues

/// The next question of a quiz as a document for programs.
public struct QuizNextResult: Response {
  private let walk: QuizWalk
  private let engine: ScoringEngine
  private let question: Int?
  private let locale: LanguageTag

  /// The question to be asked next on `walk`; `back`, the one before that.
  public init(_ walk: QuizWalk, engine: ScoringEngine, back: Bool = false) {
    self.walk = walk
    self.engine = engine
    question = back ? walk.previous(before: walk.next) ?? walk.next : walk.next
    locale = walk.answers.locale ?? engine.pack.defaultLocale
  }

  /// Writes the document as one value.
  public func write(to writer: inout JSONWriter) {
    let quiz = walk.quiz
    writer.object { writer in
      writer.identity(engine.system)
      writer.member("answered", walk.answered)
      writer.member("of", walk.asked.count)
      writer.member("done", walk.next == nil)
      writer.key("question")
      guard let question else { return writer.null() }
      let asked = quiz.questions[question]
      writer.object { writer in
        writer.member("id", asked.id)
        writer.text("text", asked.text.served(for: locale), asked: locale)
        writer.member("required", asked.isRequired)
        if let chosen = walk.chosen(question) { writer.member("chosen", asked.options[chosen].id) }
        if let previous = walk.previous(before: question) { writer.member("previous", quiz.questions[previous].id) }
        writer.array("options") { writer in
          for option in asked.options {
            writer.object { writer in
              writer.member("id", option.id)
              writer.text("text", option.text.served(for: locale), asked: locale)
            }
          }
        }
      }
    }
  }
}
