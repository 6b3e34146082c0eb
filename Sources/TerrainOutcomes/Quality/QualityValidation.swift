import TerrainChecks
import TerrainDocuments
import TerrainEngines

extension SoundSystem {
  /// The gates of the pack's `quality.yaml` that do not hold.
  func qualityFindings(_ system: LoadedSystem) -> Findings {
    var findings = Findings()
    do throws(DiagnosticError) {
      guard let file = try QualityFile(pack: pack, files: files), !isCancelled() else { return findings }
      let quality = file.quality
      let population = try PopulationFiles(pack: pack, files: files).population(quality.population.string, system)
      let report = try QualityRun(
        quality, system, files: files, people: .population(population, seed: quality.seed)
      ).report(people: quality.people, days: quality.days, seed: quality.seed, isCancelled: isCancelled)
      if isCancelled() { return findings }
      findings.diagnostics = file.gates.diagnostics(report)
      findings.checked = [("gates of quality", quality.gates.count)]
    } catch {
      // A population with errors has been reported.
      findings.diagnostics += error.diagnostics.filter { !$0.code.hasPrefix("population/") }
    }
    return findings
  }
}
