import TerrainRules
import TerrainDocuments
import TerrainBase

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

/// What is shown of something wherever it is offered.
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
      optionalField("days_since_shown", .count, "Days since it was shown the last time.") { $0.daysSinceShown }
      explanatory(requiredField("criteria", .list(.criterion), "What its points are made of.") { $0.criteria })
    }
  }
}

extension ResultType where Content == Ranking.Criterion {
  /// What points are made of.
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
