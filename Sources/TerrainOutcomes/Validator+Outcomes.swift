import TerrainAuthoring
import TerrainDocuments
import TerrainOperations

extension Validator {
  /// Makes the results of operations be checked too: scenarios, invariants, populations and gates of quality.
  package mutating func checkResults() {
    checkOutcomes = { sound in
      var findings = SoundSystem.Findings()
      do throws(DiagnosticError) {
        let loader = SystemLoader(packAt: sound.pack, rulesAt: sound.rules, files: sound.files)
        let system = try loader.system([], nil)
        findings.add(sound.scenarioFindings(system))
        findings.add(sound.invariantFindings(system))
        findings.add(sound.populationFindings(system))
        findings.add(sound.qualityFindings(system))
      } catch {
        findings.diagnostics += error.diagnostics
      }
      return findings
    }
  }
}
