import TerrainRules
import TerrainBase

/// A page about a person and a day: parts in the order the rules give them.
public struct Page: Sendable {
  /// How a part is shown to people. It means nothing to programs.
  public enum Style: String, Sendable, CaseIterable {
    /// Above everything.
    case title
    /// Sentences that make one paragraph.
    case paragraph
    /// One thing a line.
    case list
    /// Not shown: for programs only.
    case hidden
  }

  /// A field of a record, in the person's language.
  public struct Field: Sendable {
    /// Its name.
    public let name: Text
    /// Its texts: one, or those of a list.
    public let texts: [LocalizedText.Served]
    /// Its value where that is no text.
    public let value: Value?
  }

  /// The content of a part.
  public enum Content: Sendable {
    /// Messages.
    case messages([RenderedMessage])
    /// A value, and the words for it where it is a word of a vocabulary. `shown` is the value with all words of vocabularies
    /// and ids of records in it as people read them.
    case value(Value, label: LocalizedText.Served?, origin: Origin?, shown: Value)
    /// A record's id and fields; nil where the request names none.
    case record(id: Text?, fields: [Field])
    /// Candidates in order.
    case ranking(Ranking)
    /// The answers that weighed most; nil where no answers were given.
    case signals([Signal]?)
  }

  /// A part of a page.
  public struct Part: Sendable {
    /// Its name.
    public let id: Text
    /// How it is shown.
    public let style: Style
    /// The words above it.
    public let heading: RenderedMessage?
    /// Its content.
    public let content: Content
  }

  /// The module whose page it is.
  public let module: Text
  /// Its parts.
  public let parts: [Part]
  /// When it is about.
  public let moment: Moment
  /// The requested language; the pack's own where none was given.
  public let locale: LanguageTag
}

extension Page {
  /// The ids of everything it shows that may take turns: messages and candidates.
  public var shownIDs: [Text] {
    parts.flatMap { part -> [Text] in
      switch part.content {
      case .messages(let messages): messages.map({ $0.message })
      case .ranking(let ranking): ranking.items.map({ $0.id })
      case .value, .record, .signals: []
      }
    }
  }
}
