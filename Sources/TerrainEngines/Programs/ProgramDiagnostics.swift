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
}
