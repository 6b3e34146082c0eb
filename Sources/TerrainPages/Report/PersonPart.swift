import TerrainEngines
import TerrainValues

/// Who a person is, for a report: the outcome of a quiz, in one language.
package struct PersonPart: Sendable {
  /// The person's value on an axis.
  struct Axis: Sendable {
    let label: String
    let low: String
    let high: String
    let value: Int64
    let sum: String
    let min: Int64
    let max: Int64

    /// How far from the least value to the greatest.
    var share: Double { max > min ? (Double(value) - Double(min)) / (Double(max) - Double(min)) : 0 }
    /// Whether zero lies between the ends.
    var hasMiddle: Bool { min < 0 && max > 0 }
    /// The end that the value leans to; nil at zero.
    var lean: String? { value == 0 && hasMiddle ? nil : hasMiddle ? (value < 0 ? low : high) : nil }
  }

  let name: String
  let label: String?
  let modifier: String?
  let axes: [Axis]

  /// The outcome of `score`, which `engine` made, in the language of `words`.
  package init(_ score: Score, engine: ScoringEngine, words: ReportWords) {
    let locale = words.locale
    func text(_ outcome: Score.Outcome, _ field: Text) -> String? {
      engine.text(of: outcome, score[outcome], field)?.served(for: locale)?.text.string
    }
    let first = score.outcomes.first
    let label = first.flatMap { text($0, "label") }
    name = first.flatMap { text($0, "nickname") ?? label ?? score[$0].string } ?? ""
    self.label = label == name ? nil : label
    let others = score.outcomes.dropFirst().compactMap { text($0, "label") }
    modifier = others.isEmpty ? nil : others.joined(separator: ", ")
    axes = score.axes.map { axis in
      Axis(
        label: axis.axis.label.served(for: locale)?.text.string ?? axis.axis.id.string,
        low: axis.axis.low.served(for: locale)?.text.string ?? "",
        high: axis.axis.high.served(for: locale)?.text.string ?? "", value: axis.value, sum: "\(axis.sum)",
        min: axis.min,
        max: axis.max)
    }
  }
}
