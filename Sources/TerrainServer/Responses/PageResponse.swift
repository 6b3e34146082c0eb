import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainValues

/// A page as a document for programs. The same page gives the same bytes.
public struct PageResult: Response {
  private let page: Page
  private let engine: DayEngine

  /// The document of `page`, which `engine` made.
  public init(_ page: Page, engine: DayEngine) {
    self.page = page
    self.engine = engine
  }

  /// Writes the document as one value.
  public func write(to writer: inout JSONWriter) throws(JSONWriterError) {
    writer.beginObject()
    writer.member("page", page.module)
    writer.identity(engine.system)
    writer.member("date", page.moment.date.description)
    writer.member("time", ifAny: page.moment.time?.description)
    writer.member("locale", page.locale.description)
    try parts(to: &writer)
    writer.endObject()
  }

  /// Writes the page's parts as the field `parts`.
  func parts(to writer: inout JSONWriter) throws(JSONWriterError) {
    writer.key("parts")
    writer.beginObject()
    for part in page.parts {
      writer.key(part.id)
      try content(part.content, to: &writer)
    }
    writer.endObject()
  }

  private func content(_ content: Page.Content, to writer: inout JSONWriter) throws(JSONWriterError) {
    switch content {
    case .said(let said):
      writer.array { writer in for message in said { writer.said(message, asked: page.locale) } }
    case .value(let value, let label, let origin, _):
      writer.beginObject()
      try writer.member("value", value)
      writer.text("label", label, asked: page.locale)
      if let origin { writer.origin(origin) }
      writer.endObject()
    case .record(let id, let fields): try record(id, fields, to: &writer)
    case .ranking(let ranking): try writer.ranking(ranking, asked: page.locale)
    case .signals(let signals): self.signals(signals, to: &writer)
    }
  }

  private func record(_ id: Text?, _ fields: [Page.Field], to writer: inout JSONWriter) throws(JSONWriterError) {
    guard let id else { return writer.null() }
    writer.beginObject()
    writer.member("id", id)
    for field in fields {
      if let value = field.value {
        writer.key(field.name)
        try writer.value(value)
      } else if field.texts.count == 1, let text = field.texts.first {
        writer.text(field.name, text, asked: page.locale)
      } else {
        writer.key(field.name)
        writer.array { writer in for text in field.texts { writer.string(text.text) } }
      }
    }
    writer.endObject()
  }

  private func signals(_ signals: [Signal]?, to writer: inout JSONWriter) {
    guard let signals, let quiz = engine.quiz else { return writer.null() }
    writer.array { writer in
      for signal in signals {
        let question = quiz.questions[signal.question]
        let option = question.options[signal.option]
        writer.object { writer in
          writer.member("question", question.id)
          writer.member("option", option.id)
          writer.text("text", option.text.served(for: page.locale), asked: page.locale)
          writer.member("axis", quiz.axes[signal.axis].id)
          writer.text("label", quiz.axes[signal.axis].label.served(for: page.locale), asked: page.locale)
          writer.member("amount", signal.amount)
          writer.member("weight", signal.weight)
        }
      }
    }
  }
}
