import TerrainBase
import TerrainDocuments
import TerrainRules

/// A score with the texts of its outcomes.
///
/// A class, because margins, flips, and outcomes contain it, and each copy of a structure would count a reference for each of its lists.
package final class ScoreResult {
  /// The score.
  package let score: Score
  /// The engine that made it.
  package let engine: ScoringEngine
  /// The language of the pack that serves the requested one.
  package let locale: LanguageTag
  /// True if the pack and the rules are named.
  let namesVersions: Bool
  private let texts: OutcomeTexts

  /// The result of `score`, which `engine` made; a lean score has only its own parts.
  ///
  /// - Parameter texts: texts of outcomes that were looked up before.
  package init(
    _ score: Score, engine: ScoringEngine, namesVersions: Bool = true, texts: OutcomeTexts = OutcomeTexts()
  ) {
    self.score = score
    self.texts = texts
    self.engine = engine
    self.namesVersions = namesVersions
    locale = score.answers.locale ?? engine.pack.defaultLocale
  }

  fileprivate var hasTexts: Bool { score.detail >= .usual }
  fileprivate var isExplained: Bool { score.detail >= .explained }

  fileprivate var outcomes: [(key: Text, field: Outcome)] {
    score.outcomes.map { outcome in
      let id = score[outcome]
      let known = hasTexts ? texts.texts(of: outcome, id, for: locale, engine) : nil
      return (outcome.name, Outcome(id: id, texts: known))
    }
  }
}

/// A field for each outcome that the rule set declares; `%` in `doc` represents its key.
private func declaredFields<Content, Field>(
  _ keys: Shape.DeclaredKeys, _ type: ResultType<Field>, _ doc: String, isRequired: Bool = true,
  _ get: @escaping @Sendable (Content) -> [(key: Text, field: Field)]
) -> ResultFields<Content> {
  let write = type.write
  return ResultFields(shapes: [.declared(keys, type.shape, doc, isRequired: isRequired)]) {
    content, locale, writer throws(JSONWriterError) in
    for (key, field) in get(content) {
      writer.key(key)
      try write(field, locale, &writer)
    }
  }
}

/// One outcome of a score; without texts in a lean score.
private struct Outcome {
  let id: Text
  let texts: OutcomeTexts.Texts?
}

/// One axis of a score by its position, because copying the axis counts a reference for each of its texts.
private struct Axis {
  let position: Int
  let result: ScoreResult

  var id: Text { result.score.axes[position].axis.id }
  var value: Int64 { result.score.axes[position].value }
  var sum: ExactDecimal? { result.hasTexts ? result.score.axes[position].sum : nil }
  var min: Int64? { result.hasTexts ? result.score.axes[position].min : nil }
  var max: Int64? { result.hasTexts ? result.score.axes[position].max : nil }
}

/// A margin of one axis, or another answer, with the quiz that names it.
private struct Named<Part> {
  let part: Part
  let result: ScoreResult
}

extension ResultType where Content == ScoreResult {
  /// A score.
  package static var score: ResultType {
    object {
      optionalField("id", .anything, "What the caller knows these answers by.") { $0.score.answers.id }
      optionalFields(of: versionFields) { $0.namesVersions ? Versions($0.engine.system) : nil }
      optionalField("locale", .locale, "The language of the pack that serves the requested one.") {
        $0.hasTexts ? $0.locale : nil
      }
      requiredField("axes", .map(.axis, key: { $0.id }), "The person's value on each axis.") { result in
        result.score.axes.indices.map { Axis(position: $0, result: result) }
      }
      declaredFields(.outcomes, ResultType<Outcome>.outcome, "The outcome %.") { (result: ScoreResult) in
        result.outcomes
      }
      requiredField("flags", .list(.text), "The flags of the chosen options.") { $0.score.flags }
      optionalField("missing", .list(.text), "Required questions without an answer.") {
        $0.hasTexts || !$0.score.missing.isEmpty ? $0.score.missing : nil
      }
      explanatory(
        optionalField(
          "margins", .margins, "For each decision and axis, the nearest values at which the outcome changes."
        ) { $0.isExplained ? $0 : nil })
      explanatory(
        optionalField(
          "flips", .list(.flip), "Other answers to single questions that would change an outcome."
        ) { result in result.isExplained ? result.score.flips.map { Named(part: $0, result: result) } : nil })
      optionalField("certainty", .certainty, "What may still come of the answers that are missing.") {
        result in
        result.hasTexts ? result.score.certainty.map { Named(part: $0, result: result) } : nil
      }
      explanatory(
        optionalField("why", .list(.reason), "Which rules fired, and what they saw.") {
          $0.score.detail >= .reasons ? $0.score.why : nil
        })
    }.requested { $0.locale }
  }

