import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainValues

/// Where something stands, as a document for programs. The same timeline gives the same bytes.
public struct TimelineResponse: Response {
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
      writer.key("timeline")
      writer.string(timeline.module)
      writer.identity(engine.system)
      writer.key("locale")
      writer.string(locale.description)
      writer.key("state")
      state(to: &writer)
      if let course = timeline.course { self.course(course, to: &writer) }
      outcome(to: &writer)
      if let allowed = timeline.allowed {
        writer.key("allowed")
        writer.array { writer in for move in allowed { self.move(move, to: &writer) } }
      }
      if !timeline.notes.isEmpty {
        writer.key("notes")
        writer.array { writer in
          for note in timeline.notes {
            writer.object { writer in
              writer.key("code")
              writer.string(note.code)
              writer.key("message")
              writer.string(note.message)
            }
          }
        }
      }
    }
  }

  private func state(to writer: inout JSONWriter) {
    guard let state = timeline.state else { return writer.null() }
    writer.object { writer in
      writer.key("id")
      writer.string(state)
      if let label = timeline.label { writer.text("label", label, asked: locale) }
      if let status = timeline.status {
        writer.key("status")
        writer.said(status, asked: locale)
      }
    }
  }

  private func course(_ course: Timeline.Course, to writer: inout JSONWriter) {
    writer.key("fraction")
    writer.decimal(course.fraction)
    writer.key("begins")
    writer.string(course.begins.description)
    writer.key("ends")
    writer.string(course.ends.description)
    if let change = course.changesAt {
      writer.key("changes_at")
      writer.string(change.description)
    }
    writer.key("phases")
    writer.array { writer in
      for phase in course.phases {
        writer.object { writer in
          writer.key("id")
          writer.string(phase.id)
          if let label = phase.label { writer.text("label", label, asked: locale) }
          writer.key("begins")
          writer.string(phase.begins.description)
          writer.key("standing")
          writer.string(phase.standing.rawValue)
          if phase.standing == .ahead { notices(phase.notices, to: &writer) }
        }
      }
    }
  }

  private func outcome(to writer: inout JSONWriter) {
    switch timeline.outcome {
    case nil: return
    case .moved(let from, let sent):
      writer.key("moved")
      writer.bool(true)
      if let from {
        writer.key("from")
        writer.string(from)
      }
      notices(sent, to: &writer)
    case .refused(let why):
      writer.key("moved")
      writer.bool(false)
      writer.key("refused")
      writer.object { writer in
        writer.key("code")
        writer.string(why.code)
        writer.key("message")
        writer.string(why.message)
        if let fix = why.fix {
          writer.key("help")
          writer.string(fix)
        }
      }
    }
  }

  private func move(_ move: Timeline.Move, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("to")
      writer.string(move.to)
      if let label = move.label { writer.text("label", label, asked: locale) }
      notices(move.notices, to: &writer)
    }
  }

  private func notices(_ notices: [Timeline.Notice], to writer: inout JSONWriter) {
    writer.key("notices")
    writer.array { writer in
      for notice in notices {
        writer.object { writer in
          if let to = notice.to {
            writer.key("to")
            writer.string(to)
          }
          writer.key("message")
          writer.string(notice.said.message)
          for part in notice.said.parts { writer.text(part.name, part.text, asked: notice.locale) }
          if let origin = notice.said.origin { writer.origin(origin) }
        }
      }
    }
  }
}
