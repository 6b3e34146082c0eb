import TerrainDocuments
import TerrainRules
import TerrainValues

// What checking is complained of: rules that say no problems, and requests that do not say what is checked.

extension Diagnostic {
  static func noProblems(_ module: Text, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "check/no-problems", message: "the rules have no decision `\(module).problems`", place: place,
      fix: "name a module with a decision `problems`, a list of records with `at` and `message`")
  }

  static func notProblems(_ decision: Decision, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "check/problems", message: "`\(decision.name)` has to be a list of records with `at` and `message`",
      place: place)
  }

  static func wrongRecord(_ id: Text, _ kind: Text, _ problem: FormProblem) -> Diagnostic {
    Diagnostic(
      code: "check/wrong-record", message: "the \(kind) `\(id)`: \(problem.message)", place: problem.place,
      related: (problem.rendered?.origin?.place).map { [.init(message: "found by this rule", place: $0)] } ?? [],
      fix: problem.rendered?[part: "advice"]?.string ?? problem.fix)
  }

  static func noSuchKind(at node: Node, _ name: Text, among kinds: [Text]) -> Diagnostic {
    Diagnostic(
      code: "check/unknown-kind", message: "the pack has no such kind of form", at: node,
      fix: Suggestion.fix(name, among: kinds) ?? checkable(kinds))
  }

  static func kindNotSaid(at node: Node, among kinds: [Text]) -> Diagnostic {
    Diagnostic(
      code: "check/no-kind", message: "it is not said what kind of record this is", at: node, fix: checkable(kinds))
  }

  private static func checkable(_ kinds: [Text]) -> String {
    kinds.isEmpty ? "the pack checks none" : "it can be \(kinds.quoted)"
  }
}
