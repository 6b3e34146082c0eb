import TerrainBase
import TerrainRules

extension ResultType where Content == Trend {
  /// A series over a window of days.
  static var trend: ResultType { object(trendFields).named("trend") }
}

/// The fields of a series.
var trendFields: ResultFields<Trend> {
  group {
    group {
      requiredField("series", .text, "The series' word.") { $0.series }
      localizedField("label", "Its name.") { $0.label }
      optionalField("unit", .text, "The unit of its values.") { $0.unit }
      localizedField("unit_label", "What people call the unit.") { $0.unitLabel }
      requiredField("better", .words(["more", "fewer"]), "Which way is the good one.") {
        $0.moreIsBetter ? "more" : "fewer"
      }
      requiredField("grade", .text, "How sure the change is; `insufficient` if it is too early to tell.") { $0.grade }
      localizedField("grade_label", "What people call that.") { $0.gradeLabel }
      optionalField("direction", .text, "Where it goes; left out if the grade does not justify a direction.") {
        $0.direction
      }
      localizedField("direction_label", "What people call that.") { $0.directionLabel }
      requiredField("watch_for", .flag, "Whether this person should watch it.") { $0.isWatchedFor }
      requiredField("priority", .integer, "Its place in the person's order, from 1.") { $0.priority }
    }
    requiredField("n", .count, "The days with a value.") { $0.count }
    requiredField("earlier", .half, "The earlier half of the window.") { Half($0.earlier) }
    requiredField("later", .half, "The later half, today included.") { Half($0.later) }
    optionalField("change", .number, "The mean of the last days minus that of those before.") {
      $0.isInsufficient ? nil : $0.change
    }
    optionalField("effect", .number, "The difference that matters.") { $0.isInsufficient ? nil : $0.effect }
    optionalField("test", .test, "How sure it is.") { $0.isInsufficient ? nil : $0.test }
    optionalField(
      "missing_days", .count, "After how many more days with a value it can be compared; left out if it can be now."
    ) { $0.missingDays > 0 ? $0.missingDays : nil }
    requiredField(
      "values", .list(.orNull(.number)), "A value a day, the oldest first; null where nothing is known."
    ) { $0.values }
    optionalField("scale", .ends, "The scale for charts.") {
      $0.low != nil || $0.high != nil ? Ends(low: $0.low, high: $0.high) : nil
    }
    optionalField("zone", .zone, "Where it is well.") { $0.zone == nil ? nil : $0 }
    optionalField(
      "worsening_days", .count, "How many of the last values were each worse than that of the day before."
    ) { $0.isInsufficient ? nil : $0.worseningDays }
    optionalField("note", .message, "The words beside it.") { $0.note }
  }
}

/// Days with a value, and their mean.
private struct Half {
  let days: Int
  let mean: Double?

  init(_ half: Trend.Half) { (days, mean) = (half.days, half.mean) }
  init(_ signs: Effect.Signs) { (days, mean) = (signs.days, signs.mean) }
}

/// The ends of a range, each of which may be open.
private struct Ends {
  let low: Double?
  let high: Double?
}

/// An interval with its confidence level.
private struct Interval {
  let low: Double
  let high: Double
  let level: Double

  init?(_ interval: Effect.Interval?, level: Double) {
    guard let interval else { return nil }
    (low, high, self.level) = (interval.low, interval.high, level)
  }
}

extension ResultType where Content == Half {
  fileprivate static var half: ResultType {
    object {
      requiredField("days", .count, "The days with a value.") { $0.days }
      optionalField("mean", .number, "Their weighted mean.") { $0.mean }
    }
  }
}

