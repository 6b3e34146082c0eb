import TerrainBase
import TerrainDocuments
import TerrainRules

/// Candidates in order, and the numbers of excluded candidates.
public struct Ranking: Sendable {
  /// The points of one decision, with their rows.
  public struct Criterion: Sendable {
    /// The decision that gives them.
    public let decision: Text
    /// Its author's description.
    public let doc: Text?
    /// The points; of a decision that counts no points, its value.
    public let value: Value
    /// The location of the decision.
    public let place: Place
    /// The rows that gave the points, if they are known.
    public let rows: [Origin]
    /// The criteria that make up the points.
    public let parts: [Criterion]
  }

  /// A candidate that is offered.
  public struct Item: Sendable {
    /// The record's id, or the word.
    public let id: Text
    /// The kind of record; nil for a word of a vocabulary.
    public let kind: Text?
    /// The name for people, if the pack has one.
    public let label: LocalizedText.Served?
    /// The fields of its card by name, with texts in the language of the request.
    public let card: [(name: Text, value: Value)]
    /// Its points.
    public let score: Int64
    /// The criteria of its points.
    public let criteria: [Criterion]
    /// The message about it.
    public let note: RenderedMessage?
    /// The details for an app that the rules declare; nil if they declare none.
    public let details: Value?
    /// The number of days since it was last shown; nil if it never was.
    public let daysSinceShown: Int?
    let candidate: Int
    /// The likenesses of the item, as the ranking declares them.
    let alike: [Likeness]

    /// The texts of the item wherever it is offered.
    package var offer: Offer { Offer(kind: kind, label: label, card: card) }
  }

  /// A record of the request that cannot be read, and so is no candidate.
  public struct WrongRecord: Sendable {
    /// Its position among the records of its kind, from 0.
    public let position: Int
    /// The id, if it has one.
    public let id: Text?
    /// The error with its location.
    public let problem: Diagnostic
  }

  /// The outcome for a candidate.
  package enum Standing: Sendable {
    /// The candidate is offered at this position, from 1.
    case offered(Int)
    /// The named likeness already has enough items.
    case tooAlike(Text)
    /// The candidate comes after the offered items, at this position from 1 without regard to likeness.
    case behind(Int)
    /// A row left it out.
    case excluded(Text, Origin?)
  }

  /// The module that ranked.
  public let module: Text
  /// The offered items, the best first.
  public let items: [Item]
  /// The number of candidates.
  public let considered: Int
  /// The number of excluded candidates for each reason, in the order of the rules.
  public let excluded: [(why: Text, count: Int)]
  /// Records of the request that cannot be read, in its order, at most the first hundred.
  public let wrong: [WrongRecord]
  /// The message if no candidate is left.
  public let fallback: RenderedMessage?
}

extension Ranking {
  /// The texts of a record wherever it is offered.
  package struct Offer: Sendable {
    /// The kind of record; nil for a word of a vocabulary.
    package let kind: Text?
    /// The name for people, if the pack has one.
    package let label: LocalizedText.Served?
    /// The fields of its card by name, with texts in the language of the request.
    package let card: [(name: Text, value: Value)]
  }

  /// The reasons for the position of one candidate.
  package struct Explanation: Sendable {
    /// The record's id, or the word.
    package let id: Text
    /// The kind of record; nil for a word of a vocabulary.
    package let kind: Text?
    /// The outcome for the candidate.
    package let standing: Standing
    /// The points; nil for an excluded candidate.
    package let score: Int64?
    /// The criteria of its points, with rows.
    package let criteria: [Criterion]
  }
}

extension ResultType where Content == Ranking {
  /// A ranking.
  static var ranking: ResultType {
    named("ranking") {
      requiredField("ranking", .text, "The module that ranks.") { $0.module }
      requiredField("items", .list(.ranked), "Candidates that are offered, the best first.") { $0.items }
      requiredField("considered", .count, "How many candidates there were.") { $0.considered }
      requiredField(
        "excluded", .map(.count, key: { $0.why }, value: { $0.count }), "How many were left out, by why."
      ) { $0.excluded }
      optionalField(
        "wrong", .list(.wrongRecord),
        "Records of the request that cannot be read: the first hundred. They keep no other out."
      ) { $0.wrong.isEmpty ? nil : $0.wrong }
      optionalField("fallback", .message, "The message where nothing is left.") { $0.fallback }
    }
  }
}

extension ResultType where Content == Ranking.WrongRecord {
  fileprivate static var wrongRecord: ResultType {
    named("wrong_record") {
      requiredField("position", .count, "Its position among the records of its kind, from 0.") { $0.position }
      optionalField("id", .text, "Its id, where it has one.") { $0.id }
      requiredField("problem", .finding, "What is wrong with it, and where.") { $0.problem }
    }
  }
}

/// The texts of a record wherever it is offered.
let offerFields: ResultFields<Ranking.Offer> = group {
  optionalField("kind", .text, "The kind of record it is.") { $0.kind }
  localizedField("label", "What people call it.") { $0.label }
  optionalField(
    "card", .map(.anything, key: { $0.name }, value: { $0.value }),
    "What its kind shows of it wherever it is offered, by name."
  ) { $0.card.isEmpty ? nil : $0.card }
}

extension ResultType where Content == Ranking.Item {
  fileprivate static var ranked: ResultType {
    named("ranked") {
      requiredField("id", .id(of: .inField("kind")), "The candidate's id.") { $0.id }
      fields(of: offerFields) { $0.offer }
      requiredField("score", .integer, "Its points.") { $0.score }
      optionalField("note", .message, "Words beside it.") { $0.note }
      optionalField("details", .anything, "What the rules decide about it beside, as it is.") { $0.details }
      optionalField("days_since_shown", .count, "Days since it was shown the last time.") { $0.daysSinceShown }
      explanatory(requiredField("criteria", .list(.criterion), "What its points are made of.") { $0.criteria })
    }
  }
}

extension ResultType where Content == Ranking.Criterion {
  /// The parts of points.
  static var criterion: ResultType {
    recursive("criterion") { criterion in
      requiredField("decision", .text, "The decision's full name.") { $0.decision }
      requiredField("points", .anything.shown(as: .integer), "What it gives.") { $0.value }
      optionalField("rows", .list(.text), "The rows that fired.") {
        $0.rows.isEmpty ? nil : $0.rows.map { $0.row ?? "otherwise" }
      }
      optionalField("parts", .list(criterion), "What these points are made of.") {
        $0.parts.isEmpty ? nil : $0.parts
      }
    }
  }
}
