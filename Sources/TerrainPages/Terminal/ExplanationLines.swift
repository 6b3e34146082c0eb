import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules

extension Explanation {
  /// The explanation of a result, in lines that can be read and searched.
  package var lines: [String] {
    switch content {
    case .decisions(let traces): traces.isEmpty ? ["no decision was evaluated"] : Self.lines(traces)
    case .candidates(let candidates): candidates.flatMap(\.lines)
    case .weeks(let weeks): weeks.lines
    case .streak(let streak, _): streak.lines
    case .steps(let steps): steps.isEmpty ? ["there was nothing to decide"] : steps.map(\.line)
    }
  }

  /// Decisions, with an empty line between them.
  private static func lines(_ traces: [DecisionTrace]) -> [String] {
    Array(traces.map(\.lines).joined(separator: [""]))
  }
}

extension Explanation.Step {
  /// `subject: outcome, reason (FILE:LINE)`.
  fileprivate var line: String {
    "\(subject): \(outcome), \(reason)" + (place.map { " (\($0.fileAndLine))" } ?? "")
  }
}

extension Ranking.Explanation {
  /// The candidate's position, then one line per criterion, indented by its depth.
  package var lines: [String] {
    let name = kind.map { "\(id) (\($0))" } ?? id.string
    let points = score.map { ": \($0) points" } ?? ""
    switch standing {
    case .offered(let place): return ["\(place). \(name)\(points)"] + Self.lines(criteria, indent: 1)
    case .behind(let place): return ["behind, at \(place): \(name)\(points)"] + Self.lines(criteria, indent: 1)
    case .tooAlike(let what):
      return ["skipped, too many of `\(what)`: \(name)\(points)"] + Self.lines(criteria, indent: 1)
    case .excluded(let why, let origin):
      return ["excluded, \(why): \(name)" + (origin.map { " (\($0.place.fileAndLine))" } ?? "")]
    }
  }

  private static func lines(_ criteria: [Ranking.Criterion], indent: Int) -> [String] {
    criteria.flatMap { criterion in
      let name = criterion.decision.string.split(separator: ".").last.map(String.init) ?? criterion.decision.string
      let rows = criterion.rows.map { $0.row?.string ?? "otherwise" }.joined(separator: ", ")
      let line =
        String(repeating: "  ", count: indent) + "\(name) \(criterion.value)" + (rows.isEmpty ? "" : ": \(rows)")
        + " (\(criterion.place.fileAndLine))"
      return [line] + lines(criterion.parts, indent: indent + 1)
    }
  }
}

// Explanations of weeks and streaks, in lines to read and to search.

extension TrendExplanation {
  /// The window, then each series: its days, halves, test, and rows; then activities; then the decisions about all of it.
  package var lines: [String] {
    var lines = [
      "\(report.first) to \(report.last): \(report.days.counted("day")), \(report.loggedDays) of them with a record"
    ]
    for series in series { lines += [""] + self.lines(of: series) }
    for item in items { lines += [""] + Self.lines(of: item) }
    for trace in traces { lines += [""] + trace.lines }
    return lines
  }

  private func lines(of series: Series) -> [String] {
    let trend = series.trend
    let watch = trend.isWatchedFor ? ", to be watched" : ""
    let half = series.days.count / 2
    var lines = ["\(trend.priority). \(trend.series): \(trend.grade)\(trend.direction.map { ", \($0)" } ?? "")\(watch)"]
    for (name, half, days) in [
      ("earlier", trend.earlier, series.days.prefix(half)), ("later", trend.later, series.days.suffix(half)),
    ] {
      guard let first = days.first, let last = days.last else { continue }
      let mean = half.mean.map { ", mean \($0.figures)" } ?? ""
      lines.append(
        "  \(name), \(first.date) to \(last.date): \(half.days.days) of the \(days.count) count\(mean)"
      )
    }
    if let change = trend.change {
      let unit = trend.unit.map { " \($0)" } ?? ""
      let better = trend.moreIsBetter ? "more" : "fewer"
      lines.append(
        "  change \(change.figures)\(unit), \(better) is better; it matters where it is more than \(trend.effect.figures)"
      )
    }
    if let test = trend.test {
      for comparison in test.comparisons { lines.append(Self.line(of: comparison)) }
      let together = test.comparisons.count > 1 ? "p = \(test.p.figures) together (Simes); " : ""
      lines.append(
        "  \(together)adjusted p = \(test.adjusted.figures) among \(test.family) series (Holm, weighted)")
    }
    if let zone = trend.zone {
      let ends = [zone.low.map { "from \($0.figures)" }, zone.high.map { "up to \($0.figures)" }].compactMap(\.self)
      let place = trend.zonePlace.map { "; the later half lies \($0.rawValue)" } ?? ""
      lines.append("  well \(ends.joined(separator: " "))\(place)")
    }
    return lines + Self.lines(of: series.days) + series.traces.flatMap(\.lines).map { "  " + $0 }
  }

