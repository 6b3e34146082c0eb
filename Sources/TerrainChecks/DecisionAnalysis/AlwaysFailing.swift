import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// What fails whenever it is evaluated, found before anybody asks: in conditions, results, scores and values of decisions.
package enum AlwaysFailing {
  /// An error for each expression that always fails when its row or decision is reached, a warning for each part of one that
  /// fails whenever it is evaluated.
  package static func diagnostics(for ruleSet: RuleSet) -> [Diagnostic] {
    ruleSet.linkedDecisions.flatMap { linked in
      linked.derive { Failures(diagnostics: diagnostics(of: linked.typed)) }.diagnostics
    }
  }

  /// The diagnostics of a decision.
  private struct Failures: Sendable { let diagnostics: [Diagnostic] }

  private static func diagnostics(of decision: TypedDecision) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    // A cell is composed of parts that may be written once and used twice.
    var reported: Set<Location> = []
    decision.forEachExpression { expression in
      for failure in expression.certainFailures() where reported.insert(Location(failure.place)).inserted {
        diagnostics.append(.alwaysFails(failure, in: decision.fullName.string))
      }
    }
    return diagnostics
  }

  private struct Location: Hashable {
    let start: UInt32
    let end: UInt32

    init(_ place: Place) {
      start = place.range.start
      end = place.range.end
    }
  }
}

extension Diagnostic {
  static func alwaysFails(_ failure: CertainFailure, in decision: String) -> Diagnostic {
    let when = failure.isWhole ? "always fails when it is reached" : "fails whenever it is evaluated"
    return Diagnostic(
      // Nobody writes a text out that cannot be converted, whatever is around it.
      code: "rules/always-fails", severity: failure.isWhole || failure.meant != nil ? .error : .warning,
      message: "this part of `\(decision)` \(when): \(failure.message) (`\(failure.code.name)`)", place: failure.place,
      fix: failure.meant.flatMap { $0.isEmpty ? nil : "did you mean `\($0)`?" } ?? "correct the constants in it")
  }
}
