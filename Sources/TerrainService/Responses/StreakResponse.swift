import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainValues

/// A streak as a document for programs. The same report gives the same bytes.
public struct StreakResponse: Response {
  private let report: StreakReport
  private let request: LogRequest
  private let engine: StreakEngine

  /// The document of `report`, which `engine` made for `request`.
  public init(_ report: StreakReport, for request: LogRequest, engine: StreakEngine) {
    self.report = report
    self.request = request
    self.engine = engine
  }

  /// Writes the document as one value.
  public func write(to writer: inout JSONWriter) {
    let locale = request.day.locale ?? engine.day.pack.defaultLocale
    writer.beginObject()
    writer.identity(engine.day.system)
    writer.key("date")
    writer.string(request.day.moment.date.description)
    writer.key("locale")
    writer.string(locale.description)
    numbers(to: &writer)
    if let said = report.said {
      writer.key("said")
      writer.said(said, asked: locale)
    }
    writer.key("months")
    writer.array { writer in for month in report.months { self.month(month, to: &writer) } }
    writer.findings(request.findings)
    writer.endObject()
  }

  /// Writes the numbers.
  func numbers(to writer: inout JSONWriter) {
    let streak = report.streak
    writer.key("streak")
    writer.object { writer in
      writer.key("current")
      writer.int(streak.current)
      if let since = streak.since {
        writer.key("since")
        writer.string(since.description)
      }
      writer.key("longest")
      writer.int(streak.longest)
      writer.key("total")
      writer.int(streak.total)
      writer.key("today")
      writer.string(streak.isKeptToday ? Streak.State.kept.rawValue : Streak.State.open.rawValue)
      writer.key("rest")
      writer.object { writer in
        writer.key("free")
        writer.int(report.rest.free)
        writer.key("of")
        writer.int(report.rest.of)
        writer.key("left")
        writer.int(streak.restLeft)
      }
    }
  }

  private func month(_ month: StreakReport.Month, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("month")
      writer.string(month.first.description.prefix(7))
      writer.key("kept")
      writer.int(month.kept)
      writer.key("days")
      writer.array { writer in
        for day in month.days {
          writer.object { writer in
            writer.key("date")
            writer.string(day.date.description)
            writer.key("state")
            writer.string(day.state.rawValue)
          }
        }
      }
    }
  }
}
