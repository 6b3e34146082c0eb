import TerrainRules
import TerrainDocuments
import TerrainBase

/// The state of something, and what comes next.
package struct Timeline: Sendable {
  /// A message for a recipient.
  package struct Notice: Sendable {
    /// Who; nil where the rules do not declare it.
    package let to: Text?
    /// What, in their language.
    package let rendered: RenderedMessage
    /// The language it was wanted in.
    package let locale: LanguageTag
  }

  /// A phase.
  package struct Phase: Sendable {
    /// Whether a phase is over, current or ahead.
    package enum Standing: String, Sendable {
      case done, now, ahead
    }

    /// Its id.
    package let id: Text
    /// Its name for people.
    package let label: LocalizedText.Served?
    /// When it begins or began.
    package let begins: Timestamp
    /// Whether it is over, current or ahead.
    package let standing: Standing
    /// The messages when it begins; none of phases that have begun.
    package let notices: [Notice]
  }

  /// What the clock makes of it.
  package struct Course: Sendable {
    /// How much of the time before the last phase is over.
    package let fraction: ExactDecimal
    /// When the first phase began.
    package let begins: Timestamp
    /// When the last one begins.
    package let ends: Timestamp
    /// When it next changes; nil where nothing will.
    package let changesAt: Timestamp?
    /// Those that have any time, in order.
    package let phases: [Phase]
  }

  /// A move that is allowed.
  package struct Move: Sendable {
    /// Where to.
    package let to: Text
    /// Its name for people.
    package let label: LocalizedText.Served?
    /// The messages that it would send.
    package let notices: [Notice]
  }

  /// What became of the requested move.
  package enum Outcome: Sendable {
    /// It was made.
    case moved(from: Text?, notices: [Notice])
    /// It is not allowed.
    case refused(Diagnostic)
  }

  /// The module that declares it.
  package let module: Text
  /// Its state; nil where it has not begun.
  package let state: Text?
  /// The state's name for people.
  package let label: LocalizedText.Served?
  /// The message about its state.
  package let status: RenderedMessage?
  /// What the clock makes of it; nil without phases, or where a move has led away from them.
  package let course: Course?
  /// The moves that are allowed; nil where it knows none.
  package let allowed: [Move]?
  /// What became of the requested move.
  package let outcome: Outcome?
  /// Warnings about the request and the window.
  package let notes: [Diagnostic]

  /// True where a move was requested and not made.
  package var isRefused: Bool {
    if case .refused = outcome { return true }
    return false
  }
}
