import TerrainBase
import TerrainDocuments
import TerrainRules
import Testing

@testable import TerrainEngines

/// Results written as JSON, so that fixtures are data: what is missing is empty.
enum ReportDocument {
  static func trend(_ node: Node) throws -> (report: TrendReport, findings: [Diagnostic]) {
    let window = member(node, "window")
    let first = try day(member(window, "from"))
    let last = try day(member(node, "date"))
    let pulse = message(member(member(node, "pulse"), "said")).map {
      TrendReport.Pulse(
        series: nil, grade: nil, direction: nil, isUrgent: member(member(node, "pulse"), "urgent")?.bool ?? false,
        rendered: $0)
    }
    let effectiveness = member(node, "effectiveness")
    let kinds: [TrendReport.Activity] = list(member(node, "activity"), "kinds").map { kind in
      let values: [Double] = list(kind, "values").map { $0.double ?? 0 }
      return TrendReport.Activity(kind: text(kind, "kind"), label: served(kind, "label"), values: values)
    }
    let trends: [Trend] = list(node, "trends").map { series($0, isInsufficient: false) }
    let insufficient: [Trend] = list(node, "insufficient").map { series($0, isInsufficient: true) }
    let effects: [Effect] = list(effectiveness, "items").map { effect($0) }
    let unknown: [Effect] = list(effectiveness, "insufficient").map { effect($0) }
    let page = Page(
      module: "trend", parts: parts(member(node, "parts")), moment: Moment(date: last),
      locale: try LanguageTag(parsing: "en-US"))
    let report = TrendReport(
      first: first, last: last, days: count(window, "days"), loggedDays: count(window, "logged"), pulse: pulse,
      trends: trends, insufficient: insufficient, heatMap: heatMap(member(node, "heat_map")), activities: kinds,
      effects: effects, unknownEffects: unknown, page: page)
    let findings: [Diagnostic] = list(node, "findings").map { finding in
      Diagnostic(
        code: "log/test", message: text(finding, "message").string, place: nil,
        path: member(finding, "path")?.text?.string)
    }
    return (report, findings)
  }

  private static func heatMap(_ map: Node?) -> TrendReport.HeatMap? {
    guard let map else { return nil }
    let rows: [TrendReport.HeatMap.Row] = list(map, "rows").map { row in
      let values: [Bool?] = list(row, "values").map { $0.bool }
      return TrendReport.HeatMap.Row(sign: text(row, "sign"), label: served(row, "label"), values: values)
    }
    let known: [Bool] = list(map, "known").map { $0.bool ?? false }
    return TrendReport.HeatMap(field: "symptoms", known: known, rows: rows)
  }

  private static func parts(_ node: Node?) -> [Page.Part] {
    guard let node else { return [] }
    var parts: [Page.Part] = []
    for (key, value) in node.members {
      let content: Page.Content
      if value.kind == .map, value["value"] != nil {
        content = .value(.bool(true), label: nil, origin: origin(value), shown: .bool(true))
      } else {
        let nodes: [Node] = value.kind == .list ? Array(value.elements) : [value]
        content = .messages(nodes.compactMap { message($0) })
      }
      parts.append(Page.Part(id: key.text ?? "", style: .paragraph, heading: nil, content: content))
    }
    return parts
  }

  static func streak(_ node: Node) throws -> StreakReport {
    let months: [StreakReport.Month] = try list(node, "months").map { month in
      var days: [(date: CalendarDate, state: Streak.State)] = []
      for day in list(month, "days") {
        let state = Streak.State(rawValue: text(day, "state").string) ?? .missed
        days.append((date: try self.day(member(day, "date")), state: state))
      }
      return StreakReport.Month(first: try #require(days.first).date, days: days)
    }
    let days = months.flatMap(\.days)
    let last = days.last { $0.state != .ahead }?.date
    let today = try last ?? day(nil)
    let rest = member(member(node, "streak"), "rest")
    let limit = Streak.Rest(free: count(rest, "free"), of: count(rest, "of"))
    return StreakReport(
      streak: Streak(kept: days.filter { $0.state == .kept }.map(\.date), today: today, rest: limit), rest: limit,
      months: months, rendered: message(member(node, "said")))
  }
}

// MARK: - Parts

extension ReportDocument {
  fileprivate static func member(_ node: Node?, _ name: Text) -> Node? { node?.kind == .map ? node?[name] : nil }

  fileprivate static func list(_ node: Node?, _ name: Text) -> [Node] {
    guard let list = member(node, name), list.kind == .list else { return [] }
    return Array(list.elements)
  }

  fileprivate static func text(_ node: Node?, _ name: Text) -> Text { member(node, name)?.text ?? "" }

  fileprivate static func number(_ node: Node?, _ name: Text) -> Double? { member(node, name)?.double }

