import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainValues

/// How an answer came about, and what it came from, as a document for programs.
public struct ExplanationResponse: Response {
  /// What there is to tell.
  public enum Content {
    /// Every decision that was looked at, row by row.
    case decisions([DecisionTrace])
    /// Every candidate of a ranking.
    case candidates([Ranking.Explanation])
    /// Where weeks go, series by series.
    case weeks(TrendExplanation, LogRequest, TrendEngine)
    /// Days in a row, day by day.
    case streak(StreakExplanation, LogRequest, StreakEngine)
  }

  private let method: String
  private let content: Content
  private let pack: Pack
  private let rules: RuleSet
  private let rulesHash: String
  private let overrides: [Text]

  /// How `engine` came to its answer as the method `method`.
  public init(_ traces: [DecisionTrace], method: String, engine: ScoringEngine) {
    (self.method, content) = (method, .decisions(traces))
    (pack, rules, rulesHash, overrides) = (engine.pack, engine.rules, engine.rulesHash, engine.overrides)
  }

  /// How `engine` came to its answer as the method `method`.
  public init(_ content: Content, method: String, engine: DayEngine) {
    (self.method, self.content) = (method, content)
    (pack, rules, rulesHash, overrides) = (engine.pack, engine.rules, engine.rulesHash, engine.overrides)
  }

  /// How the rules of `system` came to decide.
  public init(_ traces: [DecisionTrace], method: String, system: LoadedSystem) {
    (self.method, content) = (method, .decisions(traces))
    (pack, rules, rulesHash) = (system.pack, system.rules.ruleSet, system.rules.hash)
    overrides = system.rules.overrides
  }

  /// Writes the document as one value.
  public func write(to writer: inout JSONWriter) throws(JSONWriterError) {
    writer.beginObject()
    writer.identity(pack, rules, hash: rulesHash, overrides: overrides)
    writer.key("method")
    writer.string(method)
    switch content {
    case .decisions(let traces):
      try writer.traces(traces)
    case .candidates(let candidates):
      writer.key("candidates")
      writer.beginArray()
      for candidate in candidates { try writer.explanation(candidate) }
      writer.endArray()
    case .weeks(let explanation, let request, let engine):
      try writer.explanation(explanation, TrendResponse(explanation.report, for: request, engine: engine))
    case .streak(let explanation, let request, let engine):
      try writer.explanation(
        explanation, on: request.day.moment.date, StreakResponse(explanation.report, for: request, engine: engine))
    }
    writer.endObject()
  }
}
