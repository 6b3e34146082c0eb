import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainValues

/// A page about a person and a day, to read: part after part, as the rules order and style them.
public struct DayPage {
  private let engine: DayEngine
  private let locale: LanguageTag
  private var page: TerminalPage

  /// A page for a terminal of `width` columns, in `locale`; nil is the pack's own.
  public init(engine: DayEngine, locale: LanguageTag?, width: Int, color: Bool) {
    self.engine = engine
    self.locale = locale ?? engine.pack.defaultLocale
    page = TerminalPage(width: width, color: color)
  }

  /// `content` as a page.
  public func text(_ content: Page) -> String {
    var writer = self
    writer.page.gap()
    for part in content.parts where part.style != .hidden { writer.write(part) }
    writer.page.gap()
    return writer.page.text
  }

  /// `ranking` as a page.
  public func text(_ ranking: Ranking) -> String {
    var writer = self
    writer.page.gap()
    writer.write(ranking)
    writer.page.gap()
    return writer.page.text
  }

  private mutating func write(_ part: Page.Part) {
    if let heading = part.heading { page.heading(heading[part: "title"] ?? heading[part: "text"] ?? "") }
    switch part.content {
    case .said(let said): write(said, part.style)
    case .value(let value, let label, _):
      page.paragraph(label?.text ?? Text(value.shown))
    case .record(_, let fields):
      for field in fields { write(field, isTitle: part.style == .title) }
    case .ranking(let ranking): write(ranking)
    case .signals(let signals): write(signals ?? [])
    }
  }

  private mutating func write(_ said: [Said], _ style: Page.Style) {
    switch style {
    case .title:
      for message in said {
        guard let title = message[part: "title"] else {
          page.title(message[part: "text"] ?? "")
          continue
        }
        page.title(title)
        if let text = message[part: "text"] { page.paragraph(text, indent: 2) }
      }
    case .paragraph:
      page.paragraph(Text(said.compactMap { $0[part: "text"]?.string }.joined(separator: " ")))
    case .list:
      for message in said {
        page.paragraph(message[part: "text"] ?? message[part: "title"] ?? "", mark: "• ")
        for part in ["why", "advice"] as [Text] {
          if let text = message[part: part] { page.paragraph(text, indent: 6) }
        }
      }
    case .hidden: break
    }
  }

  private mutating func write(_ field: Page.Field, isTitle: Bool) {
    if let value = field.value { return page.paragraph(Text("\(field.name): \(value.shown)")) }
    for text in field.texts {
      if isTitle {
        page.title(text.text)
      } else {
        page.paragraph(text.text, mark: field.texts.count > 1 ? "• " : "")
      }
    }
  }

  private mutating func write(_ ranking: Ranking) {
    for (place, item) in ranking.items.enumerated() {
      page.paragraph(item.label?.text ?? item.id, mark: "\(place + 1). ")
      if let note = item.note?[part: "text"] { page.paragraph(note, indent: 7) }
    }
    if let fallback = ranking.fallback { page.paragraph(fallback[part: "text"] ?? "") }
  }

  private mutating func write(_ signals: [Signal]) {
    guard let quiz = engine.quiz else { return }
    for signal in signals {
      let option = quiz.questions[signal.question].options[signal.option].text.served(for: locale)?.text ?? ""
      let axis = quiz.axes[signal.axis].label.served(for: locale)?.text ?? ""
      page.paragraph("\(option) (\(axis) \(signal.amount > .zero ? "+" : "")\(signal.amount))", mark: "• ")
    }
  }
}

extension Value {
  /// The value as people read it: words without quotes.
  fileprivate var shown: String {
    if case .string(let text) = self { return text.string }
    return description
  }
}
