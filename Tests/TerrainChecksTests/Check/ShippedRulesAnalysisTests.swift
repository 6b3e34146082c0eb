import TerrainDocuments
import TerrainRules
import Testing

@testable import TerrainChecks

/// The rules of the repository, whole and with something taken out.
@Suite struct ShippedRulesAnalysisTests {
  @Test func terrainIsWhole() throws {
    let view = try RuleFiles.repository("terrain").tableView()
    let found = RuleAnalysis.diagnostics(for: view).filter { $0.severity > .info }
    #expect(found.isEmpty, Comment(rawValue: DiagnosticRenderer.text(found)))
  }

  /// Proofs of the repository's rules need a small part of what they may: a rule set that grows does not meet the limit soon.
  @Test(arguments: ["design", "diamond-desk", "embera", "quicksip", "terrain", "yeetcard"])
  func everythingIsProvedWithinTheLimits(_ name: String) throws {
    let rules = try RuleFiles.repository(name)
    let proofs = RuleSetProofs(rules.tableView(), limits: ProofLimits())
    #expect(proofs.steps < ProofLimits().steps / 3, "\(proofs.steps) steps")
    let undecided = RuleAnalysis.diagnostics(for: rules).filter {
      $0.code == "rules/undecided" && $0.message.contains("limit")
    }
    #expect(undecided.isEmpty, Comment(rawValue: DiagnosticRenderer.text(undecided)))
  }

  @Test func withoutColdAndExcessThereIsAGap() throws {
    let rules = try RuleFiles.repository("terrain") { text in
      text.replacing(/\n      - id: cold_and_excess\n(        .*\n)+/, with: "\n")
    }
    let found = RuleAnalysis.diagnostics(for: rules.tableView()).filter { $0.severity == .error }
    #expect(
      found.map(\.message) == [
        "`terrain.types.primary_type` has no row for thermal = cold and reserve = excess: cold_heat = -3, def_excess = 3 "
          + "matches no row"
      ])
    #expect(found.first?.place?.source.name == "types.yaml")
  }

  @Test func anotherThresholdOpensNoGap() throws {
    for value in [-1, -4, -10] {
      let rules = try RuleFiles.repository("terrain", set: ["terrain.types.cold_at_most=\(value)"])
      #expect(!RuleAnalysis.diagnostics(for: rules.tableView()).hasErrors)
    }
  }
}
