import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainValues

extension JSONWriter {
  /// Writes every decision that was looked at, as the field `decisions`.
  mutating func traces(_ traces: [DecisionTrace]) throws(JSONWriterError) {
    key("decisions")
    beginArray()
    for trace in traces { try self.trace(trace) }
    endArray()
  }

  /// Writes how a report on weeks came about, as fields; `response` writes what was said.
  mutating func explanation(
    _ explanation: TrendExplanation, _ response: TrendResult
  ) throws(JSONWriterError) {
    response.window(to: &self)
    key("series")
    beginArray()
    for series in explanation.series {
      beginObject()
      try response.fields(of: series.trend, to: &self)
      key("days")
      beginArray()
      for day in series.days { try self.day(day) }
      endArray()
      try traces(series.traces)
      endObject()
    }
    endArray()
    key("items")
    beginArray()
    for item in explanation.items {
      beginObject()
      try response.fields(of: item.effect, to: &self)
      try traces(item.traces)
      endObject()
    }
    endArray()
    try traces(explanation.traces)
  }

  private mutating func day(_ day: TrendExplanation.Day) throws(JSONWriterError) {
    beginObject()
    member("date", day.date.description)
    member("logged", day.isLogged)
    member("counts", day.value != nil)
    if let value = day.value {
      key("value")
      try double(value)
    }
    if let weight = day.weight {
      key("weight")
      try double(weight)
    }
    if let origin = day.origin { self.origin(origin) }
    endObject()
  }

  /// Writes how a streak on `date` came about, as fields; `response` writes the numbers.
  mutating func explanation(
    _ explanation: StreakExplanation, on date: CalendarDate, _ response: StreakResult
  ) throws(JSONWriterError) {
    member("date", date.description)
    response.numbers(to: &self)
    array("streaks") { writer in for run in explanation.report.streak.runs { writer.run(run) } }
    array("days") { writer in
      for day in explanation.days {
        writer.object { writer in
          writer.member("date", day.date.description)
          writer.member("state", day.state.rawValue)
          if let origin = day.origin { writer.origin(origin) }
        }
      }
    }
    try traces(explanation.traces)
  }

  private mutating func run(_ run: Streak.Run) {
    object { writer in
      writer.member("from", run.first.description)
      writer.member("to", run.last.description)
      writer.member("kept", run.kept)
      writer.key("rests")
      writer.dates(run.rests)
      guard let end = run.end else { return }
      writer.object("ended") { writer in
        writer.member("date", end.day.description)
        writer.key("rests")
        writer.dates(end.rests)
      }
    }
  }

  private mutating func dates(_ dates: [CalendarDate]) {
    array { writer in for date in dates { writer.string(date.description) } }
  }
}
