import TerrainBase
import TerrainRules

/// The labels and frequencies of outcomes of scores, looked up once for each id and language. For one thread.
package final class OutcomeTexts {
  /// The texts for one id of an outcome.
  package struct Texts {
    /// The label.
    package let label: LocalizedText.Served?
    /// The nickname.
    package let nickname: LocalizedText.Served?
    /// The percentage of people by kind of figure.
    package let shares: [(kind: Text, percent: ExactDecimal)]
  }

  private struct Key: Hashable {
    let outcome: Int
    let id: Text
    let locale: LanguageTag
  }

  // Callers choose languages freely.
  private var known = BoundedValues<Key, Texts>()

  /// Creates an empty cache.
  package init() {}

  /// The texts of `id`, which `outcome` may be, in the language `locale`.
  package func texts(
    of outcome: Score.Outcome, _ id: Text, for locale: LanguageTag, _ engine: ScoringEngine
  ) -> Texts {
    let key = Key(outcome: outcome.position, id: id, locale: locale)
    if let texts = known[key] { return texts }
    return known.keep(
      Texts(
        label: engine.text(of: outcome, id, "label", for: locale),
        nickname: engine.text(of: outcome, id, "nickname", for: locale), shares: engine.shares(of: outcome, id)),
      of: key)
  }
}