  fileprivate static func count(_ node: Node?, _ name: Text) -> Int {
    number(node, name).flatMap { Int(exactly: $0) } ?? 0
  }

  fileprivate static func served(_ node: Node?, _ name: Text) -> LocalizedText.Served? {
    guard let text = member(node, name)?.text, let locale = try? LanguageTag(parsing: "en-US") else { return nil }
    return LocalizedText.Served(text: text, locale: locale)
  }

  fileprivate static func day(_ node: Node?) throws -> CalendarDate {
    try CalendarDate(parsing: node?.text ?? "2026-02-14")
  }

  fileprivate static func message(_ node: Node?) -> RenderedMessage? {
    guard let id = member(node, "message")?.text else { return nil }
    var parts: [RenderedMessage.Part] = []
    for name in ["title", "text"] as [Text] {
      if let text = served(node, name) { parts.append(RenderedMessage.Part(name: name, text: text)) }
    }
    return RenderedMessage(message: id, topic: nil, tags: [], layer: nil, parts: parts, origin: origin(node))
  }

  fileprivate static func origin(_ node: Node?) -> Origin? {
    guard let rule = member(node, "rule") else { return nil }
    let lines = count(rule, "line")
    let source = SourceText(
      name: text(rule, "file").string, bytes: [UInt8](repeating: UInt8(ascii: "\n"), count: lines))
    let start = UInt32(max(0, lines - 1))
    return Origin(
      decision: text(rule, "decision"), row: member(rule, "row")?.text,
      place: Place(source: source, range: SourceRange(start: start, end: start)), note: nil)
  }

  fileprivate static func series(_ node: Node, isInsufficient: Bool) -> Trend {
    func half(_ name: Text) -> Trend.Half {
      Trend.Half(days: count(member(node, name), "days"), mean: number(member(node, name), "mean"))
    }
    var test: Trend.Test?
    if let given = member(node, "test") {
      test = Trend.Test(
        comparisons: [comparison(member(given, "compared"))], decisive: 0, p: number(given, "p") ?? 1,
        adjusted: number(given, "adjusted") ?? 1, family: count(given, "family"))
    }
    var zone: Trend.Zone?
    if let given = member(node, "zone") { zone = Trend.Zone(low: number(given, "low"), high: number(given, "high")) }
    let values: [Double?] = list(node, "values").map { $0.double }
    return Trend(
      series: text(node, "series"), label: served(node, "label"), unit: member(node, "unit")?.text,
      unitLabel: served(node, "unit_label"), moreIsBetter: text(node, "better") != "fewer",
      grade: text(node, "grade"), gradeLabel: served(node, "grade_label"),
      direction: member(node, "direction")?.text, directionLabel: served(node, "direction_label"),
      isInsufficient: isInsufficient, isWatchedFor: member(node, "watch_for")?.bool ?? false,
      priority: count(node, "priority"), values: values, earlier: half("earlier"),
      later: half("later"), missingDays: count(node, "missing_days"), effect: number(node, "effect") ?? 0,
      test: test, low: number(member(node, "scale"), "low"), high: number(member(node, "scale"), "high"), zone: zone,
      worseningDays: count(node, "worsening_days"), note: message(member(node, "note")))
  }

  private static func comparison(_ node: Node?) -> WindowComparison {
    func half(_ name: Text) -> Trend.Half {
      Trend.Half(days: count(member(node, name), "days"), mean: number(member(node, name), "mean"))
    }
    let change = number(node, "change") ?? 0
    let p = (number(node, "p") ?? 1) / 2
    return WindowComparison(
      days: count(node, "days"), recent: half("recent"), before: half("before"), change: change,
      lower: change < 0 ? p : 1 - p, higher: change < 0 ? 1 - p : p,
      autocorrelation: number(node, "autocorrelation") ?? 0,
      inflation: number(node, "inflation") ?? 1)
  }

  fileprivate static func effect(_ node: Node) -> Effect {
    func interval(_ name: Text) -> Effect.Interval? {
      guard let low = number(member(node, name), "low"), let high = number(member(node, name), "high") else {
        return nil
      }
      return Effect.Interval(low: low, high: high)
    }
    func signs(_ name: Text) -> Effect.Signs {
      let signs = member(member(node, "signs"), name)
      return Effect.Signs(days: count(signs, "days"), mean: number(signs, "mean"))
    }
    return Effect(
      item: text(node, "item"), kind: member(node, "kind")?.text, label: served(node, "label"),
      verdict: text(node, "verdict"), verdictLabel: served(node, "verdict_label"), value: number(node, "value"),
      interval: interval("interval"), level: 0.95, days: count(node, "days"), toldDays: count(node, "told"),
      share: number(node, "share"), shareInterval: interval("share_interval"), with: signs("with"),
      without: signs("without"), note: message(member(node, "note")))
  }
}
