import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

// What an author reads when rule tests cannot be run, fail, or leave something out.

// MARK: - Files of tests

extension Diagnostic {
  static func testNamedTwice(_ name: Text, first: Place, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/test-named-twice", message: "there is a case `\(name)` already, and a report could mean either",
      place: place, related: [Related(message: "first here", place: first)], fix: "give it another name")
  }

  static func testExpectsNothing(_ name: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/test-expects-nothing", message: "the case `\(name)` expects nothing, and so cannot fail",
      place: place,
      fix: "name a decision and its value, or remove the case")
  }
}

// MARK: - Names in cases

extension Diagnostic {
  package static let testUnknownModuleCode = "rules/test-unknown-module"

  static func testUnknownModule(_ name: Text, known: [Text], _ place: Place) -> Diagnostic {
    unknown("module", name, known, place, code: testUnknownModuleCode)
  }

  static func testUnknownFact(_ name: Text, known: [Text], _ place: Place) -> Diagnostic {
    unknown("fact", name, known, place, code: "rules/test-unknown-fact")
  }

  package static let testUnknownDecisionCode = "rules/test-unknown-decision"

  static func testUnknownDecision(_ name: Text, known: [Text], _ place: Place) -> Diagnostic {
    unknown("decision", name, known, place, code: testUnknownDecisionCode)
  }

  /// The key of the cause that `name` is unknown in tests.
  package static func unknownCause(_ what: String, _ name: Text) -> String { "tests of the \(what) \(name)" }

  private static func unknown(
    _ what: String, _ name: Text, _ known: [Text], _ place: Place, code: String
  ) -> Diagnostic {
    Diagnostic(
      code: code, message: "there is no \(what) `\(name)`", place: place, fix: Suggestion.fix(name, among: known)
    ).caused(by: Cause(unknownCause(what, name)))
  }
}

// MARK: - Failures

extension Diagnostic {
  package static let testFailedCode = "rules/test-failed"

  static func testFailed(
    _ test: Text, _ decision: Text, expected: Value, found: Value, reason: Reason?, _ place: Place
  ) -> Diagnostic {
    let difference = ValueDifference(found: found, expected: expected).map { "\(decision) differs: \($0.text)" }
    return Diagnostic(
      code: testFailedCode,
      message:
        "`\(test)`: \(difference ?? "\(decision) is \(found.asBrieflyWritten), not \(expected.asBrieflyWritten)")",
      place: place,
      related: reason.map { [Related(message: $0.sentence, place: $0.place)] } ?? [])
  }

  static func testError(_ test: Text, _ decision: Text, _ error: EvaluationError, _ place: Place) -> Diagnostic {
    let seen = error.seen.isEmpty ? "" : " (\(error.seen.map(\.words).joined(separator: ", ")))"
    return Diagnostic(
      code: testFailedCode, message: "`\(test)`: \(decision) has no value: \(error.message)\(seen)", place: place,
      related: error.place.map { [Related(message: "the rule", place: $0)] } ?? [])
  }

  /// What the keys of causes begin with that are the declaration of a fact.
  private static let valuesOfFact = "values of the fact "

  /// The fact whose declared values exclude what a test gives, where that is what the diagnostic reports.
  package var factWithOtherValues: Text? {
    guard code == "rules/test-fact", let key = cause?.key, key.hasPrefix(Self.valuesOfFact) else { return nil }
    return Text(String(key.dropFirst(Self.valuesOfFact.count)))
  }

  static func testFact(_ test: Text, _ fact: Fact, _ error: EvaluationError, _ place: Place) -> Diagnostic {
    // A fact that several tests give otherwise than it is declared is more likely declared wrong.
    let declaration = fact.declaration.place
    let mistake = Diagnostic(
      code: "rules/test-fact", message: "tests give `\(fact.name)` values that it may not have", place: declaration)
    return Diagnostic(
      code: "rules/test-fact", message: "`\(test)`: \(error.message)", place: place,
      related: error.place.map { [Related(message: "declared here", place: $0)] } ?? []
    ).caused(by: Cause(Self.valuesOfFact + fact.name.string, mistake: mistake))
  }
}

// MARK: - Coverage

extension Diagnostic {
  static func uncoveredRow(_ decision: Text, row: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/uncovered-row", severity: .warning, message: "no test makes row `\(row)` of `\(decision)` fire",
      place: place, fix: "add a case that it decides")
  }

  static func uncoveredOtherwise(_ decision: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/uncovered-row", severity: .warning, message: "no test reaches `otherwise` of `\(decision)`",
      place: place, fix: "add a case for which no row holds")
  }

  static func uncoveredCondition(_ text: Text, row: Text, never truths: [Bool], _ place: Place) -> Diagnostic {
    let what = truths.count == 2 ? "looks at" : "sees \(truths.first == true ? "true" : "false")"
    return Diagnostic(
      code: "rules/uncovered-condition", severity: .warning,
      message: "no test \(what) `\(text)` of row `\(row)`", place: place,
      fix:
        "add a case in which it is \(truths.map { $0 ? "true" : "false" }.joined(separator: ", and one in which it is "))"
    )
  }
}
