import TerrainDocuments
import TerrainRules
import TerrainBase

/// How a result comes about, row by row, and the system that it came from.
package struct Explanation {
  /// What was recorded.
  package enum Content {
    /// Every decision that was evaluated, with its rows.
    case decisions([DecisionTrace])
    /// Every candidate of a ranking.
    case candidates([Ranking.Explanation])
    /// Weeks, series by series.
    case weeks(TrendExplanation)
    /// Days in a row up to a local day, day by day.
    case streak(StreakExplanation, on: CalendarDate)
    /// What an operation decides without rules, one thing after another.
    case steps([Step])
  }

  /// Something that is decided without rules.
  package struct Step: Sendable {
    /// What it is about.
    package let subject: String
    /// What became of it.
    package let outcome: String
    /// What decided.
    package let reason: String
    /// Where that is declared.
    package let place: Place?

    /// `subject`, which became `outcome` for `reason`.
    package init(_ subject: String, _ outcome: String, because reason: String, at place: Place? = nil) {
      (self.subject, self.outcome, self.reason, self.place) = (subject, outcome, reason, place)
    }
  }

  /// What was recorded.
  package let content: Content
  /// The system whose rules were recorded.
  package let system: LoadedSystem

  /// `content`, by the rules of `system`.
  package init(_ content: Content, _ system: LoadedSystem) {
    self.content = content
    self.system = system
  }
}
