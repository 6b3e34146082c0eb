import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainBase

extension Validator {
  /// Makes the results of operations be checked too: scenarios, invariants, populations and gates of quality.
  package mutating func checkResults() {
    checkOutcomes = { sound in
      var findings = SoundSystem.Findings()
      do throws(DiagnosticError) {
        let loader = SystemLoader(packAt: sound.pack, rulesAt: sound.rules, files: sound.files)
        let system = try loader.system([], nil)
        // Some of these use one processor only.
        let checks: [@Sendable () -> SoundSystem.Findings] = [
          { sound.scenarioFindings(system) }, { sound.invariantFindings(system) },
          { sound.populationFindings(system) }, { sound.qualityFindings(system) },
        ]
        let parts = ParallelMap.values(checks.count) { checks[$0]() }
        // Figures over people with wrong values mean nothing, and would report these again.
        let arePeopleWrong = parts[2].diagnostics.hasErrors
        for (index, part) in parts.enumerated() where index != 3 || !arePeopleWrong { findings.add(part) }
      } catch {
        findings.diagnostics += error.diagnostics
      }
      return findings
    }
  }
}
