import TerrainDocuments
import TerrainBase

// What an author reads about quality.

extension Diagnostic {
  static func qualityNumber(_ node: Node, _ range: ClosedRange<Int64>) -> Diagnostic {
    Diagnostic(
      code: "quality/wrong-value",
      message: "this must be a whole number from \(range.lowerBound) to \(range.upperBound)", at: node)
  }

  static func qualityOperation(_ node: Node, among names: [String]) -> Diagnostic {
    Diagnostic(
      code: "quality/wrong-value", message: "`\(node.text ?? "")` is not an operation with lists", at: node,
      fix: Suggestion.fix(node.text, among: names) ?? "write one of \(names.quoted)")
  }

  static func qualityFigure(_ node: Node, among names: [String]) -> Diagnostic {
    Diagnostic(
      code: "quality/wrong-value", message: "`\(node.text ?? "")` is not a figure of quality", at: node,
      fix: Suggestion.fix(node.text, among: names) ?? "write one of \(names.quoted)")
  }

  static func qualityThreshold(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "quality/wrong-value", message: "a gate must have either `at_least` or `at_most`", at: node)
  }

  static func qualityEach(_ node: Node, _ each: Text) -> Diagnostic {
    Diagnostic(code: "quality/wrong-value", message: "`each` of a gate must be `\(each)`", at: node)
  }

  static func qualityNoSeason(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "quality/wrong-value", message: "this file does not declare what a season is", at: node,
      fix: "declare `season: { field: …, decision: … }`")
  }

  static func qualityList(_ gate: QualityDeclaration.Gate, among names: [Text]) -> Diagnostic {
    Diagnostic(
      code: "quality/unknown-list",
      message: "`\(gate.list)` is not a list that was measured, or has no `\(gate.figure)`",
      place: gate.place, fix: Suggestion.fix(gate.list, among: names) ?? "`terrain quality` prints the lists"
    ).caused(by: Cause("list \(gate.place.source.name) \(gate.list)"))
  }

  static func qualityGate(
    _ gate: QualityDeclaration.Gate, value: Double, season: Text?, sample: String
  ) -> Diagnostic {
    let bound = gate.atLeast.map { "at least \($0)" } ?? "at most \(gate.atMost ?? 0)"
    return Diagnostic(
      code: "quality/gate",
      message:
        "`\(gate.figure)` of `\(gate.list)`\(within(season)) is \(QualityText.number(value)); it must be \(bound) "
        + "(over \(sample))",
      place: gate.place, fix: "fix the rules or the content, or accept it with `terrain quality --accept`")
  }

  static func qualityWorse(
    _ gate: QualityDeclaration.Gate, value: Double, season: Text?, before: Double, sample: String
  ) -> Diagnostic {
    Diagnostic(
      code: "quality/worse",
      message:
        "`\(gate.figure)` of `\(gate.list)`\(within(season)) is \(QualityText.number(value)), worse than "
        + "\(QualityText.number(before)) in the baseline (over \(sample))",
      place: gate.place, fix: "fix the rules or the content, or accept it with `terrain quality --accept`")
  }

  private static func within(_ season: Text?) -> String { season.map { " in `\($0)`" } ?? "" }
}
