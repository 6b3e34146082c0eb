import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainValues

/// How an answer came about, and what it came from, as a document for programs.
public struct ExplainResult: Response {
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
  private let system: LoadedSystem

  /// How the rules of `system` came to what the method `method` answers.
  public init(_ content: Content, method: String, system: LoadedSystem) {
    self.method = method
    self.content = content
    self.system = system
  }

  /// Writes the document as one value.
  public func write(to writer: inout JSONWriter) throws(JSONWriterError) {
    writer.beginObject()
    writer.identity(system)
    writer.member("method", method)
    switch content {
    case .decisions(let traces):
      try writer.traces(traces)
    case .candidates(let candidates):
      writer.key("candidates")
      writer.beginArray()
      for candidate in candidates { try writer.explanation(candidate) }
      writer.endArray()
    case .weeks(let explanation, let request, let engine):
      try writer.explanation(explanation, TrendResult(explanation.report, for: request, engine: engine))
    case .streak(let explanation, let request, let engine):
      try writer.explanation(
        explanation, on: request.day.moment.date, StreakResult(explanation.report, for: request, engine: engine))
    }
    writer.endObject()
  }
}
