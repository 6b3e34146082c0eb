import TerrainDocuments
import TerrainValues

/// What can be wrong with bytecode as a whole. Codes: `expressions/…`.
extension Diagnostic {
  static func planTooDeep(limit: Int, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "expressions/too-deep", severity: .error,
      message: "this expression has more than \(limit) operations one upon another; the limit is `expression-depth`",
      place: place, fix: "split it into several decisions")
  }

  static func programTooLarge() -> Diagnostic {
    Diagnostic(
      code: "expressions/program-too-large", severity: .error,
      message:
        "all decisions together use more values at once than bytecode can hold; the limit is `registers`, 32767",
      place: nil, fix: "split the rule set")
  }

  static func decisionCycle(_ name: Text) -> Diagnostic {
    Diagnostic(
      code: "expressions/cycle", severity: .error, message: "the decision `\(name)` needs its own outcome", place: nil)
  }

  static func decisionWithoutBody(_ name: Text) -> Diagnostic {
    Diagnostic(
      code: "expressions/no-body", severity: .error, message: "the decision `\(name)` is used but never made",
      place: nil)
  }
}
