import TerrainBase
import TerrainDocuments
import TerrainRules

extension Operations {
  /// The phase or state of something, and a move to another state.
  package static var timeline: Operation<TimelineResult> {
    let module = Parameter<Text>.text("timeline", "Another timeline of the rule set.")
    return Operation(
      name: "timeline", summary: "Report the phase or state of something, and move it to another",
      parameters: .object(
        [module.field]
          + Shape.Field.clock(now: "When it is: phases need the instant. Moves can be decided without it.")
          + [
            .optional("locale", .locale, "The language to answer in."),
            .optional("locales", .map(.locale), "The languages of recipients who have another one, by `to`."),
            .optional("state", .text, "The current state; with phases, what was shown last."),
            .optional("move", .text, "Where it is to go."),
            .optional("facts", .facts(.timeline), "What the rules look at: facts by name."),
            .optional(
              "records", .map(.list(.anything)), "Records of kinds that the pack leaves to its callers, by kind."),
          ]),
      result: .timeline
    ) { parameters, session, notes throws(DiagnosticError) in
      let name = parameters[module.name]?.text ?? TimelineEngine.usualModule
      let timelines = try session.kept(.timelines, name) { () throws(DiagnosticError) in
        let system = try session.system(contracts: [TimelineEngine.contract(name)], kinds: [])
        return TimelineSession(try TimelineEngine(system, module: name))
      }
      let request = try timelines.engine.request(parameters, alsoKnown: [module.name])
      if session.isRecording {
        notes.explanation = Explanation(.decisions(try timelines.traces(for: request)), timelines.engine.system)
      }
      return TimelineResult(try timelines.timeline(for: request), for: request, engine: timelines.engine)
    }
  }
}

/// A phase or state, and the possible changes.
package struct TimelineResult {
  /// The phase or state, and the possible changes.
  package let timeline: Timeline
  /// The request.
  package let request: TimelineRequest
  /// The engine that made it.
  package let engine: TimelineEngine

  /// The result `timeline`, which `engine` made for `request`.
  package init(_ timeline: Timeline, for request: TimelineRequest, engine: TimelineEngine) {
    self.timeline = timeline
    self.request = request
    self.engine = engine
  }

  /// The language of the pack that serves the requested one.
  package var locale: LanguageTag { request.locale ?? engine.pack.defaultLocale }

  fileprivate var move: (from: Text?, notices: [Timeline.Notice])? {
    if case .moved(let from, let notices) = timeline.outcome { (from, notices) } else { nil }
  }

  fileprivate var refusal: Diagnostic? {
    if case .refused(let reason) = timeline.outcome { reason } else { nil }
  }
}

extension ResultType where Content == TimelineResult {
  fileprivate static var timeline: ResultType {
    object {
      requiredField("timeline", .text, "The module that was asked.") { $0.timeline.module }
      fields(of: versionFields) { Versions($0.engine.system) }
      requiredField("locale", .locale, "The language of the pack that serves the requested one.") { $0.locale }
      requiredField("state", .orNull(.state), "The current state; null before it begins.") {
        $0.timeline.state == nil ? nil : $0.timeline
      }
      optionalFields(of: courseFields) { $0.timeline.course }
      optionalField("moved", .flag, "Whether the move that was asked for was made.") { result in
        result.timeline.outcome.map { _ in result.move != nil }
      }
      optionalField("from", .text, "Where it stood before the move.") { $0.move?.from }
      optionalField("notices", .list(.notice), "What is to be sent now, because it was moved.") { $0.move?.notices }
      optionalField("refused", .note, "Why the move was not made, and what is allowed.") { $0.refusal }
      optionalField("allowed", .list(.move), "The moves that are allowed from here.") { $0.timeline.allowed }
      optionalField("warnings", .list(.noteWithoutHelp), "What was odd.") {
        $0.timeline.notes.isEmpty ? nil : $0.timeline.notes
      }
    }.requested { $0.locale }
  }
}

extension ResultType where Content == Timeline {
  fileprivate static var state: ResultType {
    named("state") {
      requiredField("id", .text, "The state's id.") { $0.state ?? "" }
      localizedField("label", "Its name for people.") { $0.label }
      optionalField("status", .message, "A rendered message about the current state.") { $0.status }
    }
  }
}

private var courseFields: ResultFields<Timeline.Course> {
  group {
    requiredField("fraction", .number, "How much of the time before the last phase is over, 0 to 1.") { $0.fraction }
    requiredField("begins", .instant, "When the first phase begins.") { $0.begins }
    requiredField("ends", .instant, "When the last phase begins.") { $0.ends }
    optionalField("changes_at", .instant, "When it next changes by itself; not there where nothing will.") {
      $0.changesAt
    }
    requiredField("phases", .list(.phase), "The phases that have any time, in order.") { $0.phases }
  }
}

extension ResultType where Content == Timeline.Phase {
  fileprivate static var phase: ResultType {
    named("phase") {
      requiredField("id", .text, "The phase's id.") { $0.id }
      localizedField("label", "Its name for people.") { $0.label }
      requiredField("begins", .instant, "When it begins or began.") { $0.begins }
      requiredField(
        "standing", .words([Timeline.Phase.Standing.done, .now, .ahead]),
        "Whether it is over, current or ahead at this moment."
      ) {
        $0.standing
      }
      optionalField("notices", .list(.notice), "The messages when it begins.") {
        $0.standing == .ahead ? $0.notices : nil
      }
    }
  }
}

extension ResultType where Content == Timeline.Move {
  fileprivate static var move: ResultType {
    named("move") {
      requiredField("to", .text, "Where to.") { $0.to }
      localizedField("label", "Its name for people.") { $0.label }
      requiredField("notices", .list(.notice), "The messages that it would send.") { $0.notices }
    }
  }
}

extension ResultType where Content == Timeline.Notice {
  fileprivate static var notice: ResultType {
    named("notice") {
      optionalField("to", .text, "The recipient.") { $0.to }
      requiredField("message", .id(of: .kinds([Messages.kind])), "The message's id.") { $0.rendered.message }
      fields(of: messageTextFields) { $0.rendered }
      optionalFields(of: originFields) { $0.rendered.origin }
    }.requested { $0.locale }
  }
}

extension ResultType where Content == Diagnostic {
  /// An oddity of a timeline.
  fileprivate static var note: ResultType {
    named("oddity") {
      requiredField("code", .text, "Its code, as the list of diagnostics explains it.") { $0.code }
      requiredField("message", .text, "What it is, in a sentence.") { $0.message }
      optionalField("help", .text, "What is allowed instead.") { $0.fix }
    }
  }

  fileprivate static var noteWithoutHelp: ResultType {
    note.of { Diagnostic(code: $0.code, severity: $0.severity, message: $0.message, place: nil) }
  }
}

extension SessionKey<TimelineSession> {
  fileprivate static let timelines = SessionKey()
}
