import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainValues

/// What is wrong with a form, as a document for programs. The same form gives the same bytes.
public struct CheckResult: Response {
  private let checked: CheckedForm
  private let engine: CheckEngine
  private let locale: LanguageTag
  private let saysPlaces: Bool

  /// The document of `checked`, which was made for `request`.
  ///
  /// - Parameter saysPlaces: whether each problem has the line and column of its field, which are of use for a file: what a
  ///   program hands in is laid out this way or that.
  public init(_ checked: CheckedForm, for request: CheckRequest, engine: CheckEngine, saysPlaces: Bool) {
    self.saysPlaces = saysPlaces
    self.checked = checked
    self.engine = engine
    locale = request.locale ?? engine.pack.defaultLocale
  }

  /// Writes the document as one value.
  public func write(to writer: inout JSONWriter) throws(JSONWriterError) {
    writer.beginObject()
    writer.identity(engine.system)
    writer.member("kind", checked.kind)
    writer.member("locale", locale.description)
    writer.member("ok", checked.isRight)
    writer.key("problems")
    writer.beginArray()
    for problem in checked.problems { try write(problem, to: &writer) }
    writer.endArray()
    writer.endObject()
  }

  private func write(_ problem: Problem, to writer: inout JSONWriter) throws(JSONWriterError) {
    writer.beginObject()
    writer.member("at", problem.at)
    writer.member("code", problem.code)
    if let said = problem.said {
      writer.member("message", said.message)
      for part in said.parts { writer.text(part.name, part.text, asked: locale) }
    } else {
      writer.member("text", problem.message)
      // Terrain's own sentences are English.
      if locale.language != "en" { writer.member("text_locale", "en") }
    }
    writer.member("help", ifAny: problem.fix)
    try writer.member("expected", ifAny: problem.expected)
    if let origin = problem.said?.origin { writer.origin(origin) }
    if saysPlaces { place(of: problem, to: &writer) }
    writer.endObject()
  }

  private func place(of problem: Problem, to writer: inout JSONWriter) {
    let position = problem.place.source.position(at: Int(problem.place.range.start))
    writer.member("line", position.line)
    writer.member("column", position.column)
  }
}
