import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainValues

/// A ranking as a document for programs. The same ranking gives the same bytes.
public struct SuggestResult: Response {
  private let ranking: Ranking
  private let request: DayRequest
  private let engine: DayEngine

  /// The document of `ranking`, which `engine` made for `request`.
  public init(_ ranking: Ranking, for request: DayRequest, engine: DayEngine) {
    self.ranking = ranking
    self.request = request
    self.engine = engine
  }

  /// Writes the document as one value.
  public func write(to writer: inout JSONWriter) throws(JSONWriterError) {
    let locale = request.locale ?? engine.pack.defaultLocale
    writer.beginObject()
    writer.identity(engine.system)
    writer.member("date", request.moment.date.description)
    writer.member("locale", locale.description)
    writer.key("suggestions")
    try writer.ranking(ranking, asked: locale)
    writer.endObject()
  }
}
