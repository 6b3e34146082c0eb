import TerrainBase
import TerrainRules

/// The result of a quiz for a person, and why.
public struct Score: Sendable {
  /// A person's value on one axis.
  public struct AxisScore: Sendable {
    /// Which axis.
    public let axis: Quiz.Axis
    /// Rounded once and brought inside the axis, as the rules declare.
    public let value: Int64
    /// The exact sum of what the answers moved, weights included, outside the axis too.
    public let sum: ExactDecimal
    /// The least value the axis has.
    public let min: Int64
    /// The greatest value the axis has.
    public let max: Int64
  }

  /// How far one axis may move before an outcome changes, all else being equal.
  public struct Margin: Sendable {
    /// The axis that moves, as its position in ``Score/axes``.
    public let axis: Int
    /// The outcome that changes.
    public let outcome: Outcome
    /// The nearest smaller value at which the outcome is another, and that outcome; nil if there is none.
    public let down: Edge?
    /// The nearest greater value at which the outcome is another, and that outcome; nil if there is none.
    public let up: Edge?
  }

  /// A value at which an outcome changes.
  public struct Edge: Sendable {
    /// The value of the axis there.
    public let value: Int64
    /// The outcome there; nil if the rules have none (a hole that `check` would show).
    public let becomes: Text?
  }

  /// Another answer to one question, and what it would have changed.
  public struct Flip: Sendable {
    /// The question, as its position in the quiz.
    public let question: Int
    /// The other option, as its position in the question.
    public let option: Int
    /// What would change, and to what; the outcome is nil if the rules have none.
    public let changes: [(outcome: Outcome, becomes: Text?)]
  }

  /// What may still come of answers that are not given, each option of which is as likely as the others.
  public struct Certainty: Sendable {
    /// Ways to answer what is missing.
    public let ways: UInt64
    /// By outcome: the ids that may result, each with the ways that lead to it, the most likely first.
    let shares: [[(id: Text, ways: UInt64)]]

    /// The ids that `outcome` may have, each with the ways that lead to it, the most likely first.
    public func shares(of outcome: Outcome) -> [(id: Text, ways: UInt64)] { shares[outcome.position] }
  }

  /// How much of a score is worked out.
  package enum Detail: Int, Comparable, Sendable {
    /// Axes, outcomes, flags and what is missing.
    case lean
    /// The texts and shares of outcomes too, the ranges of axes, and how certain it is.
    case usual
    /// Which rules fired too, as a log of decisions names them.
    case reasons
    /// Everything that explains it: margins and flips too.
    case explained

    package static func < (lhs: Detail, rhs: Detail) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// A decision whose result is part of each score, as the rule set declares it.
  public struct Outcome: Sendable, Hashable {
    /// Its name in a score, such as `type`.
    public let name: Text
    /// The name of several of them.
    public let plural: Text
    /// Its position among the outcomes of its rule set.
    let position: Int
  }

  /// Every axis of the quiz, in its order.
  public let axes: [AxisScore]
  /// The outcomes that the rule set declares, in its order.
  public let outcomes: [Outcome]
  /// By outcome, its id.
  let ids: [Text]
  /// The flags of the chosen options, in the order of the quiz, none twice.
  public let flags: [Text]
  /// Required questions without an answer.
  public let missing: [Text]
  /// For each axis a decision looks at, how far it is from another outcome.
  public let margins: [Margin]
  /// Other answers to single questions that would change an outcome.
  public let flips: [Flip]
  /// Where required questions are unanswered: what may still come of it.
  public let certainty: Certainty?
  /// For each decision that it depends on: the row that fired, its location, and the values that it saw.
  public let why: [Reason]
  /// The answers that were scored.
  public let answers: Answers
  /// How much of it was worked out; what explains it is empty if that is not ``Detail/explained``.
  package let detail: Detail
}

extension Score {
  /// The id of `outcome`.
  public subscript(outcome: Outcome) -> Text { ids[outcome.position] }

  /// The id of the outcome called `name`; nil if the rule set declares no such outcome.
  public subscript(name: Text) -> Text? { outcomes.first { $0.name == name }.map { self[$0] } }
}
