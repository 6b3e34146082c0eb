import TerrainEngines
import TerrainRules
import TerrainValues

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