  /// The last days compared with the days before, and the statistics of the test.
  private static func line(of comparison: WindowComparison) -> String {
    func side(_ half: Trend.Half) -> String { "\(half.days) with a value, mean \(half.mean?.figures ?? "none")" }
    return
      "  last \(comparison.days.days): \(side(comparison.recent)); before: \(side(comparison.before)); "
      + "change \(comparison.change.figures), autocorrelation \(comparison.autocorrelation.figures), "
      + "variance \(comparison.inflation.figures) times that of independent days, p = \(comparison.p.figures)"
  }

  /// The days that count, each with the row that decided it; then the days that do not count.
  private static func lines(of days: [Day]) -> [String] {
    var lines: [String] = []
    for day in days {
      guard let value = day.value else { continue }
      let weight = day.weight.map { $0 == 1 ? "" : ", weighs \($0.figures)" } ?? ""
      lines.append("  \(day.date) counts as \(value.figures)\(weight)" + (day.origin.map { ": \($0.words)" } ?? ""))
    }
    let silent = days.filter { $0.value == nil && $0.isLogged }.map(\.date)
    let absent = days.filter { !$0.isLogged }.map(\.date)
    if !silent.isEmpty { lines.append("  record without a value: \(inWords(silent))") }
    if !absent.isEmpty { lines.append("  no record: \(inWords(absent))") }
    return lines
  }

  /// Days in order; consecutive days as the first and the last.
  private static func inWords(_ dates: [CalendarDate]) -> String {
    var runs: [(first: CalendarDate, last: CalendarDate)] = []
    for date in dates {
      if let last = runs.indices.last, date.days(since: runs[last].last) == 1 {
        runs[last].last = date
      } else {
        runs.append((date, date))
      }
    }
    return runs.map { $0.first == $0.last ? "\($0.first)" : "\($0.first) to \($0.last)" }.joined(separator: ", ")
  }

  private static func lines(of item: Effect.Explanation) -> [String] {
    let effect = item.effect
    let name = effect.kind.map { "\(effect.item) (\($0))" } ?? effect.item.string
    let value = effect.value.map { " \($0.figures)" } ?? ""
    let share = effect.share.map { ", \($0.figures) of them good" } ?? ""
    func signs(_ signs: Effect.Signs) -> String {
      "\(signs.mean.map(\.figures) ?? "none") over \(signs.days.days)"
    }
    return [
      "\(name): \(effect.verdict)\(value)",
      "  \(effect.days.days) with it, \(effect.toldDays) with feedback that counts\(share)",
      "  signs a day: \(signs(effect.with)) with it, \(signs(effect.without)) without",
    ] + item.traces.flatMap(\.lines).map { "  " + $0 }
  }
}

extension StreakExplanation {
  /// Every streak with its days, its rests, and its end, the oldest first; then the messages and their decisions.
  package var lines: [String] {
    let streak = report.streak
    var lines = [
      "\(streak.current.days) in a row, \(streak.longest) at most, \(streak.total) in all; "
        + "\(report.rest.free) in any \(report.rest.of) may be a rest, \(streak.restLeft) left today"
    ]
    for run in streak.runs { lines += [""] + self.lines(of: run) }
    let others = days.filter { day in
      day.state != .kept && !streak.runs.contains { $0.first <= day.date && day.date <= $0.last }
    }
    if !others.isEmpty {
      lines += [""] + others.map { "\($0.date) is not kept" + ($0.origin.map { ": \($0.words)" } ?? "") }
    }
    for trace in traces { lines += [""] + trace.lines }
    return lines
  }

  private func lines(of run: Streak.Run) -> [String] {
    var lines = ["\(run.first) to \(run.last): \(run.kept.days) kept"]
    var days = days(from: run.first, to: run.last)[...]
    var date = run.first
    while date <= (run.rests.last.map { max($0, run.last) } ?? run.last) {
      let day = days.first { $0.date == date }
      if day != nil { days = days.drop { $0.date <= date } }
      let why = day?.origin.map { ": \($0.words)" } ?? (day == nil ? ": no record" : "")
      lines.append("  \(date) \(day?.state == .kept ? "is kept" : "is a rest")\(why)")
      guard let next = try? date.adding(days: 1) else { break }
      date = next
    }
    guard let end = run.end else { return lines + ["  it continues"] }
    let taken = end.rests.map(\.description).joined(separator: ", ")
    return lines + ["  \(end.day) ended it" + (taken.isEmpty ? "" : ": the rest was taken on \(taken)")]
  }
}

extension Origin {
  /// `told (days.yaml:33)`.
  fileprivate var words: String { "\(row?.string ?? decision.string) (\(place.fileAndLine))" }
}

extension Int {
  /// `1 day`, `2 days`.
  fileprivate var days: String { counted("day") }
}

extension Double {
  /// At most four digits after the point.
  fileprivate var figures: String {
    let rounded = (self * 10_000).rounded() / 10_000
    guard rounded.isFinite, let whole = Int64(exactly: rounded) else { return "\(self.isFinite ? rounded : self)" }
    return "\(whole)"
  }
}
