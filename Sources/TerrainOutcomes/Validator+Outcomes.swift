import TerrainAuthoring
import TerrainDocuments
import TerrainOperations
import TerrainPlatform

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
        for part in ParallelMap.values(checks.count, { checks[$0]() }) { findings.add(part) }
      } catch {
        findings.diagnostics += error.diagnostics
      }
      return findings
    }
  }
}
