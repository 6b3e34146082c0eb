import TerrainRules
import TerrainEngines
import TerrainBase

/// Who a person is, for a report: the outcome of a quiz, in one language.
package struct PersonPart: Sendable {
  /// The person's value on an axis.
  struct Axis: Sendable {
    let label: Wording
    let low: Wording
    let high: Wording
    let value: Int64
    let sum: String
    let min: Int64
    let max: Int64

    /// How far from the least value to the greatest.
    var share: Double { share(of: value) }
    /// Whether zero lies between the ends.
    var isTwoSided: Bool { min < 0 && max > 0 }
    /// Where the value that is nearest to zero is between the ends.
    var origin: Double { share(of: Swift.min(Swift.max(0, min), max)) }
    /// How far from there, of as far as it can be on that side.
    var extent: Double {
      let (distance, room) = share < origin ? (origin - share, origin) : (share - origin, 1 - origin)
      return room > 0 ? distance / room : 0
    }
    /// The end that the value leans to; nil at zero, and of an axis with one side.
    var lean: Wording? { value == 0 || !isTwoSided ? nil : value < 0 ? low : high }
    /// The value with its sign, where it can have one.
    var shown: String { Figure(value).shown(signed: isTwoSided) }

    private func share(of value: Int64) -> Double {
      max > min ? (Double(value) - Double(min)) / (Double(max) - Double(min)) : 0
    }
  }

  let name: Wording
  let label: Wording?
  let modifier: [Wording]
  let axes: [Axis]
  /// The sign of the first outcome.
  let sign: Picture?

  /// The outcome of `score`, which `engine` made, in the language of `words`.
  ///
  /// - Parameter pictures: the drawings of the pack.
  package init(_ score: Score, engine: ScoringEngine, words: ReportWords, pictures: Pictures) {
    let locale = words.locale
    func text(_ outcome: Score.Outcome, _ field: Text) -> Wording? {
      engine.text(of: outcome, score[outcome], field, for: locale).map { Wording($0) }
    }
    let first = score.outcomes.first
    let label = first.flatMap { text($0, "label") }
    let name = first.flatMap { text($0, "nickname") } ?? label ?? Wording(first.map { score[$0].string } ?? "")
    self.name = name
    self.label = label?.text == name.text ? nil : label
    modifier = score.outcomes.dropFirst().compactMap { text($0, "label") }
    sign = first.flatMap { outcome in
      engine.kind(of: outcome).flatMap { pictures.picture(kind: $0.name, id: score[outcome]) }
    }
    axes = score.axes.map { axis in
      func words(_ text: LocalizedText, or id: Text) -> Wording {
        text.served(for: locale).map { Wording($0) } ?? Wording(id.string)
      }
      return Axis(
        label: words(axis.axis.label, or: axis.axis.id), low: words(axis.axis.low, or: ""),
        high: words(axis.axis.high, or: ""), value: axis.value, sum: "\(axis.sum)", min: axis.min, max: axis.max)
    }
  }
}
