import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainValues

/// What is wrong with a form, as a document for programs. The same form gives the same bytes.
public struct CheckResponse: Response {
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
    writer.key("kind")
    writer.string(checked.kind)
    writer.key("locale")
    writer.string(locale.description)
    writer.key("ok")
    writer.bool(checked.isRight)
    writer.key("problems")
    writer.beginArray()
    for problem in checked.problems { try write(problem, to: &writer) }
    writer.endArray()
    writer.endObject()
  }

  private func write(_ problem: Problem, to writer: inout JSONWriter) throws(JSONWriterError) {
    writer.beginObject()
    writer.key("at")
    writer.string(problem.at)
    writer.key("code")
    writer.string(problem.code)
    if let said = problem.said {
      writer.key("message")
      writer.string(said.message)
      for part in said.parts { writer.text(part.name, part.text, asked: locale) }
    } else {
      writer.key("text")
      writer.string(problem.message)
      // Terrain's own sentences are English.
      if locale.language != "en" {
        writer.key("text_locale")
        writer.string("en")
      }
    }
    if let fix = problem.fix {
      writer.key("help")
      writer.string(fix)
    }
    if let expected = problem.expected {
      writer.key("expected")
      try writer.value(expected)
    }
    if let origin = problem.said?.origin { writer.origin(origin) }
    if saysPlaces { place(of: problem, to: &writer) }
    writer.endObject()
  }

  private func place(of problem: Problem, to writer: inout JSONWriter) {
    let position = problem.place.source.position(at: Int(problem.place.range.start))
    writer.key("line")
    writer.int(position.line)
    writer.key("column")
    writer.int(position.column)
  }
}
