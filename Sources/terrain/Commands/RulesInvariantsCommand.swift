import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainOutcomes
import TerrainRules

extension Command {
  private static let requests = Option(
    name: "requests", kind: .number(1...100_000),
    help: "The most requests for invariants about the same requests. Without it: 4000")

  /// `terrain rules invariants`: what must never, or always, be true of results.
  static let rulesInvariants = Command(
    name: "invariants", summary: "Check what must never, or always, be true of results",
    discussion: """
      Invariants are declared beside the rules, in `invariants.yaml`:
        invariants:
          nothing-cools-who-feels-cold:
            doc: Nothing that is suggested cools a person who feels cold.
            for: suggest
            when: "'cold' in request.facts.symptoms"
            never: "result.suggestions.items.exists(i, 'cooling' in i.record.tags)"
      Each is checked over all requests where these are few, else over requests in which any
      three values are together. A violation is shown with the smallest request, the rows
      responsible, and a scenario to paste.
      """,
    operands: [RuleSetTargets.operand], options: [.pack, .set, requests],
    examples: [
      .init(line: "terrain rules invariants", purpose: "Check the invariants of the default pack"),
      .init(line: "terrain rules invariants Rules", purpose: "Check those of all rule sets of a folder"),
      .init(line: "terrain rules invariants --requests 20000", purpose: "Look longer"),
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let targets = try RuleSetTargets(arguments)
        var budget = InvariantCheck.Budget.standard
        if let number = arguments.value(of: requests).flatMap({ Int($0) }) { budget.requests = number }
        var diagnostics: [Diagnostic] = []
        for folder in targets.folders {
          for pack in targets.packs(for: folder) {
            diagnostics += try check(folder, pack, targets, budget, console)
          }
        }
        return diagnostics.isEmpty ? .success : console.report(DiagnosticError(diagnostics.sortedForReport()))
      } catch {
        return console.report(error)
      }
    })

  /// Checks the invariants of the rule set in `folder` with `pack`, and writes how each was checked.
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
