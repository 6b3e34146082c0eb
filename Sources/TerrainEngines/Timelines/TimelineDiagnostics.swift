import TerrainDocuments
import TerrainRules
import TerrainValues

// What timelines are complained of: rules that make none, requests that are not one, and what was odd about time.

extension Diagnostic {
  static func noTimeline(_ name: Text, at place: Place?) -> Diagnostic {
    Diagnostic(
      code: "timeline/nothing", message: "`\(name)` has neither phases nor moves", place: place,
      fix: "give it `phases` and `begins`, or `moves`")
  }

  static func phasesWithoutBeginning(_ phases: Decision) -> Diagnostic {
    Diagnostic(
      code: "timeline/no-beginning", message: "`\(phases.name)` has no beginning", place: phases.place,
      fix: "add a decision `begins`, a timestamp")
  }

  static func phaseOrder(_ phases: Decision, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "timeline/last-phase",
      message: "the last phase of `\(phases.name)`, and only that, has neither `lasts` nor `rest`", place: place)
  }

  static func severalRests(_ phases: Decision, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "timeline/several-rests", message: "only one phase of `\(phases.name)` can have the rest of the window",
      place: place)
  }

  static func restWithoutEnd(_ phases: Decision, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "timeline/no-end", message: "a phase of `\(phases.name)` has the rest of a window that does not end",
      place: place, fix: "add a decision `ends`, a timestamp")
  }

  static func outsideCalendar(_ phases: Decision, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "timeline/calendar", message: "the phases of `\(phases.name)` end after the year 9999", place: place)
  }

  static func notTime(_ decision: Decision) -> Diagnostic {
    Diagnostic(code: "timeline/not-time", message: "`\(decision.name)` has to be a timestamp", place: decision.place)
  }

  static func notNotices(_ decision: Decision) -> Diagnostic {
    Diagnostic(
      code: "timeline/notices", message: "`\(decision.name)` has to be a list of records with `to` and `message`",
      place: decision.place, fix: "declare such a record under `records` of the pack, and write `type: list<…>`")
  }

  static func noInstant(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "timeline/no-instant", message: "phases need the instant", at: node,
      fix: "add `now: \"2026-02-05T07:30:00Z\"`")
  }

  static func movesUnknown(at node: Node) -> Diagnostic {
    Diagnostic(code: "timeline/no-moves", message: "this timeline knows no moves: only time leads on", at: node)
  }

  static func moveRefused(at node: Node, allowed: [Text]) -> Diagnostic {
    Diagnostic(
      code: "timeline/refused", message: "this move is not allowed from where it stands", at: node,
      fix: allowed.isEmpty ? "it stands where nothing leads on from" : "it can become \(allowed.quoted)")
  }

  static let clockBefore = Diagnostic(
    code: "timeline/clock-before", severity: .warning, message: "the clock stands before the beginning", place: nil)
  static let clockBack = Diagnostic(
    code: "timeline/clock-back", severity: .warning,
    message: "the clock went back: what was shown last stays until it has caught up", place: nil)
  static let shortWindow = Diagnostic(
    code: "timeline/short-window", severity: .warning,
    message: "the window is shorter than its phases: those at its end lose what does not fit", place: nil)
  static let emptyWindow = Diagnostic(
    code: "timeline/empty-window", severity: .warning,
    message: "the window does not end after it begins: every phase is over at once", place: nil)
}
