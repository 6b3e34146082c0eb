import TerrainBase

/// A person's answers, as positions in a quiz.
public struct Answers: Sendable {
  /// For each question of the quiz the option chosen, or nil.
  public var chosen: [Int?]
  /// The person's goals, in the pack's words.
  public var goals: [Text]
  /// The language to answer in; nil for the pack's own.
  public var locale: LanguageTag?
  /// The caller's id for these answers, which the score repeats.
  public var id: Value?

  /// Answers to the questions of a quiz.
  package init(chosen: [Int?], goals: [Text] = [], locale: LanguageTag? = nil, id: Value? = nil) {
    self.chosen = chosen
    self.goals = goals
    self.locale = locale
    self.id = id
  }
}
