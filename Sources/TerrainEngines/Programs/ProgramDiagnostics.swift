import TerrainDocuments
import TerrainValues

// What programs and timelines are complained of.

extension Diagnostic {
  static func badSeconds(at node: Node, most: Int) -> Diagnostic {
    Diagnostic(code: "timeline/seconds", message: "a step takes a whole number of seconds, 0 to \(most)", at: node)
  }

  static func dayOutOfOrder(expected: Int, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "program/day", message: "this has to be day \(expected): days count from 1 without a hole", at: node)
  }

  static func emptyDay(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "program/empty-day", message: "there is nothing to do", at: node,
      fix: "name something in a field that ends in `_ref` or `_refs`")
  }

  static func severalActions(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "program/several-actions", message: "a request does one thing at a time", at: node,
      fix: "keep one of `enrol`, `leave` and `mark`")
  }

  static func noSuchProgram(at node: Node, _ id: Text, among ids: [Text]) -> Diagnostic {
    Diagnostic(
      code: "program/unknown", message: "the pack has no such program", at: node,
      fix: Suggestion.fix(id, among: ids) ?? "it has \(ids.quoted)")
  }

  static func leftOut(_ reason: ProgramGate.Reason, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "program/left-out", message: "the rules leave this program out for this person: `\(reason.why)`", at: node,
      related: reason.origin.map { [.init(message: "this row says so", place: $0.place)] } ?? [])
  }

  static func refused(_ refusal: Enrolment.Refusal, at node: Node) -> Diagnostic {
    let (code, message) =
      switch refusal {
      case .notActive: ("program/not-active", "no program is being followed")
      case .noSuchDay: ("program/no-such-day", "the program has no such day")
      case .locked: ("program/locked", "this day has not come yet")
      case .noSuchItem: ("program/no-such-item", "this day has no such item")
      }
    return Diagnostic(code: code, message: message, at: node)
  }
}
