import TerrainBase
import TerrainRules

/// The result of a quiz for a person, and why.
public struct Score: Sendable {
  /// A person's value on one axis.
  public struct AxisScore: Sendable {
    /// The axis.
    public let axis: Quiz.Axis
    /// Rounded once and brought inside the axis, as the rules declare.
    public let value: Int64
    /// The exact sum of all moves, including weights; it may lie outside the axis.
    public let sum: ExactDecimal
    /// The least value the axis has.
    public let min: Int64
    /// The greatest value the axis has.
    public let max: Int64
  }

  /// The distance that one axis may move before an outcome changes, all else being equal.
  public struct Margin: Sendable {
    /// The axis that moves, as its position in ``Score/axes``.
    public let axis: Int
    /// The outcome that changes.
    public let outcome: Outcome
    /// The nearest smaller value with a different outcome, and that outcome; nil if none exists.
    public let down: Edge?
    /// The nearest greater value with a different outcome, and that outcome; nil if none exists.
    public let up: Edge?
  }

  /// A value at which an outcome changes.
  public struct Edge: Sendable {
    /// The value of the axis there.
    public let value: Int64
    /// The outcome there; nil if the rules have none (a hole that `check` would show).
    public let becomes: Text?
  }

  /// Another answer to one question, with the outcomes that it would have changed.
  public struct Flip: Sendable {
    /// The question, as its position in the quiz.
    public let question: Int
    /// The other option, as its position in the question.
    public let option: Int
    /// The outcomes that would change, with their new ids; nil if the rules then have none.
    public let changes: [(outcome: Outcome, becomes: Text?)]
  }

  /// The possible outcomes if answers are missing, with all options of a missing answer equally likely.
  public struct Certainty: Sendable {
    /// The number of ways to answer the missing questions.
    public let ways: UInt64
    /// For each outcome the possible ids, each with the number of ways that lead to it, the most likely first.
    let shares: [[(id: Text, ways: UInt64)]]

    /// The possible ids of `outcome`, each with the number of ways that lead to it, the most likely first.
    public func shares(of outcome: Outcome) -> [(id: Text, ways: UInt64)] { shares[outcome.position] }
  }

  /// The level of detail of a score.
  package enum Detail: Int, Comparable, Sendable {
    /// Axes, outcomes, flags, and missing answers.
    case lean
    /// Also the texts and shares of outcomes, the ranges of axes, and the certainty.
    case usual
    /// Also the rules that fired, for a log of decisions.
    case reasons
    /// Everything that explains it: margins and flips too.
    case explained

    package static func < (lhs: Detail, rhs: Detail) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// A decision whose result is part of each score, as the rule set declares it.
  public struct Outcome: Sendable, Hashable {
    /// The name in a score, such as `type`.
    public let name: Text
    /// The plural of the name.
    public let plural: Text
    /// Its position among the outcomes of its rule set.
    let position: Int
  }

  /// Every axis of the quiz, in its order.
  public let axes: [AxisScore]
  /// The outcomes that the rule set declares, in its order.
  public let outcomes: [Outcome]
  /// The id of each outcome.
  let ids: [Text]
  /// The flags of the chosen options, in the order of the quiz, none twice.
  public let flags: [Text]
  /// Required questions without an answer.
  public let missing: [Text]
  /// The distance to another outcome on each axis that a decision reads.
  public let margins: [Margin]
  /// Other answers to single questions that would change an outcome.
  public let flips: [Flip]
  /// The possible outcomes if required questions are unanswered.
  public let certainty: Certainty?
  /// For each decision that it depends on: the row that fired, its location, and the values that it saw.
  public let why: [Reason]
  /// The answers that were scored.
  public let answers: Answers
  /// The level of detail; the explanatory parts are empty unless it is ``Detail/explained``.
  package let detail: Detail
}

extension Score {
  /// The id of `outcome`.
  public subscript(outcome: Outcome) -> Text { ids[outcome.position] }

  /// The id of the outcome called `name`; nil if the rule set declares no such outcome.
  public subscript(name: Text) -> Text? { outcomes.first { $0.name == name }.map { self[$0] } }
}
