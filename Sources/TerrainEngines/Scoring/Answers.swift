import TerrainBase

/// What a person answered, as positions in a quiz.
public struct Answers: Sendable {
  /// For each question of the quiz the option chosen, or nil.
  public var chosen: [Int?]
  /// What the person wants to work on, by the pack's own words.
  public var goals: [Text]
  /// The language to answer in; nil for the pack's own.
  public var locale: LanguageTag?
  /// What the caller knows these answers by; it comes back with the score.
  public var id: Value?

  /// Answers to the questions of a quiz.
  package init(chosen: [Int?], goals: [Text] = [], locale: LanguageTag? = nil, id: Value? = nil) {
    self.chosen = chosen
    self.goals = goals
    self.locale = locale
    self.id = id
  }
}
