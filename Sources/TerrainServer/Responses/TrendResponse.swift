import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainValues

/// Weeks of a person as a document for programs. The same report gives the same bytes.
public struct TrendResult: Response {
  private let report: TrendReport
  private let request: LogRequest
  private let engine: TrendEngine

  /// The document of `report`, which `engine` made for `request`.
  public init(_ report: TrendReport, for request: LogRequest, engine: TrendEngine) {
    self.report = report
    self.request = request
    self.engine = engine
  }

  private var locale: LanguageTag { report.page.locale }

  /// Writes the document as one value.
  public func write(to writer: inout JSONWriter) throws(JSONWriterError) {
    writer.beginObject()
    writer.identity(engine.day.system)
    writer.member("date", report.last.description)
    writer.member("time", ifAny: request.day.moment.time?.description)
    writer.member("locale", locale.description)
    window(to: &writer)
    pulse(to: &writer)
    writer.key("trends")
    try list(report.trends, to: &writer)
    writer.key("insufficient")
    try list(report.insufficient, to: &writer)
    heatMap(to: &writer)
    try activity(to: &writer)
    try effectiveness(to: &writer)
    try PageResult(report.page, engine: engine.day).parts(to: &writer)
    try facts(to: &writer)
    writer.findings(request.findings)
    writer.endObject()
  }

  /// Writes the days that are looked at.
  func window(to writer: inout JSONWriter) {
    writer.object("window") { writer in
      writer.member("from", report.first.description)
      writer.member("to", report.last.description)
      writer.member("days", report.days)
      writer.member("half", report.days / 2)
      writer.member("logged", report.loggedDays)
    }
  }

  private func pulse(to writer: inout JSONWriter) {
    guard let pulse = report.pulse else { return }
    writer.object("pulse") { writer in
      writer.member("series", ifAny: pulse.series)
      writer.member("direction", ifAny: pulse.direction)
      writer.member("urgent", pulse.isUrgent)
      writer.key("said")
      writer.said(pulse.said, asked: locale)
    }
  }

  // MARK: Series

  private func list(_ trends: [Trend], to writer: inout JSONWriter) throws(JSONWriterError) {
    writer.beginArray()
    for trend in trends { try self.trend(trend, to: &writer) }
    writer.endArray()
  }

  private func trend(_ trend: Trend, to writer: inout JSONWriter) throws(JSONWriterError) {
    writer.beginObject()
    try fields(of: trend, to: &writer)
    writer.endObject()
  }

  /// Writes what there is to say of a series.
  func fields(of trend: Trend, to writer: inout JSONWriter) throws(JSONWriterError) {
    writer.member("series", trend.series)
    writer.text("label", trend.label, asked: locale)
    writer.member("unit", ifAny: trend.unit)
    writer.text("unit_label", trend.unitLabel, asked: locale)
    writer.member("better", trend.moreIsBetter ? "more" : "fewer")
    writer.member("direction", trend.direction)
    writer.text("direction_label", trend.directionLabel, asked: locale)
    writer.member("watch_for", trend.isWatchedFor)
    writer.member("priority", trend.priority)
    writer.member("n", trend.count)
    try half("earlier", trend.earlier, to: &writer)
    try half("later", trend.later, to: &writer)
    if trend.isInsufficient {
      missing(trend, to: &writer)
    } else {
      try result(trend, to: &writer)
    }
    writer.key("values")
    writer.beginArray()
    for value in trend.values {
      if let value { try writer.double(value) } else { writer.null() }
    }
    writer.endArray()
    if trend.low != nil || trend.high != nil { try ends("scale", trend.low, trend.high, nil, to: &writer) }
    if let zone = trend.zone {
      try ends("zone", zone.low, zone.high, trend.isInsufficient ? nil : trend.zonePlace, to: &writer)
    }
    if !trend.isInsufficient { writer.member("worsening_days", trend.worseningDays) }
    writer.said("note", ifAny: trend.note, asked: locale)
  }

  private func half(_ name: String, _ half: Trend.Half, to writer: inout JSONWriter) throws(JSONWriterError) {
    writer.key(name)
    writer.beginObject()
    writer.member("days", half.days)
    try number("mean", half.mean, to: &writer)
    writer.endObject()
  }

  private func missing(_ trend: Trend, to writer: inout JSONWriter) {
    writer.member("least", trend.least)
    writer.object("missing") { writer in
      writer.member("earlier", max(0, trend.least - trend.earlier.days))
      writer.member("later", max(0, trend.least - trend.later.days))
    }
  }

  private func result(_ trend: Trend, to writer: inout JSONWriter) throws(JSONWriterError) {
    try number("change", trend.change, to: &writer)
    try number("effect", trend.effect, to: &writer)
    guard let test = trend.test else { return }
    writer.key("test")
    writer.beginObject()
    writer.member("name", "mann_kendall")
    writer.member("s", test.result.score)
    try number("z", test.result.z, to: &writer)
    try number("p", test.result.p, to: &writer)
    try number("at_most", test.atMost, to: &writer)
    try number("slope", test.slope, to: &writer)
    writer.endObject()
  }

