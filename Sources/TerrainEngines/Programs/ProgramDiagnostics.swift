import TerrainDocuments
import TerrainValues

// What programs and timelines are complained of.

extension Diagnostic {
  static func badSeconds(at node: Node, most: Int) -> Diagnostic {
    Diagnostic(
      code: "timeline/seconds", message: "a step takes a whole number of seconds, 0 to \(most)", place: node.place,
      path: node.path)
  }

  static func dayOutOfOrder(expected: Int, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "program/day", message: "this has to be day \(expected): days count from 1 without a hole",
      place: node.place, path: node.path)
  }

  static func emptyDay(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "program/empty-day", message: "there is nothing to do", place: node.place,
      fix: "name something in a field that ends in `_ref` or `_refs`", path: node.path)
  }

  static func severalActions(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "program/several-actions", message: "a request does one thing at a time", place: node.place,
      fix: "keep one of `enrol`, `leave` and `mark`", path: node.path)
  }

  static func noSuchProgram(_ id: Text, at node: Node, among ids: [Text]) -> Diagnostic {
    let nearest = Suggestion.nearest(to: id.string, among: ids.map(\.string))
    return Diagnostic(
      code: "program/unknown", message: "the pack has no program `\(id)`", place: node.place,
      fix: nearest.map { "did you mean `\($0)`?" }
        ?? "it has \(ids.map { "`\($0)`" }.joined(separator: ", "))", path: node.path)
  }

  static func refused(_ refusal: Enrolment.Refusal, at node: Node) -> Diagnostic {
    let (code, message) =
      switch refusal {
      case .notActive: ("program/not-active", "no program is being followed")
      case .noSuchDay: ("program/no-such-day", "the program has no such day")
      case .locked: ("program/locked", "this day has not come yet")
      case .noSuchItem: ("program/no-such-item", "this day has no such item")
      }
    return Diagnostic(code: code, message: message, place: node.place, path: node.path)
  }
}
