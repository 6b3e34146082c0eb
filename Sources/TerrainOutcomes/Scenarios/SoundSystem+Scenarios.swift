import TerrainChecks
import TerrainDocuments
import TerrainEngines

extension SoundSystem {
  /// What the scenarios beside the rules find about `system`, which was loaded from its files.
  func scenarioFindings(_ system: LoadedSystem) -> Findings {
    var findings = Findings()
    var runner: ScenarioRunner?
    do throws(DiagnosticError) {
      for path in try files.list("\(rules)/\(ScenarioFile.folder)", [".yaml", ".yml", ".json"]) where !isCancelled() {
        for document in files.documents(try files.source(path)).documents where ScenarioFile.isScenarios(document.root)
        {
          let (file, diagnostics) = ScenarioFile.read(document.root)
          findings.diagnostics += diagnostics
          guard let file else { continue }
          var current = runner ?? ScenarioRunner(OutcomeSession(system, files: files))
          current.run(file) { _ in !isCancelled() }
          runner = current
        }
      }
    } catch {
      findings.diagnostics += error.diagnostics
    }
    let cases = runner?.files.flatMap(\.cases) ?? []
    var failures = cases.flatMap(\.failures)
    // What tests of decisions have shown already would only be shown again.
    if hasFailingTests { failures.removeAll(where: FailureCauses.isAboutResult) }
    findings.diagnostics += runner?.causes.attributed(failures) ?? []
    if !cases.isEmpty { findings.checked.append(("scenarios", cases.count)) }
    return findings
  }
}
