import TerrainBase
import TerrainDocuments
import TerrainRules

/// The pages of a module for one day, or for several days in a row.
package struct PageResult {
  /// A page for each day.
  package let pages: [Page]
  /// The request that they answer.
  package let request: DayRequest
  /// The engine that made them.
  package let engine: InsightEngine

  /// The result `pages`, which `engine` made for `request`.
  package init(_ pages: [Page], request: DayRequest, engine: InsightEngine) {
    self.pages = pages
    self.request = request
    self.engine = engine
  }

  /// The language of the pack that serves the requested one.
  fileprivate var locale: LanguageTag { pages.first?.locale ?? engine.system.pack.defaultLocale }
}

/// A page with the engine that made it.
private struct PageOfDay {
  let page: Page
  let engine: InsightEngine
}

extension ResultType where Content == PageResult {
  /// The module, the language, and the content of the page for each day.
  static var pages: ResultType {
    object {
      requiredField("page", .text, "The module whose page it is.") { $0.pages.first?.module ?? "" }
      fields(of: versionFields) { Versions($0.engine.system) }
      requiredField("locale", .locale, "The language of the pack that serves the requested one.") { $0.locale }
      requiredField("days", .list(.day), "The page of each day: of one, or of as many as were asked for.") { result in
        result.pages.map { PageOfDay(page: $0, engine: result.engine) }
      }
    }.requested { $0.locale }
  }
}

extension ResultType where Content == PageOfDay {
  fileprivate static var day: ResultType {
    object {
      requiredField("date", .date, "The local day.") { $0.page.moment.date }
      optionalField("time", .text, "The local time of day, if it is known.") { $0.page.moment.time?.description }
      fields(of: partFields) { PageParts(parts: $0.page.parts, quiz: $0.engine.context.quiz) }
    }
  }
}

// MARK: - Parts

/// The parts of a page, with the quiz that names its signals.
struct PageParts {
  let parts: [Page.Part]
  let quiz: Quiz?
}

/// A part of a page, with the quiz that names its signals.
private struct NamedPart {
  let part: Page.Part
  let quiz: Quiz?
}

/// A decision's value on a page.
private struct ShownValue {
  let value: Value
  let label: LocalizedText.Served?
  let origin: Origin?
}

/// An answer that weighed much, with the quiz that has it.
private struct NamedSignal {
  let signal: Signal
  let quiz: Quiz

  var question: Quiz.Question { quiz.questions[signal.question] }
  var option: Quiz.Option { question.options[signal.option] }
  var axis: Quiz.Axis { quiz.axes[signal.axis] }
}

/// `parts`.
var partFields: ResultFields<PageParts> {
  group {
    requiredField(
      "parts", .map(.part, key: { $0.part.id }), "The parts of the page, in its order, by their ids."
    ) { page in page.parts.map { NamedPart(part: $0, quiz: page.quiz) } }
  }
}

/// The fields of a report that contain `parts`.
var besideFields: ResultFields<PageParts> {
  ResultFields(
    shapes: partFields.shapes.map { .required($0.name, $0.shape, "Further messages, by the ids of parts.") },
    writers: partFields.writers)
}

extension ResultType where Content == NamedPart {
  fileprivate static var part: ResultType {
    let messages = ResultType<[RenderedMessage]>.list(.message)
    let shown = ResultType<ShownValue>.shown
    let ranking = ResultType<Ranking>.ranking
    let signals = ResultType<[NamedSignal]>.list(.signal)
    let shape = Shape.either(
      messages.shape, shown.shape, ranking.shape, signals.shape, Shape(.null), .record)
    return ResultType(.named("part") { shape }) { part, locale, writer throws(JSONWriterError) in
      switch part.part.content {
      case .messages(let rendered): try messages.write(rendered, locale, &writer)
      case .value(let value, let label, let origin, _):
        try shown.write(ShownValue(value: value, label: label, origin: origin), locale, &writer)
      case .record(let id, let fields): try writer.record(id, fields, locale)
      case .ranking(let ranked): try ranking.write(ranked, locale, &writer)
      case .signals(let list):
        guard let list, let quiz = part.quiz else { return writer.null() }
        try signals.write(list.map { NamedSignal(signal: $0, quiz: quiz) }, locale, &writer)
      }
    }
  }
}

extension JSONWriter {
  /// Writes a record with the fields that its pack gives it.
  fileprivate mutating func record(
    _ id: Text?, _ fields: [Page.Field], _ locale: LanguageTag
  ) throws(JSONWriterError) {
    guard let id else { return null() }
    beginObject()
    member("id", id)
    for field in fields {
      key(field.name)
      if let value = field.value {
        try self.value(value)
      } else if field.texts.count == 1, let text = field.texts.first {
        string(text.text)
        if text.locale != locale { member("\(field.name)_locale", text.locale.text) }
      } else {
        array { writer in for text in field.texts { writer.string(text.text) } }
      }
    }
    endObject()
  }
}

extension ResultType where Content == ShownValue {
  fileprivate static var shown: ResultType {
    object {
      requiredField("value", .anything, "The decision's value.") { $0.value }
      localizedField("label", "What people call it, where it is a vocabulary's word.") { $0.label }
      optionalFields(of: originFields) { $0.origin }
    }
  }
}

extension ResultType where Content == NamedSignal {
  fileprivate static var signal: ResultType {
    named("signal") {
      requiredField("question", .text, "The question.") { $0.question.id }
      requiredField("option", .text, "The option that was chosen.") { $0.option.id }
      localizedField("text", "What the option says.") { $0.option.text.served(for: $1) }
      requiredField("axis", .text, "The axis it moved most.") { $0.axis.id }
      localizedField("label", "What people call the axis.") { $0.axis.label.served(for: $1) }
      requiredField("amount", .number, "How far it moved it.") { $0.signal.amount }
      requiredField("weight", .number, "The question's weight.") { $0.signal.weight }
    }
  }
}
