import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainValues

/// A streak as a document for programs. The same report gives the same bytes.
public struct StreakResult: Response {
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
    writer.member("date", request.day.moment.date.description)
    writer.member("locale", locale.description)
    numbers(to: &writer)
    writer.said("said", ifAny: report.said, asked: locale)
    writer.array("months") { writer in for month in report.months { self.month(month, to: &writer) } }
    writer.findings(request.findings)
    writer.endObject()
  }

  /// Writes the numbers.
  func numbers(to writer: inout JSONWriter) {
    let streak = report.streak
    writer.object("streak") { writer in
      writer.member("current", streak.current)
      writer.member("since", ifAny: streak.since?.description)
      writer.member("longest", streak.longest)
      writer.member("total", streak.total)
      writer.member("today", streak.isKeptToday ? Streak.State.kept.rawValue : Streak.State.open.rawValue)
      writer.object("rest") { writer in
        writer.member("free", report.rest.free)
        writer.member("of", report.rest.of)
        writer.member("left", streak.restLeft)
      }
    }
  }

  private func month(_ month: StreakReport.Month, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("month", String(month.first.description.prefix(7)))
      writer.member("kept", month.kept)
      writer.array("days") { writer in
        for day in month.days {
          writer.object { writer in
            writer.member("date", day.date.description)
            writer.member("state", day.state.rawValue)
          }
        }
      }
    }
  }
}
