import TerrainContent
import TerrainDocuments
import TerrainValues

/// Where something stands, and what comes next.
public struct Timeline: Sendable {
  /// A message for a recipient.
  public struct Notice: Sendable {
    /// Who; nil where the rules do not say.
    public let to: Text?
    /// What, in their language.
    public let rendered: RenderedMessage
    /// The language it was wanted in.
    public let locale: LanguageTag
  }

  /// A phase.
  public struct Phase: Sendable {
    /// How a phase stands to the moment.
    public enum Standing: String, Sendable {
      case done, now, ahead
    }

    /// Its id.
    public let id: Text
    /// Its name for people.
    public let label: LocalizedText.Served?
    /// When it begins or began.
    public let begins: Timestamp
    /// How it stands to the moment.
    public let standing: Standing
    /// What will be said when it begins; none of phases that have begun.
    public let notices: [Notice]
  }

  /// What the clock makes of it.
  public struct Course: Sendable {
    /// How much of the time before the last phase is over.
    public let fraction: ExactDecimal
    /// When the first phase began.
    public let begins: Timestamp
    /// When the last one begins.
    public let ends: Timestamp
    /// When it next changes; nil where nothing will.
    public let changesAt: Timestamp?
    /// Those that have any time, in order.
    public let phases: [Phase]
  }

  /// A move that is allowed.
  public struct Move: Sendable {
    /// Where to.
    public let to: Text
    /// Its name for people.
    public let label: LocalizedText.Served?
    /// What would be said.
    public let notices: [Notice]
  }

  /// What became of the move that was asked for.
  public enum Outcome: Sendable {
    /// It was made.
    case moved(from: Text?, notices: [Notice])
    /// It is not allowed.
    case refused(Diagnostic)
  }

  /// The module that was asked.
  public let module: Text
  /// Where it stands; nil where it has not begun.
  public let state: Text?
  /// The state's name for people.
  public let label: LocalizedText.Served?
  /// Words for where it stands.
  public let status: RenderedMessage?
  /// What the clock makes of it; nil without phases, or where a move has led away from them.
  public let course: Course?
  /// The moves that are allowed; nil where it knows none.
  public let allowed: [Move]?
  /// What became of the move that was asked for.
  public let outcome: Outcome?
  /// Warnings about the request and the window.
  public let notes: [Diagnostic]

  /// True where a move was asked for and not made.
  public var isRefused: Bool {
    if case .refused = outcome { return true }
    return false
  }
}