extension ResultType where Content == Trend.Test {
  fileprivate static var test: ResultType {
    object {
      requiredField("name", .words(["permutation"]), "The test.") { _ in "permutation" }
      requiredField("p", .number, "Of all comparisons together, in the direction of the change.") { $0.p }
      requiredField("adjusted", .number, "That p, adjusted for both directions of all series of the person.") {
        $0.adjusted
      }
      requiredField("family", .count, "How many series of the person are compared.") { $0.family }
      requiredField("compared", .comparison, "The comparison that the grade is about.") { $0.decided }
      requiredField("comparisons", .list(.comparison), "All of them, as the rules declare them.") { $0.comparisons }
    }
  }
}

extension ResultType where Content == WindowComparison {
  fileprivate static var comparison: ResultType { object(comparisonFields).named("comparison") }
}

/// The comparison of the last days of a series with the days before.
private var comparisonFields: ResultFields<WindowComparison> {
  group {
    requiredField("days", .count, "How many days the last ones are.") { $0.days }
    requiredField("recent", .half, "The last days.") { Half($0.recent) }
    requiredField("before", .half, "The days before them.") { Half($0.before) }
    requiredField("change", .number, "The mean of the last days minus that of those before.") { $0.change }
    requiredField("p", .number, "Two-sided, for days that resemble each other.") { $0.p }
    requiredField("autocorrelation", .number, "How much a day resembles the day before.") { $0.autocorrelation }
    requiredField("inflation", .number, "How many times the variance is what it is for independent days.") {
      $0.inflation
    }
  }
}

extension ResultType where Content == Trend {
  fileprivate static var zone: ResultType {
    object {
      fields(of: endFields) { Ends(low: $0.zone?.low, high: $0.zone?.high) }
      optionalField("at", .words(["below", "inside", "above"]), "Where the later half lies.") {
        $0.isInsufficient ? nil : $0.zonePlace?.rawValue
      }
    }
  }
}

private var endFields: ResultFields<Ends> {
  group {
    optionalField("low", .number, "The lower end.") { $0.low }
    optionalField("high", .number, "The upper end.") { $0.high }
  }
}

extension ResultType where Content == Ends {
  fileprivate static var ends: ResultType { object(endFields) }
}

// MARK: - Effects

extension ResultType where Content == Effect {
  /// The comparison of days with an item with all other days.
  static var effect: ResultType { object(effectFields).named("effect") }

  fileprivate static var signs: ResultType {
    object {
      requiredField("with", .half, "On days with it.") { Half($0.with) }
      requiredField("without", .half, "On the others that say.") { Half($0.without) }
    }
  }
}

/// The fields of something that was done.
var effectFields: ResultFields<Effect> {
  group {
    requiredField("item", .id(of: .inField("kind")), "The item's id.") { $0.item }
    optionalField("kind", .text, "The kind of record it is; left out where the pack does not know it.") { $0.kind }
    localizedField("label", "What people call it.") { $0.label }
    requiredField("verdict", .text, "What it comes to.") { $0.verdict }
    localizedField("verdict_label", "The same for people.") { $0.verdictLabel }
    optionalField("value", .number, "From -1 to 1.") { $0.value }
    optionalField("interval", .interval, "Between which the true value lies, given how few days there are.") {
      Interval($0.interval, level: $0.level)
    }
    requiredField("days", .count, "The days with it.") { $0.days }
    requiredField("told", .count, "Those of them with feedback that counts.") { $0.toldDays }
    optionalField("share", .number, "The good ones among those.") { $0.value == nil ? nil : $0.share }
    optionalField("share_interval", .interval, "Wilson's interval of the share.") {
      $0.value == nil ? nil : Interval($0.shareInterval, level: $0.level)
    }
    requiredField("signs", .signs, "Signs a day: what it is compared with.") { $0 }
    optionalField("note", .message, "The words beside it.") { $0.note }
  }
}

extension ResultType where Content == Interval {
  fileprivate static var interval: ResultType {
    object {
      requiredField("low", .number, "The lower end.") { $0.low }
      requiredField("high", .number, "The upper end.") { $0.high }
      requiredField("level", .number, "How sure, as a share.") { $0.level }
    }
  }
}
