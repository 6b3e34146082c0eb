import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainValues

/// Weeks of a person as a document for programs. The same report gives the same bytes.
public struct TrendResponse: Response {
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
    writer.key("date")
    writer.string(report.last.description)
    if let time = request.day.moment.time {
      writer.key("time")
      writer.string(time.description)
    }
    writer.key("locale")
    writer.string(locale.description)
    window(to: &writer)
    pulse(to: &writer)
    writer.key("trends")
    try list(report.trends, to: &writer)
    writer.key("insufficient")
    try list(report.insufficient, to: &writer)
    heatMap(to: &writer)
    try activity(to: &writer)
    try effectiveness(to: &writer)
    try PageResponse(report.page, engine: engine.day).parts(to: &writer)
    try facts(to: &writer)
    writer.findings(request.findings)
    writer.endObject()
  }

  /// Writes the days that are looked at.
  func window(to writer: inout JSONWriter) {
    writer.key("window")
    writer.object { writer in
      writer.key("from")
      writer.string(report.first.description)
      writer.key("to")
      writer.string(report.last.description)
      writer.key("days")
      writer.int(report.days)
      writer.key("half")
      writer.int(report.days / 2)
      writer.key("logged")
      writer.int(report.loggedDays)
    }
  }

  private func pulse(to writer: inout JSONWriter) {
    guard let pulse = report.pulse else { return }
    writer.key("pulse")
    writer.object { writer in
      if let series = pulse.series {
        writer.key("series")
        writer.string(series)
      }
      if let direction = pulse.direction {
        writer.key("direction")
        writer.string(direction)
      }
      writer.key("urgent")
      writer.bool(pulse.isUrgent)
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
    writer.key("series")
    writer.string(trend.series)
    if let label = trend.label { writer.text("label", label, asked: locale) }
    if let unit = trend.unit {
      writer.key("unit")
      writer.string(unit)
    }
    if let label = trend.unitLabel { writer.text("unit_label", label, asked: locale) }
    writer.key("better")
    writer.string(trend.moreIsBetter ? "more" : "fewer")
    writer.key("direction")
    writer.string(trend.direction)
    if let label = trend.directionLabel { writer.text("direction_label", label, asked: locale) }
    writer.key("watch_for")
    writer.bool(trend.isWatchedFor)
    writer.key("priority")
    writer.int(trend.priority)
    writer.key("n")
    writer.int(trend.count)
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
    if !trend.isInsufficient {
      writer.key("worsening_days")
      writer.int(trend.worseningDays)
    }
    if let note = trend.note {
      writer.key("note")
      writer.said(note, asked: locale)
    }
  }

  private func half(_ name: String, _ half: Trend.Half, to writer: inout JSONWriter) throws(JSONWriterError) {
    writer.key(name)
    writer.beginObject()
    writer.key("days")
    writer.int(half.days)
    try number("mean", half.mean, to: &writer)
    writer.endObject()
  }

  private func missing(_ trend: Trend, to writer: inout JSONWriter) {
    writer.key("least")
    writer.int(trend.least)
    writer.key("missing")
    writer.object { writer in
      writer.key("earlier")
      writer.int(max(0, trend.least - trend.earlier.days))
      writer.key("later")
      writer.int(max(0, trend.least - trend.later.days))
    }
  }

  private func result(_ trend: Trend, to writer: inout JSONWriter) throws(JSONWriterError) {
    try number("change", trend.change, to: &writer)
    try number("effect", trend.effect, to: &writer)
    guard let test = trend.test else { return }
    writer.key("test")
    writer.beginObject()
    writer.key("name")
    writer.string("mann_kendall")
    writer.key("s")
    writer.int(test.result.score)
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
    if let place {
      writer.key("at")
      writer.string(place.rawValue)
    }
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
    writer.key("heat_map")
    writer.object { writer in
      writer.key("field")
      writer.string(map.field)
      writer.key("days")
      writer.int(map.known.count { $0 })
      writer.key("known")
      values(map.known, to: &writer)
      writer.key("rows")
      writer.array { writer in
        for row in map.rows {
          writer.object { writer in
            writer.key("sign")
            writer.string(row.sign)
            if let label = row.label { writer.text("label", label, asked: locale) }
            writer.key("days")
            writer.int(row.days)
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
    writer.key("unit")
    writer.string("minutes")
    writer.key("kinds")
    writer.beginArray()
    for activity in report.activities {
      writer.beginObject()
      writer.key("kind")
      writer.string(activity.kind)
      if let label = activity.label { writer.text("label", label, asked: locale) }
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
    writer.key("item")
    writer.string(effect.item)
    if let kind = effect.kind {
      writer.key("kind")
      writer.string(kind)
    }
    if let label = effect.label { writer.text("label", label, asked: locale) }
    writer.key("verdict")
    writer.string(effect.verdict)
    if let label = effect.verdictLabel { writer.text("verdict_label", label, asked: locale) }
    try number("value", effect.value, to: &writer)
    try interval("interval", effect.interval, level: effect.level, to: &writer)
    writer.key("days")
    writer.int(effect.days)
    writer.key("told")
    writer.int(effect.toldDays)
    if effect.value != nil {
      try number("share", effect.share, to: &writer)
      try interval("share_interval", effect.shareInterval, level: effect.level, to: &writer)
    }
    writer.key("signs")
    writer.beginObject()
    for (name, signs) in [("with", effect.with), ("without", effect.without)] {
      writer.key(name)
      writer.beginObject()
      writer.key("days")
      writer.int(signs.days)
      try number("mean", signs.mean, to: &writer)
      writer.endObject()
    }
    writer.endObject()
    if let note = effect.note {
      writer.key("note")
      writer.said(note, asked: locale)
    }
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
