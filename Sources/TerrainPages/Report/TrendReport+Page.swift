import TerrainBase
import TerrainEngines
import TerrainRules

// The parts of a trend report as pages show them, in a terminal and in HTML.

extension TrendReport {
  private static let emptyPart: Text = "empty"
  private static let activityPart: Text = "activity"
  private static let carePart: Text = "care"

  /// The messages before all others: warnings.
  var notices: [RenderedMessage] { page.messages { $0 == Self.carePart } }

  /// The messages at the top: hints for an empty page, else the pulse.
  var opening: [RenderedMessage] {
    let empty = page.messages { $0 == Self.emptyPart }
    return empty.isEmpty ? [pulse?.rendered].compactMap(\.self) : empty
  }

  /// The messages below the opening.
  var remarks: [RenderedMessage] {
    page.messages { ![Self.emptyPart, Self.activityPart, Self.carePart].contains($0) }
  }

  /// The messages next to the minutes.
  var activityRemarks: [RenderedMessage] { page.messages { $0 == Self.activityPart } }

  /// The values that rules decided without words, by the ids of their parts.
  var decided: [(part: Text, origin: Origin)] {
    page.parts.compactMap { part in
      guard case .value(_, _, let origin?, _) = part.content else { return nil }
      return (part.id, origin)
    }
  }

  /// True if any day has a record of signs.
  var hasSigns: Bool { heatMap?.rows.contains { $0.values.contains { $0 != nil } } ?? false }

  /// The minutes of all kinds, day by day.
  var activityValues: [Double] {
    (0..<days).map { day in activities.reduce(0) { $0 + $1.values[day] } }
  }

  /// The sum of ``activityValues``.
  var activityTotal: Double { activityValues.reduce(0, +) }
}

extension RenderedMessage {
  var title: Wording? { wording("title") }
  var text: Wording { wording("text") ?? Wording("") }
  var why: Wording? { wording("why") }

  private func wording(_ name: Text) -> Wording? { parts.first { $0.name == name }.map { Wording($0.text) } }
}

extension LocalizedText.Served? {
  /// The text, or `id` if the pack has none.
  fileprivate func text(or id: Text?) -> Wording { map { Wording($0) } ?? Wording(id?.string ?? "") }
}

extension TrendReport.Activity {
  var name: Wording { label.text(or: kind) }
}

extension TrendReport.HeatMap.Row {
  var name: Wording { label.text(or: sign) }
}

extension Trend {
  var name: Wording { label.text(or: series) }
  var unitName: Wording { unitLabel.text(or: unit) }
  var gradeName: Wording { gradeLabel.text(or: grade) }
  var directionName: Wording? { direction.map { directionLabel.text(or: $0) } }

  /// The grade and, if it justifies one, the direction.
  var outcome: String { [gradeName.text, directionName?.text].compactMap(\.self).joined(separator: " · ") }

  /// True if the direction is an improvement; nil without a direction.
  var isBetter: Bool? { direction == nil ? nil : change.map { ($0 > 0) == moreIsBetter } }

  /// The compared means: the last days and the days before, as far as known. Without a comparison, the halves of the window.
  var sides: [(word: ReportWords.Word, mean: Double)] {
    let compared = test?.decided
    let means: [(ReportWords.Word, Double?)] = [
      (.now, compared?.recent.mean ?? later.mean), (.before, compared?.before.mean ?? earlier.mean),
    ]
    return means.compactMap { word, mean in mean.map { (word, $0) } }
  }

  /// The days with a value on both sides of the comparison; nil if nothing is compared.
  var comparedDays: (recent: Int, before: Int)? { test.map { ($0.decided.recent.days, $0.decided.before.days) } }

  /// The scale for charts; nil if an end is missing.
  var scale: ClosedRange<Double>? {
    guard let low, let high, low <= high else { return nil }
    return low...high
  }

  /// The scale of a chart, with the values beyond its ends; nil if the series has no scale.
  var chartScale: ClosedRange<Double>? {
    let known = values.compactMap(\.self).filter(\.isFinite)
    guard let scale else { return nil }
    return min(
      scale.lowerBound, known.min() ?? scale.lowerBound)...max(scale.upperBound, known.max() ?? scale.upperBound)
  }

  /// True if any day has a value.
  var hasValues: Bool { values.contains { $0 != nil } }

  /// True if the values are shares of a whole, which people read as percentages.
  var isShare: Bool { scale == 0...1 }

  /// The figures next to the values, by their names in the JSON of the same result.
  var figures: [(name: String, figure: Figure)] {
    var figures: [(name: String, value: Figure?)] = [
      ("n", Figure(count)), ("earlier days", Figure(earlier.days)), ("earlier mean", earlier.mean.map { Figure($0) }),
      ("later days", Figure(later.days)), ("later mean", later.mean.map { Figure($0) }), ("priority", Figure(priority)),
      ("scale low", low.map { Figure($0) }), ("scale high", high.map { Figure($0) }),
      ("zone low", zone?.low.map { Figure($0) }), ("zone high", zone?.high.map { Figure($0) }),
    ]
    if isInsufficient {
      figures.append(("missing days", Figure(missingDays)))
    } else {
      figures += [
        ("change", change.map { Figure($0) }), ("effect", Figure(effect)), ("worsening days", Figure(worseningDays)),
        ("test p", test.map { Figure($0.p) }), ("test adjusted", test.map { Figure($0.adjusted) }),
        ("test family", test.map { Figure($0.family) }),
      ]
      for comparison in test?.comparisons ?? [] {
        let name = "last \(comparison.days)"
        figures += [
          ("\(name) days", Figure(comparison.recent.days)), ("\(name) mean", comparison.recent.mean.map { Figure($0) }),
          ("\(name) days before", Figure(comparison.before.days)),
          ("\(name) mean before", comparison.before.mean.map { Figure($0) }),
          ("\(name) change", Figure(comparison.change)), ("\(name) p", Figure(comparison.p)),
          ("\(name) autocorrelation", Figure(comparison.autocorrelation)),
          ("\(name) inflation", Figure(comparison.inflation)),
        ]
      }
    }
    return figures.compactMap { name, figure in figure.map { (name, $0) } }
  }
}

extension Effect {
  var name: Wording { label.text(or: item) }
  var verdictName: Wording { verdictLabel.text(or: verdict) }

  /// The figures next to the value, by their names in the JSON of the same result.
  var figures: [(name: String, figure: Figure)] {
    var figures: [(name: String, value: Figure?)] = [
      ("level", interval.map { _ in Figure(level) }), ("told", Figure(toldDays)),
      ("better share", share.map { Figure($0) }),
      ("signs with days", Figure(with.days)), ("signs with mean", with.mean.map { Figure($0) }),
      ("signs without days", Figure(without.days)), ("signs without mean", without.mean.map { Figure($0) }),
    ]
    if value != nil, let shareInterval {
      figures += [
        ("share interval low", Figure(shareInterval.low)), ("share interval high", Figure(shareInterval.high)),
        ("share interval level", Figure(level)),
      ]
    }
    return figures.compactMap { name, figure in figure.map { (name, $0) } }
  }
}