  private func ends(
    _ name: String, _ low: Double?, _ high: Double?, _ place: Trend.Zone.Place?, to writer: inout JSONWriter
  ) throws(JSONWriterError) {
    writer.key(name)
    writer.beginObject()
    try number("low", low, to: &writer)
    try number("high", high, to: &writer)
    writer.member("at", ifAny: place?.rawValue)
    writer.endObject()
  }

  // MARK: Signs and minutes

  private func heatMap(to writer: inout JSONWriter) {
    guard let map = report.heatMap else { return }
    func values(_ values: [Bool?], to writer: inout JSONWriter) {
      writer.array { writer in
        for value in values {
          if let value { writer.bool(value) } else { writer.null() }
        }
      }
    }
    writer.object("heat_map") { writer in
      writer.member("field", map.field)
      writer.member("days", map.known.count { $0 })
      writer.key("known")
      values(map.known, to: &writer)
      writer.array("rows") { writer in
        for row in map.rows {
          writer.object { writer in
            writer.member("sign", row.sign)
            writer.text("label", row.label, asked: locale)
            writer.member("days", row.days)
            writer.key("values")
            values(row.values, to: &writer)
          }
        }
      }
    }
  }

  private func activity(to writer: inout JSONWriter) throws(JSONWriterError) {
    func minutes(_ values: [Double], to writer: inout JSONWriter) throws(JSONWriterError) {
      writer.key("total")
      try writer.double(values.reduce(0, +))
      writer.key("values")
      writer.beginArray()
      for value in values { try writer.double(value) }
      writer.endArray()
    }
    writer.key("activity")
    writer.beginObject()
    writer.member("unit", "minutes")
    writer.key("kinds")
    writer.beginArray()
    for activity in report.activities {
      writer.beginObject()
      writer.member("kind", activity.kind)
      writer.text("label", activity.label, asked: locale)
      try minutes(activity.values, to: &writer)
      writer.endObject()
    }
    writer.endArray()
    let days = 0..<report.days
    try minutes(days.map { day in report.activities.reduce(0) { $0 + $1.values[day] } }, to: &writer)
    writer.endObject()
  }

  // MARK: Effects

  private func effectiveness(to writer: inout JSONWriter) throws(JSONWriterError) {
    writer.key("effectiveness")
    writer.beginObject()
    writer.key("items")
    writer.beginArray()
    for effect in report.effects { try self.effect(effect, to: &writer) }
    writer.endArray()
    writer.key("insufficient")
    writer.beginArray()
    for effect in report.unknownEffects { try self.effect(effect, to: &writer) }
    writer.endArray()
    writer.endObject()
  }

  private func effect(_ effect: Effect, to writer: inout JSONWriter) throws(JSONWriterError) {
    writer.beginObject()
    try fields(of: effect, to: &writer)
    writer.endObject()
  }

  /// Writes what there is to say of something that was done.
  func fields(of effect: Effect, to writer: inout JSONWriter) throws(JSONWriterError) {
    writer.member("item", effect.item)
    writer.member("kind", ifAny: effect.kind)
    writer.text("label", effect.label, asked: locale)
    writer.member("verdict", effect.verdict)
    writer.text("verdict_label", effect.verdictLabel, asked: locale)
    try number("value", effect.value, to: &writer)
    try interval("interval", effect.interval, level: effect.level, to: &writer)
    writer.member("days", effect.days)
    writer.member("told", effect.toldDays)
    if effect.value != nil {
      try number("share", effect.share, to: &writer)
      try interval("share_interval", effect.shareInterval, level: effect.level, to: &writer)
    }
    writer.key("signs")
    writer.beginObject()
    for (name, signs) in [("with", effect.with), ("without", effect.without)] {
      writer.key(name)
      writer.beginObject()
      writer.member("days", signs.days)
      try number("mean", signs.mean, to: &writer)
      writer.endObject()
    }
    writer.endObject()
    writer.said("note", ifAny: effect.note, asked: locale)
  }

  private func interval(
    _ name: String, _ interval: Effect.Interval?, level: Double, to writer: inout JSONWriter
  ) throws(JSONWriterError) {
    guard let interval else { return }
    writer.key(name)
    writer.beginObject()
    try number("low", interval.low, to: &writer)
    try number("high", interval.high, to: &writer)
    try number("level", level, to: &writer)
    writer.endObject()
  }

  /// What other requests about this person may be told.
  private func facts(to writer: inout JSONWriter) throws(JSONWriterError) {
    writer.key("facts")
    writer.beginObject()
    writer.key("effectiveness")
    writer.beginObject()
    for effect in report.effects.sorted(by: { $0.item < $1.item }) {
      try number(effect.item.string, effect.value, to: &writer)
    }
    writer.endObject()
    writer.endObject()
  }

  private func number(_ name: String, _ value: Double?, to writer: inout JSONWriter) throws(JSONWriterError) {
    guard let value else { return }
    writer.key(name)
    try writer.double(value)
  }
}
