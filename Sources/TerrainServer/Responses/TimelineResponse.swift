import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainValues

/// Where something stands, as a document for programs. The same timeline gives the same bytes.
public struct TimelineResult: Response {
  private let timeline: Timeline
  private let engine: TimelineEngine
  private let locale: LanguageTag

  /// The document of `timeline`, which `engine` made for `request`.
  public init(_ timeline: Timeline, for request: TimelineRequest, engine: TimelineEngine) {
    self.timeline = timeline
    self.engine = engine
    locale = request.locale ?? engine.pack.defaultLocale
  }

  /// Writes the document as one value.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("timeline", timeline.module)
      writer.identity(engine.system)
      writer.member("locale", locale.description)
      writer.key("state")
      state(to: &writer)
      if let course = timeline.course { self.course(course, to: &writer) }
      outcome(to: &writer)
      if let allowed = timeline.allowed {
        writer.array("allowed") { writer in for move in allowed { self.move(move, to: &writer) } }
      }
      if !timeline.notes.isEmpty {
        writer.array("notes") { writer in
          for note in timeline.notes {
            writer.object { writer in
              writer.member("code", note.code)
              writer.member("message", note.message)
            }
          }
        }
      }
    }
  }

  private func state(to writer: inout JSONWriter) {
    guard let state = timeline.state else { return writer.null() }
    writer.object { writer in
      writer.member("id", state)
      writer.text("label", timeline.label, asked: locale)
      writer.said("status", ifAny: timeline.status, asked: locale)
    }
  }

  private func course(_ course: Timeline.Course, to writer: inout JSONWriter) {
    writer.member("fraction", course.fraction)
    writer.member("begins", course.begins.description)
    writer.member("ends", course.ends.description)
    writer.member("changes_at", ifAny: course.changesAt?.description)
    writer.array("phases") { writer in
      for phase in course.phases {
        writer.object { writer in
          writer.member("id", phase.id)
          writer.text("label", phase.label, asked: locale)
          writer.member("begins", phase.begins.description)
          writer.member("standing", phase.standing.rawValue)
          if phase.standing == .ahead { notices(phase.notices, to: &writer) }
        }
      }
    }
  }

  private func outcome(to writer: inout JSONWriter) {
    switch timeline.outcome {
    case nil: return
    case .moved(let from, let sent):
      writer.member("moved", true)
      writer.member("from", ifAny: from)
      notices(sent, to: &writer)
    case .refused(let why):
      writer.member("moved", false)
      writer.object("refused") { writer in
        writer.member("code", why.code)
        writer.member("message", why.message)
        writer.member("help", ifAny: why.fix)
      }
    }
  }

  private func move(_ move: Timeline.Move, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("to", move.to)
      writer.text("label", move.label, asked: locale)
      notices(move.notices, to: &writer)
    }
  }

  private func notices(_ notices: [Timeline.Notice], to writer: inout JSONWriter) {
    writer.array("notices") { writer in
      for notice in notices {
        writer.object { writer in
          writer.member("to", ifAny: notice.to)
          writer.member("message", notice.said.message)
          for part in notice.said.parts { writer.text(part.name, part.text, asked: notice.locale) }
          if let origin = notice.said.origin { writer.origin(origin) }
        }
      }
    }
  }
}
