import TerrainChecks
import TerrainDocuments
import TerrainExpressions
import TerrainEngines
import TerrainBase

// What an author reads about invariants.

extension Diagnostic {
  static func invariantNeedsOneCondition(_ key: Node, _ count: Int) -> Diagnostic {
    Diagnostic(
      code: "invariants/condition",
      message: "an invariant has one condition, `never` or `always`, and this one has \(count == 0 ? "none" : "both")",
      at: key,
      fix: count == 0
        ? "add `never: …`, or `always: …`, with a condition over `request` and `result`"
        : "make two invariants of it")
  }

  static func tooManyVariations(_ values: Node) -> Diagnostic {
    Diagnostic(
      code: "invariants/too-many-values",
      message: "a member takes at most \(CoveringArray.mostLevels) values, and these are \(values.count)", at: values,
      fix: "keep the values between which rules distinguish")
  }

  static func invariantOperation(_ name: Node, known: [String]) -> Diagnostic {
    let text = name.text ?? ""
    return Diagnostic(
      code: "invariants/unknown-operation", message: "`\(text)` is not an operation that has a result", at: name,
      fix: Suggestion.fix(text, among: known.map { Text($0) })
        ?? "the operations are \(known.quoted(near: text.string))")
  }

  static func unknownVariation(_ variation: Invariant.Variation, _ operation: String, _ nearest: String?) -> Diagnostic
  {
    Diagnostic(
      code: "invariants/unknown-parameter",
      message: "no request of `\(operation)` has `\(variation.key.text ?? "")`", at: variation.key, fix: nearest)
  }

  static func invariantNeverApplies(_ invariant: Invariant, _ requests: Int) -> Diagnostic {
    Diagnostic(
      code: "invariants/never-applies", severity: .warning,
      message: "`\(invariant.name)` cannot fail: its `when` holds for none of \(requests.counted("request"))",
      place: invariant.when?.place ?? invariant.place,
      fix: "give the member that it looks at values under `vary`, or change the condition")
  }

  static func invariantRefused(_ invariant: Invariant, _ first: Diagnostic?) -> Diagnostic {
    Diagnostic(
      code: "invariants/refused",
      message: "no request for `\(invariant.name)` can be run"
        + (first.map { ": \($0.message)" } ?? ""), place: invariant.place,
      related: first?.place.map { [.init(message: "where it is refused", place: $0)] } ?? [],
      fix: "give what the operation needs under `with`, or values of it under `vary`")
  }

  static func invariantFails(_ invariant: Invariant, _ error: EvaluationError, _ example: Violation.Example)
    -> Diagnostic
  {
    Diagnostic(
      code: "invariants/fails",
      message: "a condition of `\(invariant.name)` has no value for some requests: \(Diagnostic(error).message)"
        + example.text, place: Diagnostic(error).place ?? invariant.place,
      fix: "ask with `has(…)` whether a field is there before its value is used")
  }

  /// The diagnostic about a violation; ``Baseline`` accepts it by the invariant's name.
  static func invariantViolated(_ invariant: Invariant, _ violation: Violation?) -> Diagnostic {
    guard let violation else {
      return Diagnostic(
        code: Violation.code, message: "`\(invariant.name)` is violated", place: invariant.place)
    }
    let count = violation.count
    return Diagnostic(
      code: Violation.code,
      message:
        "`\(invariant.name)` is violated by \(count) of \(violation.requests.counted("request")): \(invariant.doc)"
        + violation.example.text, place: invariant.place,
      related: violation.example.rows.map { .init(message: "`\($0.row)` of `\($0.decision)`", place: $0.place) },
      fix: "change a row or a record, or accept it by name with `--write-baseline`")
  }
}
