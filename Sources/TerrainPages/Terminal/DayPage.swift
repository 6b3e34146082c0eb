import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules

/// Pages about a person and days, or a ranking, for a terminal: part after part, as the rules order and style them.
package struct DayPage: TerminalContent {
  private enum Content {
    case pages([Page])
    case ranking(Ranking)
  }

  private let content: Content
  private let engine: any Engine
  private let locale: LanguageTag

  /// A page of `pages`, each with its date if their number is greater than one, in `locale`; nil is the pack's own.
  package init(_ pages: [Page], engine: InsightEngine, locale: LanguageTag?) {
    self.init(.pages(pages), engine, locale)
  }

  /// A page of `ranking`, in `locale`; nil is the pack's own.
  package init(_ ranking: Ranking, engine: SuggestionEngine, locale: LanguageTag?) {
    self.init(.ranking(ranking), engine, locale)
  }

  private init(_ content: Content, _ engine: any Engine, _ locale: LanguageTag?) {
    self.content = content
    self.engine = engine
    self.locale = locale ?? engine.pack.defaultLocale
  }

  /// Writes it to `page`.
  package func write(to page: inout TerminalPage) {
    switch content {
    case .pages(let pages):
      for content in pages {
        if pages.count > 1 {
          page.gap()
          page.line("  \(content.moment.date)")
        }
        page.gap()
        for part in content.parts where part.style != .hidden { write(part, to: &page) }
        page.gap()
      }
    case .ranking(let ranking):
      page.gap()
      write(ranking, to: &page)
      page.gap()
    }
  }

  private func write(_ part: Page.Part, to page: inout TerminalPage) {
    if part.content.isEmpty { return }
    if let heading = part.heading { page.heading(heading[part: "title"] ?? heading[part: "text"] ?? "") }
    switch part.content {
    case .messages(let rendered): write(rendered, part.style, to: &page)
    case .value(_, let label, _, let shown):
      // A word, and a value under a heading, need no name; any other value does.
      page.value(shown, name: label == nil && part.heading == nil ? part.id : nil)
    case .record(_, let fields):
      for field in fields { write(field, isTitle: part.style == .title, to: &page) }
    case .ranking(let ranking): write(ranking, to: &page)
    case .signals(let signals): write(signals ?? [], to: &page)
    }
  }

  private func write(_ rendered: [RenderedMessage], _ style: Page.Style, to page: inout TerminalPage) {
    switch style {
    case .title:
      for message in rendered {
        guard let title = message[part: "title"] else {
          page.title(message[part: "text"] ?? "")
          continue
        }
        page.title(title)
        if let text = message[part: "text"] { page.paragraph(text, indent: 2) }
      }
    case .paragraph:
      page.paragraph(rendered.compactMap { $0[part: "text"] }.asParagraph)
    case .list:
      for message in rendered {
        page.paragraph(Text.line(message[part: "title"], message[part: "text"]), mark: "• ")
        for part in ["why", "advice"] as [Text] {
          if let text = message[part: part] { page.paragraph(text, indent: 6) }
        }
      }
    case .hidden: break
    }
  }

  private func write(_ field: Page.Field, isTitle: Bool, to page: inout TerminalPage) {
    if let value = field.value { return page.value(value, name: field.name) }
    for text in field.texts {
      if isTitle {
        page.title(text.text)
      } else {
        page.paragraph(text.text, mark: field.texts.count > 1 ? "• " : "")
      }
    }
  }

  private func write(_ ranking: Ranking, to page: inout TerminalPage) {
    for (place, item) in ranking.items.enumerated() {
      // The only one is no first one.
      let mark = ranking.items.count > 1 ? "\(place + 1). " : "• "
      page.paragraph(item.label?.text ?? item.id, mark: mark)
      if let note = item.note?[part: "text"] { page.paragraph(note, indent: 4 + mark.count) }
      for case (let name, .string(let text)) in item.card where name != Pictures.field {
        page.paragraph(text, indent: 4 + mark.count)
      }
    }
    if let fallback = ranking.fallback { page.paragraph(fallback[part: "text"] ?? "") }
  }

  private func write(_ signals: [Signal], to page: inout TerminalPage) {
    guard let quiz = engine.context.quiz else { return }
    for signal in signals {
      let option = quiz.questions[signal.question].options[signal.option].text.served(for: locale)?.text ?? ""
      let axis = quiz.axes[signal.axis].label.served(for: locale)?.text ?? ""
      page.paragraph("\(option) (\(axis) \(signal.amount > .zero ? "+" : "")\(signal.amount))", mark: "• ")
    }
  }
}

extension Page.Content {
  /// True if it has nothing to show, so that its heading is left out.
  fileprivate var isEmpty: Bool {
    switch self {
    case .messages(let rendered): rendered.isEmpty
    case .ranking(let ranking): ranking.items.isEmpty && ranking.fallback == nil
    case .signals(let signals): signals?.isEmpty ?? true
    case .record(let id, let fields): id == nil || fields.isEmpty
    case .value(.null, _, _, _): true
    case .value: false
    }
  }
}
