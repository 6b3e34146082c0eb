import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainOutcomes
import TerrainRules

extension Command {
  /// `terrain test --invariants`: checks the invariants of the rule sets that `arguments` name.
  ///
  /// - Parameter requests: the most requests for invariants about the same requests.
  static func checkInvariants(
    _ arguments: Arguments, requests: Int?, _ console: Console
  ) throws(DiagnosticError) -> ExitStatus {
    let targets = try RuleSetTargets(arguments)
    var budget = InvariantCheck.Budget.standard
    if let requests { budget.requests = requests }
    var diagnostics: [Diagnostic] = []
    for folder in targets.folders {
      for pack in targets.packs(for: folder) {
        diagnostics += try check(folder, pack, targets, budget, console)
      }
    }
    return diagnostics.isEmpty ? .success : console.report(DiagnosticError(diagnostics.sortedForReport()))
  }

  /// Checks the invariants of the rule set in `folder` with `pack`, and writes a report on each check.
  private static func check(
    _ folder: String, _ pack: String, _ targets: RuleSetTargets, _ budget: InvariantCheck.Budget, _ console: Console
  ) throws(DiagnosticError) -> [Diagnostic] {
    guard let (file, found) = try InvariantFile.load(in: folder, targets.files) else { return [] }
    let loader = SystemLoader(packAt: pack, rulesAt: folder, files: targets.files, overrides: targets.overrides)
    let check = InvariantCheck(try loader.system([], nil), files: targets.files, budget: budget)
    let (outcomes, wrong) = check.run(file.invariants)
    for outcome in outcomes {
      let state = outcome.diagnostic == nil ? "holds" : outcome.violation == nil ? "not checked" : "violated"
      console.write("\(state): \(outcome.invariant.name), over \(outcome.requests)\n")
      if let violation = outcome.violation {
        console.write(outcome.invariant.scenario(violation.example.request))
      }
    }
    return found + wrong + outcomes.compactMap(\.diagnostic)
  }
}
