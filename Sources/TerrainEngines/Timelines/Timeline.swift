import TerrainContent
import TerrainDocuments
import TerrainValues

/// The state of something, and what comes next.
public struct Timeline: Sendable {
  /// A message for a recipient.
  public struct Notice: Sendable {
    /// Who; nil where the rules do not declare it.
    public let to: Text?
    /// What, in their language.
    public let rendered: RenderedMessage
    /// The language it was wanted in.
    public let locale: LanguageTag
  }

  /// A phase.
  public struct Phase: Sendable {
    /// Whether a phase is over, current or ahead.
    public enum Standing: String, Sendable {
      case done, now, ahead
    }

    /// Its id.
    public let id: Text
    /// Its name for people.
    public let label: LocalizedText.Served?
    /// When it begins or began.
    public let begins: Timestamp
    /// Whether it is over, current or ahead.
    public let standing: Standing
    /// The messages when it begins; none of phases that have begun.
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
    /// The messages that it would send.
    public let notices: [Notice]
  }

  /// What became of the requested move.
  public enum Outcome: Sendable {
    /// It was made.
    case moved(from: Text?, notices: [Notice])
    /// It is not allowed.
    case refused(Diagnostic)
  }

  /// The module that declares it.
  public let module: Text
  /// Its state; nil where it has not begun.
  public let state: Text?
  /// The state's name for people.
  public let label: LocalizedText.Served?
  /// The message about its state.
  public let status: RenderedMessage?
  /// What the clock makes of it; nil without phases, or where a move has led away from them.
  public let course: Course?
  /// The moves that are allowed; nil where it knows none.
  public let allowed: [Move]?
  /// What became of the requested move.
  public let outcome: Outcome?
  /// Warnings about the request and the window.
  public let notes: [Diagnostic]

  /// True where a move was requested and not made.
  public var isRefused: Bool {
    if case .refused = outcome { return true }
    return false
  }
}