  fileprivate static var margins: ResultType {
    let byAxis: ResultType<[Named<Score.Margin>]> = .map(
      .margin, key: { $0.result.score.axes[$0.part.axis].axis.id })
    return object {
      declaredFields(.outcomes, byAxis, "By axis.") { (result: ScoreResult) in
        result.score.outcomes.map { outcome in
          (
            outcome.name,
            result.score.margins.compactMap { $0.outcome == outcome ? Named(part: $0, result: result) : nil }
          )
        }
      }
    }
  }
}

extension ResultType where Content == Axis {
  fileprivate static var axis: ResultType {
    named("axis") {
      requiredField("value", .integer, "Rounded once and brought inside the axis, as the rules say.") { $0.value }
      optionalField("sum", .number, "The exact sum, outside the axis too.") { $0.sum }
      optionalField("min", .integer, "The least value of the axis.") { $0.min }
      optionalField("max", .integer, "The greatest value of the axis.") { $0.max }
    }
  }
}

extension ResultType where Content == Outcome {
  fileprivate static var outcome: ResultType {
    named("outcome") {
      requiredField("id", .id(of: .any), "The outcome's id.") { $0.id }
      localizedField("label", "What people call it.") { $0.texts?.label }
      localizedField("nickname", "What people call it fondly.") { $0.texts?.nickname }
      optionalField(
        "share", .map(.number, key: { $0.kind }, value: { $0.percent }),
        "The percentage of people, by how it is known: `illustrative` or `exact`."
      ) { $0.texts.flatMap { $0.shares.isEmpty ? nil : $0.shares } }
    }
  }
}

extension ResultType where Content == Named<Score.Margin> {
  fileprivate static var margin: ResultType {
    object {
      requiredField("down", .orNull(.edge), "The nearest smaller value at which the outcome is another.") {
        $0.part.down
      }
      requiredField("up", .orNull(.edge), "The nearest greater value at which the outcome is another.") { $0.part.up }
    }
  }
}

extension ResultType where Content == Score.Edge {
  fileprivate static var edge: ResultType {
    named("edge") {
      requiredField("value", .integer, "The value of the axis there.") { $0.value }
      requiredField("becomes", .orNull(.text), "The outcome there; null where the rules have none.") { $0.becomes }
    }
  }
}

extension ResultType where Content == Named<Score.Flip> {
  fileprivate static var flip: ResultType {
    named("flip") {
      requiredField("question", .text, "The question.") { $0.result.engine.quiz.questions[$0.part.question].id }
      requiredField("option", .text, "The other option.") {
        $0.result.engine.quiz.questions[$0.part.question].options[$0.part.option].id
      }
      declaredFields(
        .outcomes, ResultType<Text?>.orNull(.text), "The outcome % that would come of it.", isRequired: false
      ) { (flip: Named<Score.Flip>) in flip.part.changes.map { ($0.outcome.name, $0.becomes) } }
    }
  }
}

/// An id that an outcome may have, and the ways that lead to it.
private typealias Ways = (id: Text, ways: UInt64)

extension ResultType where Content == Named<Score.Certainty> {
  fileprivate static var certainty: ResultType {
    let byID: ResultType<[Ways]> = .map(.count, key: { $0.id }, value: { $0.ways })
    return object {
      requiredField("ways", .count, "Ways to answer what is missing.") { $0.part.ways }
      declaredFields(.outcomePlurals, byID, "The ways that lead to each of the %, the most likely first.") {
        (certainty: Named<Score.Certainty>) in
        certainty.result.score.outcomes.map { ($0.plural, certainty.part.shares(of: $0)) }
      }
    }
  }
}
